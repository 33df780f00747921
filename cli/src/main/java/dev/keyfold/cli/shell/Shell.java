package dev.keyfold.cli.shell;

import dev.keyfold.cli.command.CommandTree;
import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.cli.data.QueryOptions;
import dev.keyfold.cli.sql.ShellSql;
import dev.keyfold.codec.KeyException;
import dev.keyfold.table.Tables;
import dev.keyfold.table.errors.QueryException;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.load.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Executes the lines of an interactive shell: queries with paging, shell commands, and the
 * program's commands on the open store. Not thread-safe, except {@link #interrupt}.
 */
public final class Shell {
  static final List<String> QUERIES = List.of("query", "explain", "analyze");
  static final List<String> OWN =
      List.of(
          "query",
          "explain",
          "analyze",
          "next",
          "tables",
          "describe",
          "format",
          "page",
          "scan",
          "help",
          "exit");

  /** Commands that open stores of their own, or need none. */
  static final Set<String> OUTSIDE =
      Set.of("bench", "completion", "demo", "restore", "serve", "shell");

  /** The maximum number of names in a message; a store may have thousands. */
  private static final int MOST_NAMES = 20;

  private static final String HELP =
      """
      TABLE CONDITIONS       find rows: orders user = 'U1' order by at desc limit 5
      query TABLE ...        the same
      explain TABLE ...      show the plan of a query; analyze also runs it
      next                   show the next page; so does an empty line
      tables, describe TABLE list the tables; show the definition of a table
      format F               output format of rows: table, json, csv or hex
      page N                 rows per page
      scan N                 permit full scans of up to N rows; scan off
      select ... ;           SQL statements, over several lines, up to a semicolon
      \\d, \\d TABLE           list the tables and views; show the columns of a table
      exit                   or Ctrl-D
      Other keyfold commands work on this store too: stats, check, advise, import,
      export, table alter, key explain. Tab completes, Ctrl-C stops the output.
      """;

  private final CommandTree program;
  private final Console console;
  private final Tables tables;
  private final boolean json;
  private ShellFormat format;
  private long pageSize = 20;
  private long allowScan;
  private @Nullable ShellQuery current;
  private @Nullable ShellSql sql;
  private volatile boolean interrupted;

  /**
   * @param json whether every answer is JSON; else only rows are, and only if asked for
   */
  public Shell(CommandTree program, Console console, Tables tables, boolean json) {
    this.program = program;
    this.console = console;
    this.tables = tables;
    this.json = json;
    this.format = json ? ShellFormat.JSON : ShellFormat.TABLE;
  }

  boolean saysJson() {
    return json;
  }

  /** Stops what is being shown. From any thread. */
  void interrupt() {
    interrupted = true;
  }

  /** Whether an empty line continues with the next page. */
  boolean hasNext() {
    return current != null && current.token() != null;
  }

  /**
   * Executes a line.
   *
   * @return the exit status of the equivalent command; -1 to leave the shell
   */
  public int run(String line) {
    interrupted = false;
    console.again();
    if (sql().takes(line)) {
      return sql(line);
    }
    String[] parts = line.strip().split("\\s+", 2);
    String rest = parts.length > 1 ? parts[1].strip() : "";
    if (parts[0].isEmpty()) {
      return hasNext() ? guarded(line, "", this::nextPage) : ExitCode.DONE;
    }
    return switch (parts[0]) {
      case "exit", "quit" -> -1;
      case "help", "?" -> guarded(line, "", this::help);
      case "next" ->
          hasNext()
              ? guarded(line, "", this::nextPage)
              : wrong("no next page: run a query first, or the last page was shown");
      case "tables" -> command(List.of("table", "list"));
      case "describe" -> command(concat(List.of("table", "describe"), CommandWords.of(rest)));
      case "format" -> chooseFormat(rest);
      case "page" -> choosePage(rest);
      case "scan" -> // N or off is about queries; the command has options
          rest.startsWith("-") ? command(CommandWords.of(line)) : chooseScan(rest);
      case "query" -> ask(line, rest, "query");
      case "explain", "analyze" -> ask(line, rest, parts[0]);
      default ->
          tables.has(parts[0]) ? ask(line, line.strip(), "query") : command(CommandWords.of(line));
    };
  }

  /** Made when a line may be SQL; it loads nothing of SQL before there is a statement. */
  private ShellSql sql() {
    if (sql == null) {
      sql = new ShellSql(console, tables, json, () -> interrupted);
    }
    return sql;
  }

  /** Whether a statement has begun and lacks its semicolon. */
  boolean isWaiting() {
    return sql().isWaiting();
  }

  /** Forgets a statement that has begun. */
  void cancel() {
    sql().cancel();
  }

  /** Rolls back what SQL has not committed. */
  public void close() {
    sql().close();
  }

  private int sql(String line) {
    int status;
    try {
      status = sql().run(line);
      console.flush();
    } catch (IOException | RuntimeException | StackOverflowError e) {
      status = program.report(e, console);
    }
    console.finish();
    return status;
  }

  private void help() throws IOException {
    if (json) {
      new JsonWriter(console.out()).line(Map.of("help", HELP));
    } else {
      console.out().text(HELP);
    }
  }

  private int wrong(String message) {
    console.complain(message);
    console.flush();
    return ExitCode.USAGE;
  }

  private int chooseFormat(String word) {
    ShellFormat chosen = ShellFormat.named(word);
    if (chosen == null) {
      return wrong(
          "found '" + word + "', expected one of " + String.join(", ", ShellFormat.words()));
    }
    format = chosen;
    return ExitCode.DONE;
  }

  private int choosePage(String word) {
    long number = number(word);
    if (number < 1) {
      return wrong("found '" + word + "', expected the number of rows per page");
    }
    pageSize = number;
    return ExitCode.DONE;
  }

  private int chooseScan(String word) {
    long number = word.equals("off") ? 0 : number(word);
    if (number < 0) {
      return wrong("found '" + word + "', expected the number of rows that may be scanned, or off");
    }
    allowScan = number;
    return ExitCode.DONE;
  }

  /** Negative if it is not a number. */
  private static long number(String word) {
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** {@code orders user = 'U1'}: the name of a table and a query. */
  private int ask(String line, String words, String how) {
    String[] parts = words.split("\\s+", 2);
    if (parts[0].isEmpty() || !tables.has(parts[0])) {
      return wrong("found '" + parts[0] + "', expected " + tableNames());
    }
    String text = parts.length > 1 ? parts[1] : "";
    if (json && !how.equals("query")) {
      List<String> explain = new ArrayList<>(List.of("explain", parts[0], text));
      if (how.equals("analyze")) {
        explain.add("--analyze");
      }
      if (allowScan > 0) {
        explain.addAll(List.of(QueryOptions.ALLOW_SCAN, Long.toString(allowScan)));
      }
      return command(explain);
    }
    return guarded(
        line,
        text,
        () -> {
          ShellQuery query = new ShellQuery(tables, parts[0], text);
          if (how.equals("query")) {
            current = query;
            page(query);
          } else {
            console
                .out()
                .text(
                    how.equals("explain")
                        ? query.query(allowScan).explain()
                        : query.query(allowScan).analyze());
          }
        });
  }

  private String tableNames() {
    List<String> names = tables.names();
    if (names.isEmpty()) {
      return "a table, but the store has none";
    }
    return names.size() <= MOST_NAMES
        ? "a table: " + String.join(", ", names)
        : "a table, one of " + names.size() + "; type tables for the list";
  }

  private void nextPage() throws IOException {
    if (current != null) {
      page(current);
    }
  }

  private void page(ShellQuery query) throws IOException {
    query.page(console, format, pageSize, allowScan, () -> interrupted);
    console.flush();
    if (hasNext()) {
      console.err().text("token: " + query.token()).endLine();
      if (console.showsStatus()) {
        console.err().text("-- more: Enter or next").endLine();
      }
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  /** Runs the work; an error is shown with a caret at its place in the line, if it has one. */
  private int guarded(String line, String text, Work work) {
    int status = ExitCode.DONE;
    try {
      work.run();
      console.flush();
    } catch (KeyException | QueryException e) {
      int place = text.isEmpty() ? -1 : ShellErrors.place(text, e);
      if (place >= 0) {
        ShellErrors.point(console, line, line.length() - text.length() + place);
      }
      console.complain(e.getMessage());
      status = ExitCode.USAGE;
    } catch (ScanRefusedException e) {
      console.complain("refused: " + e.getMessage());
      console.complain("Type 'scan N' first to permit a full scan of up to N rows.");
      status = ExitCode.REFUSED;
    } catch (IOException | RuntimeException | StackOverflowError e) {
      status = program.report(e, console);
    }
    console.finish();
    return status;
  }

  /** One of the program's own commands. */
  private int command(List<String> words) {
    if (OUTSIDE.contains(words.get(0).toLowerCase(Locale.ROOT))) {
      return wrong(
          words.get(0) + " does not run in the shell; run 'keyfold " + words.get(0) + "' instead");
    }
    boolean option = words.get(0).startsWith("-");
    if (!option && !program.root(console).spec().subcommands().containsKey(words.get(0))) {
      return wrong(
          "found '"
              + words.get(0)
              + "', expected "
              + tableNames()
              + ", or a command; type help for the list");
    }
    List<String> said = json ? CommandWords.withJson(program.root(console).spec(), words) : words;
    return program.run(said.toArray(new String[0]), console);
  }

  private static List<String> concat(List<String> one, List<String> other) {
    List<String> all = new ArrayList<>(one);
    all.addAll(other);
    return all;
  }
}
