package dev.keyfold.cli.sql;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.sql.SqlScript;
import dev.keyfold.sql.catalog.SqlObject;
import dev.keyfold.table.Tables;
import dev.keyfold.table.schema.FieldDef;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * SQL in the shell: statements over several lines, up to a semicolon, and {@code \\d}. The session,
 * with its settings and its transaction, lives as long as the shell. Not thread-safe.
 */
public final class ShellSql implements AutoCloseable {
  /** What a statement begins with; of these, explain and analyze also begin the shell's queries. */
  private static final Set<String> FIRST =
      Set.of(
          "select",
          "insert",
          "update",
          "create",
          "alter",
          "drop",
          "with",
          "values",
          "begin",
          "commit",
          "rollback",
          "savepoint",
          "release",
          "show",
          "truncate",
          "start");

  /** The Redis command that selects a database: SQL would have a semicolon. */
  private static final Pattern SELECT_DATABASE = Pattern.compile("(?i)select\\s+\\d+");

  /** Words of shell and Redis commands too: they are SQL if a semicolon ends the line. */
  private static final Set<String> ENDED =
      Set.of("explain", "analyze", "delete", "table", "abort", "end", "set", "reset", "copy");

  private final Console console;
  private final Tables tables;
  private final boolean json;
  private final BooleanSupplier stopped;
  private final StringBuilder waiting = new StringBuilder();
  private @Nullable SqlRunner runner;

  public ShellSql(Console console, Tables tables, boolean json, BooleanSupplier stopped) {
    this.console = console;
    this.tables = tables;
    this.json = json;
    this.stopped = stopped;
  }

  /** Whether a statement has begun and lacks its semicolon. */
  public boolean isWaiting() {
    return !waiting.isEmpty();
  }

  /** Forgets a statement that has begun. */
  public void cancel() {
    waiting.setLength(0);
  }

  /** Whether the line is SQL: it continues a statement, or begins one. */
  public boolean takes(String line) {
    String text = line.strip();
    String first = text.split("[\\s;(]", 2)[0].toLowerCase(Locale.ROOT);
    if (!isWaiting() && SELECT_DATABASE.matcher(text).matches()) {
      return false;
    }
    return isWaiting()
        || text.startsWith("\\d")
        || (FIRST.contains(first) && !tables.has(first))
        || (ENDED.contains(first) && text.endsWith(";"));
  }

  /** Takes a line; runs the statement if it is complete. Returns the exit status. */
  public int run(String line) throws IOException {
    if (!isWaiting() && line.strip().startsWith("\\d")) {
      return describe(line.strip());
    }
    waiting.append(isWaiting() ? "\n" : "").append(line);
    if (!SqlScript.isComplete(waiting.toString())) {
      return ExitCode.DONE;
    }
    String text = waiting.toString();
    waiting.setLength(0);
    return runner().run(text, null);
  }

  private SqlRunner runner() {
    if (runner == null) {
      runner = new SqlRunner(console, tables, json, stopped);
    }
    return runner;
  }

  /** {@code \\d}: tables, views and sequences; {@code \\d name}: the columns of one. */
  private int describe(String line) throws IOException {
    String name = line.replaceFirst("^\\\\d\\w*\\s*", "").replace(";", "").strip();
    if (name.isEmpty()) {
      return runner()
          .run(
              "select table_name as name, table_type as type from information_schema.tables"
                  + " union all select sequence_name, 'SEQUENCE' from"
                  + " information_schema.sequences order by 1",
              null);
    }
    String plain = name.startsWith("\"") ? name.replace("\"", "") : name.toLowerCase(Locale.ROOT);
    if (!tables.has(plain)) {
      SqlObject.View view = runner().database().catalog().view(plain);
      if (view == null) {
        console.complain("found '" + name + "', expected a table or view; \\d lists them");
        return ExitCode.USAGE;
      }
      console.out().text("view " + view.name() + ": " + view.query()).endLine();
      return ExitCode.DONE;
    }
    int status =
        runner()
            .run(
                "select column_name as \"column\", data_type as type, is_nullable as nullable,"
                    + " column_default as \"default\" from information_schema.columns"
                    + " where table_name = '"
                    + plain
                    + "' order by ordinal_position",
                null);
    var def = tables.table(plain).definition();
    if (!json) {
      console.out().text("primary key: " + def.key()).endLine();
      def.indexes().forEach(index -> console.out().text("index " + index.text()).endLine());
      runner()
          .database()
          .catalog()
          .facts(def)
          .checks()
          .forEach(
              check ->
                  console.out().text("check " + check.name() + ": " + check.condition()).endLine());
    }
    return status;
  }

  /** Whether a line with this first word is SQL. */
  public static boolean begins(String word) {
    return FIRST.contains(word.toLowerCase(Locale.ROOT));
  }

  /** Words that may stand in a statement, for completion: key words, tables, columns, functions. */
  public static List<String> words(Tables tables) {
    List<String> words = new ArrayList<>(FIRST);
    words.addAll(
        List.of(
            "from",
            "where",
            "group by",
            "order by",
            "having",
            "limit",
            "join",
            "left join",
            "on",
            "and",
            "or",
            "not",
            "in",
            "is null",
            "is not null",
            "between",
            "like",
            "as",
            "into",
            "values",
            "returning",
            "on conflict",
            "desc",
            "primary key",
            "count(*)",
            "sum(",
            "min(",
            "max(",
            "avg(",
            "coalesce(",
            "lower(",
            "upper(",
            "now()"));
    words.addAll(tables.names());
    tables.list().stream()
        .flatMap(def -> def.fields().stream())
        .map(FieldDef::name)
        .distinct()
        .forEach(words::add);
    return words;
  }

  @Override
  public void close() {
    if (runner != null) {
      runner.close();
    }
  }
}
