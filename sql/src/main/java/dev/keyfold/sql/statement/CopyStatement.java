package dev.keyfold.sql.statement;

import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.Cell;
import dev.keyfold.sql.parse.Statement;
import dev.keyfold.sql.parse.Statement.Name;
import dev.keyfold.sql.result.RowCursor;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.result.TextForms;
import dev.keyfold.sql.row.Assigned;
import dev.keyfold.sql.row.Composed;
import dev.keyfold.sql.row.Target;
import dev.keyfold.sql.row.Workshop;
import dev.keyfold.sql.session.Executable;
import dev.keyfold.sql.session.Outcome;
import dev.keyfold.sql.session.SessionState;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.schema.FieldDef;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** COPY: a file into a table, all of it or nothing; a table or a query into a file. */
final class CopyStatement implements Executable {
  /** Rows that are inserted at once; all batches are one transaction. */
  private static final int BATCH = 1_000;

  private final Workshop shop;
  private final Statement.Copy copy;
  private final CopyFormat format;

  CopyStatement(Workshop shop, Statement.Copy copy) {
    this.shop = shop;
    this.copy = copy;
    this.format = CopyFormat.of(copy.options());
  }

  @Override
  public List<SqlColumn> parameters() {
    return List.of();
  }

  @Override
  public List<SqlColumn> columns() {
    return List.of();
  }

  @Override
  public Outcome run(SessionState session, @Nullable Object[] parameters) {
    return Outcome.updated("COPY", run(session, null, null));
  }

  /** Copies; the streams are for STDIN and STDOUT. */
  long run(SessionState session, @Nullable InputStream in, @Nullable OutputStream out) {
    String file = copy.file();
    try {
      if (copy.from()) {
        if (file == null) {
          return from(session, required(in, "STDIN"));
        }
        try (InputStream opened = Files.newInputStream(Path.of(file))) {
          return from(session, opened);
        }
      }
      if (file == null) {
        return to(session, required(out, "STDOUT"));
      }
      return toFile(session, Path.of(file));
    } catch (UncheckedIOException e) {
      throw failed(file, e.getCause());
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  private static SqlStateException failed(@Nullable String file, @Nullable IOException e) {
    return new SqlStateException(
        SqlStates.IO_ERROR, "COPY cannot use the file " + file + ": " + e, 0, null, e);
  }

  private static <T> T required(@Nullable T stream, String name) {
    if (stream == null) {
      throw new SqlStateException(
          SqlStates.FEATURE_NOT_SUPPORTED,
          "COPY with " + name + " needs a stream, which this caller does not give",
          "Name a file, or use SqlSession.copyIn and copyOut, or keyfold sql.");
    }
    return stream;
  }

  private long from(SessionState session, InputStream in) throws IOException {
    Target target = shop.changed(tableName());
    List<Name> names = columns(target);
    CopyFormat.Input records =
        format.new Input(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
    if (format.header()) {
      List<@Nullable String> unused = records.next();
    }
    return session
        .open()
        .runOnce(
            shop.tables(),
            tx -> {
              long count = 0;
              for (List<List<Cell>> rows = batch(records, target, names);
                  !rows.isEmpty();
                  rows = batch(records, target, names)) {
                checkCanceled(session);
                Statement.Insert insert =
                    new Statement.Insert(tableName(), null, names, rows, null, true, null, null);
                count += new InsertStatement(shop, insert, 0).run(session, tx);
              }
              return count;
            });
  }

  private static void checkCanceled(SessionState session) {
    if (session.canceled().get()) {
      throw new SqlStateException(
          SqlStates.QUERY_CANCELED, "the statement was canceled at the user's request");
    }
  }

  /** The next rows of the file; none at its end. */
  private static List<List<Cell>> batch(CopyFormat.Input records, Target target, List<Name> names) {
    List<List<Cell>> rows = new ArrayList<>();
    while (rows.size() < BATCH) {
      long line = records.line();
      List<@Nullable String> values;
      try {
        values = records.next();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      if (values == null) {
        break;
      }
      if (values.size() != names.size()) {
        throw new SqlStateException(
            "22P04",
            "line "
                + line
                + ": found "
                + values.size()
                + " values, expected "
                + names.size()
                + ", one per column");
      }
      rows.add(cells(target, names, values, line));
    }
    return rows;
  }

  /** Values are converted here once, so that an error names its line. */
  private static List<Cell> cells(
      Target target, List<Name> names, List<@Nullable String> values, long line) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      FieldDef field = target.def().fields().get(target.indexOf(names.get(i)));
      try {
        Object value = Assigned.to(field, target.facts(), values.get(i), -1);
        cells.add(new Cell.Constant(value, -1));
      } catch (SqlStateException e) {
        throw new SqlStateException(
            e.sqlState(), "line " + line + ", " + e.getMessage(), 0, e.hint(), e);
      }
    }
    return cells;
  }

  private Name tableName() {
    Name table = copy.table();
    if (table == null) {
      throw new SqlStateException(SqlStates.SYNTAX_ERROR, "COPY FROM needs a table");
    }
    return table;
  }

  private List<Name> columns(Target target) {
    if (!copy.columns().isEmpty()) {
      copy.columns().forEach(target::indexOf);
      return copy.columns();
    }
    return target.facts().visible(target.def()).stream()
        .map(field -> new Name("", field.name(), -1))
        .toList();
  }

  /** To a file that appears complete or not at all. */
  private long toFile(SessionState session, Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      long rows;
      try (OutputStream out = Files.newOutputStream(part)) {
        rows = to(session, out);
      }
      Files.move(part, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      return rows;
    } finally {
      boolean unused = Files.deleteIfExists(part);
    }
  }

  private long to(SessionState session, OutputStream stream) throws IOException {
    Writer out = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
    long rows = copy.query() == null ? table(session, out) : query(session, out);
    out.flush();
    return rows;
  }

  /**
   * A whole table is read in the order of its key, whatever the scan limit is: it was asked for.
   */
  private long table(SessionState session, Writer out) throws IOException {
    Target target = shop.target(tableName());
    List<Name> names = columns(target);
    header(out, names.stream().map(Name::text).toList());
    int[] positions = names.stream().mapToInt(target::indexOf).toArray();
    var open = session.transaction();
    try (Rows<Row> rows =
        open == null
            ? target.table().scan()
            : open.on(target.table()).where().allowScan(Long.MAX_VALUE).open()) {
      long count = 0;
      for (Row row : rows) {
        List<@Nullable String> values = new ArrayList<>();
        for (int position : positions) {
          values.add(text(row.get(position)));
        }
        format.write(out, values);
        count++;
      }
      return count;
    }
  }

  private static @Nullable String text(@Nullable Object value) {
    return value == null ? null : TextForms.print(value);
  }

  private void header(Writer out, List<String> names) throws IOException {
    if (format.header()) {
      format.write(out, new ArrayList<>(names));
    }
  }

  private long query(SessionState session, Writer out) throws IOException {
    if (copy.query() == null) {
      throw SqlErrors.at(SqlStates.SYNTAX_ERROR, "COPY needs a query", -1);
    }
    Composed query = new Composed().add(copy.query());
    Executable plan = shop.plan(query);
    header(out, plan.columns().stream().map(SqlColumn::name).toList());
    long count = 0;
    try (RowCursor rows = plan.run(session, new Object[0]).rows()) {
      while (rows != null && rows.next()) {
        List<@Nullable String> values = new ArrayList<>();
        for (int i = 0; i < plan.columns().size(); i++) {
          values.add(text(rows.get(i)));
        }
        format.write(out, values);
        count++;
      }
    }
    return count;
  }
}
