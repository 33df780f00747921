package dev.keyfold.cli.sql;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.cli.command.Served;
import dev.keyfold.cli.command.TextTable;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.sql.SqlDatabase;
import dev.keyfold.sql.SqlResult;
import dev.keyfold.sql.SqlScript;
import dev.keyfold.sql.SqlSession;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.result.TextForms;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.table.Tables;
import dev.keyfold.table.entry.JsonWriter;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Runs statements in one session, and prints what they return. Not thread-safe. Close it. */
public final class SqlRunner implements AutoCloseable {
  private final Console console;
  private final Tables tables;
  private final SqlDatabase database;
  private final SqlSession session;
  private final boolean json;
  private final BooleanSupplier stopped;
  private @Nullable Structures structures;

  /**
   * @param json whether rows are printed as JSON, one object per line
   * @param stopped whether to print no more rows
   */
  public SqlRunner(Console console, Tables tables, boolean json, BooleanSupplier stopped) {
    this.console = console;
    this.tables = tables;
    Served served = console.served();
    if (served == null) {
      this.database = SqlDatabase.of(tables, this::structures);
      this.session = database.session();
    } else {
      this.database = served.db().sqlDatabase();
      this.session = database.session(served.access());
      served.call().onCancel(session::cancel);
    }
    this.json = json;
    this.stopped = stopped;
  }

  private Structures structures() {
    if (structures == null) {
      structures =
          Structures.over(
              tables.store(),
              StructuresOptions.defaults().withDurability(tables.store().durability()));
    }
    return structures;
  }

  public SqlDatabase database() {
    return database;
  }

  /** Whether BEGIN was said, and neither COMMIT nor ROLLBACK. */
  public boolean inTransaction() {
    return session.inTransaction();
  }

  /**
   * Runs the statements of a text one after another, up to the first that fails.
   *
   * @param input what COPY … FROM STDIN reads; null if none exists
   * @return the exit status
   */
  public int run(String text, @Nullable InputStream input) throws IOException {
    int start = 0;
    try {
      for (SqlScript.Part part : SqlScript.split(text)) {
        start = part.start();
        one(part.text(), input);
        console.flush();
      }
      return ExitCode.DONE;
    } catch (SqlStateException e) {
      return report(text, start, e);
    }
  }

  private void one(String statement, @Nullable InputStream input) throws IOException {
    String first = statement.split("\\s+", 2)[0].toLowerCase(Locale.ROOT);
    if (first.equals("copy") && statement.toLowerCase(Locale.ROOT).contains("stdout")) {
      long unused = session.copyOut(statement, console.out());
      return;
    }
    if (first.equals("copy")
        && input != null
        && statement.toLowerCase(Locale.ROOT).contains("stdin")) {
      said("COPY " + session.copyIn(statement, input));
      return;
    }
    try (SqlResult result = session.execute(statement)) {
      if (result.hasRows()) {
        if (json) {
          jsonRows(result);
        } else {
          textRows(result);
        }
      } else {
        said(result.tag() + (result.updateCount() < 0 ? "" : " " + result.updateCount()));
      }
    }
  }

  private void said(String line) {
    if (!json) {
      console.out().text(line).endLine();
    }
  }

  private void jsonRows(SqlResult result) throws IOException {
    JsonWriter out = new JsonWriter(console.out());
    List<SqlColumn> columns = result.columns();
    while (!stopped.getAsBoolean() && result.next()) {
      Map<String, @Nullable Object> row = new LinkedHashMap<>();
      for (int i = 0; i < columns.size(); i++) {
        row.put(columns.get(i).name(), jsonValue(result.get(i)));
      }
      out.line(row);
    }
  }

  /** Numbers, booleans, null and lists as such; everything else as text. */
  private static @Nullable Object jsonValue(@Nullable Object value) {
    if (value == null || value instanceof Number || value instanceof Boolean) {
      return value instanceof java.math.BigDecimal number ? number.toPlainString() : value;
    }
    return value instanceof List<?> list
        ? list.stream().map(SqlRunner::jsonValue).toList()
        : TextForms.print(value);
  }

  private void textRows(SqlResult result) {
    List<SqlColumn> columns = result.columns();
    TextTable table = new TextTable(console, columns.stream().map(SqlColumn::name).toList());
    for (int i = 0; i < columns.size(); i++) {
      if (Number.class.isAssignableFrom(columns.get(i).javaClass())) {
        table.alignRight(i);
      }
    }
    long count = 0;
    while (!stopped.getAsBoolean() && result.next()) {
      String[] cells = new String[columns.size()];
      for (int i = 0; i < cells.length; i++) {
        Object value = result.get(i);
        cells[i] = value == null ? "null" : printable(TextForms.print(value));
      }
      table.add(cells);
      count++;
    }
    table.finish();
    if (console.isTerminal()) {
      console.out().text("(" + Counted.of(count, "row") + ")").endLine();
    }
  }

  /** A line break in a value must not break the table. */
  private static String printable(String value) {
    return value
        .replace("\\", "\\\\")
        .replace("\n", "\\n")
        .replace("\r", "\\r")
        .replace("\t", "\\t");
  }

  /** The line with a caret below the place, the message, and the hint. */
  private int report(String text, int start, SqlStateException error) {
    if (error.position() > 0) {
      int at = Math.min(start + error.position() - 1, text.length());
      int from = text.lastIndexOf('\n', Math.max(at - 1, 0)) + 1;
      from = Math.min(from, at);
      int to = text.indexOf('\n', at);
      String line = text.substring(from, to < 0 ? text.length() : to);
      console.err().text("  " + line).endLine();
      console.err().text("  " + " ".repeat(at - from) + "^").endLine();
    }
    String message = String.valueOf(error.getMessage());
    boolean refused = error.sqlState().equals(SqlStates.CONFIGURATION_LIMIT_EXCEEDED);
    console.complain((refused ? "refused: " : "") + message + " (" + error.sqlState() + ")");
    if (error.hint() != null) {
      error.hint().lines().forEach(console::complain);
    }
    if (refused) {
      return ExitCode.REFUSED;
    }
    return switch (error.sqlState().substring(0, 2)) {
      case "42", "0A", "3F" -> ExitCode.USAGE;
      case "58", "55", "53" -> ExitCode.STORE;
      default -> ExitCode.BAD_INPUT;
    };
  }

  @Override
  public void close() {
    session.close();
    if (structures != null) {
      structures.close();
    }
  }
}
