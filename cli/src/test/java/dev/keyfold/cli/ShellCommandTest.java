package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.shell.CommandWords;
import dev.keyfold.cli.shell.Shell;
import dev.keyfold.cli.shell.ShellTerminal;
import dev.keyfold.cli.shell.ShellWords;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.load.Lines;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ShellCommandTest {
  @TempDir private Path directory;

  private Cli shell(String lines) {
    Shop shop = new Shop(directory).with(50);
    return Cli.run(lines, "shell", "--store", shop.url());
  }

  @Test
  void asksPageByPage() {
    Cli run =
        shell(
            """
            # a comment, and an empty line

            format json
            page 4
            orders user = 'U1' order by at desc limit 6
            next
            next
            query orders user = 'U1' and at = 1000 and id = 6
            """);
    assertThat(run.out().lines().map(line -> line.replaceAll(".*\"id\":([0-9]+).*", "$1")))
        .containsExactly("46", "41", "36", "31", "26", "21", "6");
    assertThat(run.err())
        .matches(
            "token: \\S+\nkeyfold: no next page: run a query first, or the last page was shown\n");
    assertThat(run.status()).isEqualTo(2);
  }

  /** Its end alone would be another line, and may be the wrong one to run. */
  @Test
  void nothingOfALineThatIsTooLongIsRun() {
    String blanks = " ".repeat(Lines.LONGEST + 198);
    Cli run =
        shell(
            "tables\norders user = 'U1'"
                + blanks
                + "table drop orders --yes\norders user = 'U1' limit 1\n");
    assertThat(run.err())
        .isEqualTo(
            "keyfold: line 2: found a line of more than 8388608 bytes, expected at most that"
                + " many; the line was skipped\n");
    assertThat(run.out()).hasLineCount(4).contains("orders", "1970-01-01T");
    assertThat(run.status()).isEqualTo(2);
  }

  @Test
  void showsRowsInEveryForm() {
    Cli run =
        shell(
            """
            page 1
            orders user = 'U1' limit 1
            format csv
            orders user = 'U1' limit 1
            format hex
            orders user = 'U1' limit 1
            format xml
            """);
    assertThat(run.out())
        .matches(
            """
            user  at                    id  category  amount
            U1    1970-01-01T00:00:09Z  46  book       46.50
            user,at,id,category,amount
            U1,1970-01-01T00:00:09Z,46,book,46.50
            key   100002553100[0-9a-f]+
            value 0101[0-9a-f]+
            """);
    assertThat(run.err())
        .isEqualTo("keyfold: found 'xml', expected one of table, json, csv, hex\n");
  }

  @Test
  void pointsAtWhatIsWrong() {
    Cli run =
        shell(
            """
            orders user == 'U1'
            explain orders user = 'U1' and colour = 3
              orders  id = 'x'
            nothing user = 'U1'
            query nothing
            """);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains(
            """
              orders user == 'U1'
                           ^
            keyfold: at offset 6: found '=', expected a literal\
            """,
            """
              explain orders user = 'U1' and colour = 3
                                             ^
            keyfold:\
            """,
            "keyfold: found 'nothing', expected a table: orders\n")
        .doesNotContain("\tat ");
    assertThat(run.status()).isEqualTo(2);
  }

  @Test
  void refusesScansUntilToldOtherwise() {
    Cli run =
        shell(
            """
            orders amount = 7.50
            scan 100
            page 3
            orders amount = 7.50
            scan off
            analyze orders category = 'toy' limit 2
            exit
            tables
            """);
    assertThat(run.err())
        .contains(
            "keyfold: refused: no key or index of table orders serves", "Type 'scan N' first");
    assertThat(run.out())
        .contains("U2    1970-01-01T00:00:01Z   7  toy         7.50")
        .contains("PREFIX SCAN of index by_category", "actual    2 rows read")
        .doesNotContain("shards  indexes");
    assertThat(run.status()).isEqualTo(3);
  }

  @Test
  void runsOtherCommandsOnTheOpenStore() {
    Cli run =
        shell(
            """
            tables
            describe orders
            table create notes --schema 'id int32, text string' --key id
            query notes
            stats notes
            check
            key explain --schema 'n int32' 8000002a
            serve
            """);
    assertThat(run.out())
        .contains("orders  user, at desc, id       4        1\n", "fields  user string\n")
        .contains("id  text\n", "notes        0    0 B", "table notes: 0 records")
        .contains("n      int32 42");
    assertThat(run.err())
        .isEqualTo("keyfold: serve does not run in the shell; run 'keyfold serve' instead\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          '' | orders, query, next, stats, table | serve
          format | table, json, csv, hex | orders
          explain | orders | user
          orders | user, at, select, order by, limit | =
          orders select | user, at | where
          orders select user, | user, at | where
          orders select user, at | where, order by, limit | =
          orders select user, at where | user, at | select
          orders select user, at where user | =, between | where
          orders select user order by | at | where
          orders user | =, between, in (, is null | user
          orders user = | '' | user
          orders user = 'U1' | and, order by, limit | user
          orders user = 'U1' and | user, id | limit
          orders id between 1 and | '' | user
          orders user = 'U1' order | by | user
          orders user = 'U1' order by | at | and
          orders user = 'U1' order by at | desc, limit | and
          table | create, describe, drop | orders
          table drop | orders, --yes | --store
          import | orders, --max-bad | user
          nonsense | '' | user
          """)
  void completesFromCommandsAndSchema(String before, String expected, String not) {
    Console console =
        new Console(InputStream.nullInputStream(), System.out, System.err, Map.of(), false);
    try (MemoryStore store = MemoryStore.open()) {
      Tables tables = Tables.of(store);
      tables.create(new TableBuilder("orders").fields(Shop.FIELDS).key("user, at, id"));
      ShellWords words =
          new ShellWords(tables, new CommandLine(Main.root(console).spec()), List::of);
      List<String> typed = before.isEmpty() ? List.of() : List.of(before.split(" "));
      List<String> found = words.after(typed);
      assertThat(found).doesNotContain(not);
      if (expected.isEmpty()) {
        assertThat(found).isEmpty();
      } else {
        assertThat(found).contains(expected.split(", "));
      }
    }
  }

  /** JLine on a terminal that is none: keys in, what is shown out. */
  @Test
  void editsLinesOfADumbTerminal() throws IOException {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    InputStream keys =
        new ByteArrayInputStream("notes id = 21\nexit\n".getBytes(StandardCharsets.UTF_8));
    Console console = new Console(InputStream.nullInputStream(), out, System.err, Map.of(), false);
    try (MemoryStore store = MemoryStore.open();
        Terminal terminal =
            TerminalBuilder.builder().system(false).streams(keys, shown).type("dumb").build()) {
      Tables tables = Tables.of(store);
      tables.create(new TableBuilder("notes").fields("id int32, text string").key("id"));
      console.session(tables);
      assertThat(
              new ShellTerminal(
                      Main.PROGRAM,
                      console,
                      tables,
                      new Shell(Main.PROGRAM, console, tables, false),
                      terminal)
                  .run())
          .isZero();
    }
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("id  text\n");
    assertThat(shown.toString(StandardCharsets.UTF_8)).contains("keyfold> ");
  }

  @Test
  void wordsAreSplitAsInACommandLine() {
    assertThat(CommandWords.of("a 'b c' \"d'e\" f'g h'i ''"))
        .containsExactly("a", "b c", "d'e", "fg hi", "");
  }
}
