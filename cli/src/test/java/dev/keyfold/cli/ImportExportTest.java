package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.load.Import;
import dev.keyfold.table.load.JsonLinesReader;
import dev.keyfold.table.load.LoadCheckpoint;
import dev.keyfold.table.load.LoadProgress;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportExportTest {
  @TempDir private Path directory;
  private Shop shop;

  @BeforeEach
  void open() {
    shop = new Shop(directory).with(0);
  }

  private static String sorted(String text) {
    return String.join("\n", text.lines().sorted().toList());
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  @Test
  void exportAndImportGiveTheSameAgain() throws IOException {
    shop.load(Shop.lines(0, 250)).fails(0, "keyfold: 250 rows written\n");
    Cli json = shop.run("export", "orders");
    Cli csv = shop.run("export", "orders", "--csv");
    assertThat(sorted(json.out())).isEqualTo(sorted(Shop.lines(0, 250)));
    assertThat(csv.out()).startsWith("user,at,id,category,amount\n").hasLineCount(251);
    assertThat(csv.out()).contains("\nU1,1970-01-01T00:00:00Z,1,toy,1.50\n");
    for (Cli text : new Cli[] {json, csv}) {
      shop.table("drop", "orders", "--yes").gives("");
      shop.with(0);
      String[] how = text.equals(csv) ? new String[] {"--csv"} : new String[0];
      shop.load(text.out(), how).fails(0, "keyfold: 250 rows written\n");
      shop.run("export", "orders").gives(json.out());
      shop.table("drop", "orders", "--yes").gives("");
      shop.with(0);
      Path file = file(text.equals(csv) ? "o.CSV" : "o.json", text.out());
      shop.run("import", "orders", file.toString()).fails(0, "keyfold: 250 rows written\n");
      shop.run("export", "orders", "--csv").gives(csv.out());
    }
    // Again: nothing is doubled.
    shop.load(json.out()).fails(0, "keyfold: 250 rows written\n");
    shop.run("export", "orders").gives(json.out());
    assertThat(shop.query("category = 'toy'", "--json").out()).hasLineCount(125);
  }

  @Test
  void badLinesAreCountedAndTheOthersWritten() {
    shop.load(
            """
            {"user":"U1","at":1000,"id":1,"category":"book"}
            {"user":"U1","id":1,"category":"book"}
            {"user":"U1","at":"soon","id":1,"category":"book"}
            {"user":"U1","at":1000,"id":3000000000,"category":"book"}
            {"user":"U1","at":1000,"id":1,"colour":"red"}
            nonsense\u001b
            {"user":"U1","at":2000,"id":2,"category":"book","amount":0.1}
            """)
        .fails(
            1,
            """
            keyfold: line 2: table orders, field at: found no value, expected one: the field is \
            not nullable
            keyfold: line 3: table orders, field at: found "soon", expected a value for \
            timestamp: text such as "2025-01-17T08:00:00Z", or milliseconds since the epoch
            keyfold: line 4: table orders, field id: found 3000000000, expected int32: \
            -2147483648 to 2147483647
            keyfold: line 5: table orders has no field 'colour'; it has user, at, id, category, \
            amount
            keyfold: line 6: at character 0: not JSON: Unrecognized token 'nonsense\\u001b': was \
            expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')
            keyfold: 2 rows written, 5 bad records
            """);
    assertThat(shop.run("export", "orders").out())
        .isEqualTo(
            """
            {"user":"U1","at":"1970-01-01T00:00:02Z","id":2,"category":"book","amount":"0.10"}
            {"user":"U1","at":"1970-01-01T00:00:01Z","id":1,"category":"book","amount":null}
            """);
  }

  @Test
  void badCsv() throws IOException {
    shop.load("user,when\n", "--csv")
        .fails(
            1,
            "keyfold: line 1: found the column 'when', expected one of the fields of table orders:"
                + " user, at, id, category, amount\n");
    Path file =
        file(
            "x.csv",
            "id,user,at,category\n1,U1,1000,\"a\n\"\"b\"\"\"\n2,U1\n3,U1,,x\n4,U1,0,\"\"\n");
    shop.run("import", "orders", file.toString())
        .fails(
            1,
            """
            keyfold: line 4: found 2 values, expected 4: id, user, at, category
            keyfold: line 5: table orders, field at: found no value, expected one: the field is \
            not nullable
            keyfold: 2 rows written, 2 bad records
            """);
    shop.run("export", "orders", "--csv")
        .gives(
            """
            user,at,id,category,amount
            U1,1970-01-01T00:00:01Z,1,"a
            ""b\""",
            U1,1970-01-01T00:00:00Z,4,"",
            """);
  }

  @Test
  void unreadableFiles() {
    String nowhere = directory.resolve("nowhere.json").toString();
    shop.run("import", "orders", nowhere)
        .fails(74, "keyfold: cannot read " + nowhere + ": no such file\n");
    shop.run("import", "orders", directory.toString())
        .fails(74, "keyfold: cannot read " + directory + ": Is a directory\n");
    shop.run("import", "nothing", "-")
        .fails(4, "keyfold: there is no table nothing in this store; it has orders\n");
    assertThat(shop.run("import", "orders").err()).contains("FILE is missing");
    shop.load("", "--resume")
        .fails(
            2,
            """
            keyfold: --resume needs a file: standard input cannot be read again
            keyfold: Try 'keyfold import --help'.
            """);
  }

  @Test
  void unreadableStandardInput() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("gone");
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            return read();
          }
        };
    Cli.run(broken, Map.of(), false, "import", "--store", shop.url(), "orders", "-")
        .fails(74, "keyfold: cannot read standard input: gone\n");
  }

  @Test
  void resumesAFileBehindItsLastBatch() throws IOException {
    Path file = file("many.json", Shop.lines(0, 3500)).toAbsolutePath();
    interrupt(file, 2);
    assertThat(shop.run("export", "orders").out()).hasLineCount(2000);

    shop.run("import", "orders", file.toString(), "--resume")
        .fails(
            0,
            """
            keyfold: resuming after line 2,000, 2,000 rows already written (--restart starts from the beginning)
            keyfold: 1,500 rows written
            """);
    assertThat(sorted(shop.run("export", "orders").out())).isEqualTo(sorted(Shop.lines(0, 3500)));
    // It came to its end, so there is nothing to go on with.
    shop.run("import", "orders", file.toString(), "--resume")
        .fails(0, "keyfold: 3,500 rows written\n");
  }

  @Test
  void doesNotResumeAFileThatWasChanged() throws IOException {
    Path file = file("many.json", Shop.lines(0, 2500)).toAbsolutePath();
    interrupt(file, 1);
    Files.setLastModifiedTime(
        file, java.nio.file.attribute.FileTime.fromMillis(System.currentTimeMillis() + 5000));
    Cli run = shop.run("import", "orders", file.toString(), "--resume");
    assertThat(run.err())
        .contains("has changed since its import was interrupted; import it from its");
    assertThat(run.status()).isEqualTo(4);
    shop.run("import", "orders", file.toString())
        .fails(
            0,
            "keyfold: "
                + file
                + " has changed since its import was interrupted; importing it from its beginning\n"
                + "keyfold: 2,500 rows written\n");
  }

  @Test
  void goesOnByItselfUnlessToldToRestart() throws IOException {
    Path file = file("many.json", Shop.lines(0, 3500)).toAbsolutePath();
    interrupt(file, 2);
    shop.run("import", "orders", file.toString(), "--restart")
        .fails(0, "keyfold: 3,500 rows written\n");
    interrupt(file, 3);
    assertThat(shop.run("import", "orders", file.toString()).err())
        .startsWith("keyfold: resuming after line 3,000, ")
        .endsWith("keyfold: 500 rows written\n");
    shop.run("import", "orders", file.toString(), "--resume", "--restart")
        .fails(
            2,
            """
            keyfold: --resume and --restart cannot be combined
            keyfold: Try 'keyfold import --help'.
            """);
  }

  @Test
  void stopsAtTooManyBadRecords() throws IOException {
    String text = Shop.lines(0, 10) + "x\n" + Shop.lines(10, 20) + "{}\n" + Shop.lines(20, 30);
    Path file = file("bad.json", text);
    Cli stopped = shop.run("import", "orders", file.toString(), "--max-bad", "1");
    assertThat(stopped.status()).isEqualTo(1);
    assertThat(stopped.err())
        .contains("keyfold: line 11: ", "keyfold: line 22: ")
        .endsWith(
            """
            keyfold: 20 rows written, 2 bad records
            keyfold: stopped after line 22: more than 1 bad record; run the same command to resume there
            """);
    shop.run("import", "orders", file.toString(), "--max-bad", "0")
        .fails(
            0,
            """
            keyfold: resuming after line 22, 20 rows already written (--restart starts from the beginning)
            keyfold: 10 rows written
            """);
    assertThat(shop.run("export", "orders").out()).hasLineCount(30);
    assertThat(shop.load("x\n" + Shop.lines(30, 31), "--max-bad", "0").err())
        .endsWith(
            """
            keyfold: 0 rows written, 1 bad record
            keyfold: stopped after line 1: more than 0 bad records
            """);
    assertThat(shop.load("", "--max-bad", "many").err())
        .startsWith("keyfold: --max-bad: found 'many', expected a number from 1 to ");
  }

  /** An import that stops after some batches, as if killed. */
  private void interrupt(Path file, int batches) throws IOException {
    class Killed extends RuntimeException {
      private static final long serialVersionUID = 1L;
    }
    AtomicInteger left = new AtomicInteger(batches);
    try (Store store = Stores.open(shop.url());
        InputStream in = Files.newInputStream(file)) {
      Table<Row> table = Tables.of(store).table("orders");
      LoadCheckpoint memory =
          new LoadCheckpoint(
              store,
              table.definition().id(),
              file.toString(),
              Files.size(file),
              Files.getLastModifiedTime(file).toMillis());
      Import.Listener listener =
          new Import.Listener() {
            @Override
            public void progress(LoadProgress progress) {
              if (left.decrementAndGet() == 0) {
                throw new Killed();
              }
            }

            @Override
            public void bad(long line, String message) {
              throw new AssertionError(message);
            }
          };
      new Import(store, table, listener)
          .run(new JsonLinesReader(table.definition(), in, () -> {}), memory, LoadProgress.NONE);
      throw new AssertionError("expected to be killed");
    } catch (Killed expected) {
      assertThat(left).hasValue(0);
    }
  }

  @Test
  void progressIsForTerminalsOnly() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            slowly(Shop.lines(0, 4000) + "x\n"),
            OutputStream.nullOutputStream(),
            err,
            Map.of("TERM", "xterm"),
            false,
            true);
    String[] args = {"import", "--store", shop.url(), "orders", "-"};
    assertThat(Main.run(args, console)).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .containsPattern("\rorders  [0-9,]+ rows  [0-9,]+/s\u001b\\[K")
        .contains("\r\u001b[Kkeyfold: line 4001: ")
        .containsPattern("keyfold: 4,000 rows written, 1 bad record in [0-9]+ s, [0-9,]+/s\n$");
  }

  /** Slow enough for progress to be shown. */
  private static InputStream slowly(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
      @Override
      public synchronized int read(byte[] bytes, int offset, int length) {
        try {
          Thread.sleep(60);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        return super.read(bytes, offset, Math.min(length, 50_000));
      }
    };
  }

  @Test
  void progressBar() {
    Console console =
        new Console(InputStream.nullInputStream(), System.out, System.err, Map.of(), false);
    assertThat(new ProgressBar(console, "orders", 1000, 0, 0).line(500, 40, 2.0))
        .isEqualTo("orders  [############............]  50 %  40 rows  20/s  2 s left");
    assertThat(new ProgressBar(console, "orders", 1000, 0, 0).line(1000, 80, 4.0))
        .isEqualTo("orders  [########################] 100 %  80 rows  20/s  0 s left");
    assertThat(new ProgressBar(console, "orders", 1000, 500, 40).line(501, 50, 1.0))
        .isEqualTo("orders  [############............]  50 %  50 rows  10/s  8:19 min left");
    assertThat(new ProgressBar(console, "orders", 0, 0, 0).line(501, 1_234_567, 1.0))
        .isEqualTo("orders  1,234,567 rows  1,234,567/s");
    assertThat(ProgressBar.time(3600 * 25.5)).isEqualTo("25:30 h");
  }
}
