package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.Console;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.view.Views;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoCommandTest {
  private static final String[] SHORT = {"demo", "--exit", "--orders", "3000"};

  /** One run for all that only look at it. */
  private static final Cli SHOWN = Cli.run("", SHORT);

  @TempDir private Path directory;

  /** Times, and what RocksDB estimates, differ from run to run. */
  private static String steady(String out) {
    return out.replaceAll("[0-9.]+ ms\n", "TIME\n")
        .replaceAll(" in [0-9.]+ s, .*", "TIME")
        .replaceAll("expected  .*", "expected");
  }

  @Test
  void showsBothKeysSideBySide() {
    Cli run = SHOWN;
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains(
            """
                          the specification's 61 bytes     native, 36 bytes
              shard       00 10  16 of 256                 00 41  65 of 256
                          1f  delimiter
              user_id     55 53 52 5f 31 32 33 34 35       55 53 52 5f 31 32 33 34 35
                          00 × 23  filled up to 32 bytes   00  end of the value
                          1f  delimiter
              order_date  00 00 01 94 73 46 b0 00          80 00 01 94 73 46 b0 00
                          1f  delimiter
              order_id    55 0e 84 00 e2 9b 41 d4 a7       55 0e 84 00 e2 9b 41 d4 a7
                          16 44 66 55 44 00 01             16 44 66 55 44 00 01
            """)
        .doesNotContain("\u001b");
    assertThat(run.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void neighboursAreSorted() {
    assertThat(SHOWN.out())
        .containsSubsequence(
            "USR_1      2025-01-17T08:00:00Z\n",
            "USR_12345  1969-07-20T20:17:40Z\n",
            "USR_12345  2025-01-17T08:00:00Z\n",
            "USR_12345  2025-01-18T08:00:00Z\n",
            "order_date desc",
            "USR_12345  2025-01-18T08:00:00Z\n",
            "USR_12345  2025-01-17T08:00:00Z\n",
            "USR_12345  1969-07-20T20:17:40Z\n");
  }

  /** All 200,000 orders, as a user sees it. */
  @Test
  void asksATableAndIsRefused() {
    assertThat(Cli.run("", "demo", "--exit").out())
        .containsSubsequence(
            "\n  $ keyfold table create --store URL orders \\\n",
            "\n  200,000 orders of about 10,000 users and their index entries in ",
            "\n  Exact lookup  user_id = 'USR_12345' and order_date = '2025-01-17T08:00:00Z'",
            "\n    2025-01-17T08:00:00Z  ",
            "\n    EXACT LOOKUP of primary key (user_id, order_date, order_id), 256 shards\n",
            "raw       1000415553525f313233343500800001947346b000550e8400e29b41d4a71644\n",
            "actual    1 row read, 1 returned, 0 records fetched, ",
            "\n  Prefix scan  user_id = 'USR_12345' order by order_date desc limit 3\n",
            "\n    PREFIX SCAN of primary key ",
            "order     from the key, backwards\n",
            "actual    3 rows read, 3 returned, 0 records fetched, ",
            "\n  Range scan  user_id = 'USR_12345' and order_date >= '2025-01-01' and",
            "\n    RANGE SCAN of primary key ",
            "actual    ",
            "\n    PREFIX SCAN of index by_category ",
            "\n  Refused  status = 'open' order by order_date\n    no key or index of table",
            "by_status_order_date: status, order_date",
            "{city=Bern, email=bob@example.com, name=Bob}",
            "[ordered, paid, sent, delivered]",
            "toys 125.5, books 120.0, music 99.0");
  }

  @Test
  void keepsTheStoreThatItIsGiven() {
    String url = "rocksdb:" + directory.resolve("kept");
    String[] args = {"demo", "--exit", "--store", url, "--orders", "500"};
    assertThat(Cli.run("", args).out()).endsWith("  $ keyfold shell --store " + url + "\n");
    assertThat(Cli.run("", "export", "--store", url, "orders").out()).hasLineCount(500);
    Cli again = Cli.run("", args);
    assertThat(again.status()).isEqualTo(4);
    assertThat(again.err())
        .isEqualTo("keyfold: table orders already exists; open it, or drop it first\n");
    assertThat(Cli.run("", "demo", "--orders", "none").status()).isEqualTo(2);
    assertThat(Cli.run("", "table", "drop", "--store", url, "orders", "--yes").status()).isZero();
    assertThat(Cli.run("", args).status()).isZero(); // what is left was its own
  }

  /** What the demo did not make stays as it is, down to the last entry of the store. */
  @ParameterizedTest
  @ValueSource(strings = {"table", "map", "array", "sorted set", "kind", "name", "database", "raw"})
  void refusesAStoreWithDataOfItsUser(String what) {
    String url = "rocksdb:" + directory.resolve("mine");
    try (Store store = Stores.open(url)) {
      write(store, what);
    }
    List<String> before = entries(url);
    Cli run = Cli.run("", "demo", "--exit", "--store", url, "--orders", "10");
    assertThat(run.err())
        .startsWith("keyfold: refused: the store has data that the demo did not create: ")
        .contains("; nothing was written. Use --store with a new directory");
    assertThat(run.out()).isEmpty();
    assertThat(run.status()).isEqualTo(3);
    assertThat(entries(url)).isEqualTo(before);
  }

  private static void write(Store store, String what) {
    if (what.equals("table")) {
      Tables.of(store).create(new TableBuilder("customers").fields("a int32").key("a"));
      return;
    }
    if (what.equals("raw")) {
      store.put("user:1".getBytes(StandardCharsets.UTF_8), new byte[] {1});
      return;
    }
    StructuresOptions options = StructuresOptions.defaults().withBackground(false);
    try (Structures structures = Structures.over(store, options)) {
      Views views = Views.of(structures, what.equals("database") ? 3 : 0);
      switch (what) {
        case "map" -> views.map("bob", String.class, String.class).put("name", "Bob");
        case "array" -> views.array("steps", String.class).add("up");
        case "sorted set" -> views.sortedSet("best", String.class).add("of seven", 4);
        case "kind" -> views.set("best", String.class).add("of seven");
        case "database" -> views.array("steps", String.class).add("sent");
        default -> views.map("alice", String.class, String.class).put("name", "Alice");
      }
    }
  }

  private static List<String> entries(String url) {
    List<String> all = new ArrayList<>();
    try (Store store = Stores.open(url);
        Cursor cursor = store.scan(Scan.over(KeyRange.of(new byte[0], null)))) {
      while (cursor.next()) {
        all.add(Bytes.toHex(cursor.key().toArray()) + " " + Bytes.toHex(cursor.value().toArray()));
      }
    }
    return all;
  }

  /** As a process: it serves what it has shown, and a signal leaves nothing behind. */
  @Test
  void servesAndCleansUp() throws Exception {
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    List<String> command =
        Program.command("-Djava.io.tmpdir=" + temporary, "-Dslf4j.internal.verbosity=ERROR");
    command.addAll(List.of("demo", "--orders", "500"));
    command.addAll(List.of("--redis-port", "0"));
    Process process =
        new ProcessBuilder(command).redirectError(directory.resolve("err").toFile()).start();
    try {
      String line = "";
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      while (line != null && !line.startsWith("redis: 127.0.0.1:")) {
        line = out.readLine();
      }
      assertThat(line).as(() -> read(directory.resolve("err"))).isNotNull();
      int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket
            .getOutputStream()
            .write(
                "hget bob email\r\nlrange steps 2 2\r\nquit\r\n".getBytes(StandardCharsets.UTF_8));
        assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
            .isEqualTo("$15\r\nbob@example.com\r\n*1\r\n$4\r\nsent\r\n+OK\r\n");
      }
      process.destroy(); // SIGTERM
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(143);
    } finally {
      process.destroyForcibly().waitFor();
    }
    try (var left = Files.list(temporary)) {
      assertThat(left.filter(path -> path.getFileName().toString().startsWith("keyfold")))
          .isEmpty();
    }
  }

  /**
   * Without options, while others have the usual ports: it takes free ones, says where, serves
   * both, and Ctrl-C ends it without a word and without anything left.
   */
  @Test
  void ctrlCEndsWhatItServes() throws Exception {
    String out;
    try (ServerSocket redis = taken(6380);
        ServerSocket http = taken(8480)) {
      out =
          ProcessTest.bash(
              directory,
              """
              mkdir tmp
              set -m # a job in the background hears Ctrl-C only with job control
              JVM="-Djava.io.tmpdir=$PWD/tmp -Dslf4j.internal.verbosity=ERROR"
              keyfold demo --orders 500 > shown.txt 2> err.txt &
              for i in $(seq 600); do grep -q ^console: shown.txt && break; sleep 0.1; done
              port=$(sed -n 's/^redis: 127.0.0.1://p' shown.txt)
              grep -c "redis-cli -p $port hgetall bob" shown.txt
              exec 3<> /dev/tcp/127.0.0.1/$port
              printf 'hget bob email\\r\\nquit\\r\\n' >&3; tr -d '\\r' <&3
              http=$(sed -n 's/^console: http:..127.0.0.1://p' shown.txt)
              exec 4<> /dev/tcp/127.0.0.1/$http
              printf "GET /healthz HTTP/1.1\\r\\nHost: 127.0.0.1:$http\\r\\n" >&4
              printf 'Connection: close\\r\\n\\r\\n' >&4; tr -d '\\r' <&4 | tail -n 1
              kill -INT $(ps -o pid= --ppid $!)
              wait $!; echo $?
              cat err.txt
              ls tmp | grep keyfold
              """);
      assertThat(redis).isNotNull();
      assertThat(http).isNotNull();
    }
    assertThat(out).isEqualTo("1\n$15\nbob@example.com\n+OK\nok\n130\n");
  }

  /** The port, for us; if somebody has it already, so much the better. */
  private static ServerSocket taken(int port) throws IOException {
    try {
      return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    } catch (BindException e) {
      return new ServerSocket(0);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void coloursChangeNothingElse() {
    Cli run = Cli.run(InputStream.nullInputStream(), Map.of(), true, SHORT);
    assertThat(run.out()).contains("\u001b[");
    assertThat(steady(run.out().replaceAll("\u001b\\[[0-9;]*m", "")))
        .isEqualTo(steady(SHOWN.out()));
  }

  @Test
  void progressIsGoneAtTheEnd() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            err,
            Map.of("TERM", "xterm"),
            false,
            true);
    assertThat(Main.run(new String[] {"demo", "--exit", "--orders", "200000"}, console)).isZero();
    assertThat(err.toString(StandardCharsets.UTF_8))
        .doesNotContain("\n")
        .containsPattern("\rloading  \\[#*\\.*] +[0-9]+ %  [0-9,]+ rows  [0-9,]+/s  ")
        .endsWith("\r\u001b[K");
  }
}
