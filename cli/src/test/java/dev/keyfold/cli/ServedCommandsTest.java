package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command in three ways: embedded, in a server found by its directory, and by its URL. */
class ServedCommandsTest {
  @TempDir private Path directory;

  /** The store is named STORE, files are in FILES, BACKUP is a path of each way. */
  private static final String[][] SCRIPT = {
    {
      "",
      "table create --store STORE orders --schema|user string, at timestamp, n int32 null|--key|user, at desc"
    },
    {"", "table create --store STORE orders --schema|user string|--key|user"},
    {"", "table create --store STORE sample --from FILES/rows.jsonl --key user,at"},
    {"", "table create --store STORE wrong --schema|user strin|--key|user"},
    {"", "table list --store STORE --json"},
    {"", "table describe --store STORE orders"},
    {"", "import --store STORE orders FILES/rows.jsonl"},
    {"", "import --store STORE orders FILES/missing.jsonl"},
    {"", "import --store STORE orders FILES/bad.csv"},
    {
      "{\"user\":\"U3\",\"at\":\"2025-01-03T00:00:00Z\",\"n\":3}\n", "import --store STORE orders -"
    },
    {"", "query --store STORE orders|user = 'U1'"},
    {"", "query --store STORE orders|user = 'U1' limit 1|--json"},
    {"", "query --store STORE orders|n = 7"},
    {"", "query --store STORE orders|n = 7|--allow-scan 100"},
    {"", "query --store STORE nowhere|n = 7"},
    {"", "query --store STORE orders|n ="},
    {"", "explain --store STORE orders|user = 'U1'"},
    {"", "advise --store STORE orders"},
    {"", "export --store STORE orders"},
    {"", "export --store STORE orders --csv"},
    {"", "table alter --store STORE orders --add-field|note string null"},
    {"", "table alter --store STORE orders --add-index|by_n: n"},
    {"", "query --store STORE orders|n = 7"},
    {"", "sql --store STORE|select * from orders order by n"},
    {"", "sql --store STORE|select nothing from orders"},
    {"", "sql --store STORE -f FILES/script.sql"},
    {"select count(*) from orders;", "sql --store STORE --json"},
    {"", "structure set --store STORE bob map email bob@example.com"},
    {"", "structure get --store STORE bob"},
    {"", "structure list --store STORE --json"},
    {"", "structure import --store STORE FILES/structures.jsonl"},
    {"", "structure export --store STORE"},
    {"", "structure delete --store STORE bob"},
    {"", "check --store STORE"},
    {"", "check --store STORE orders --repair --json"},
    {"tables\norders user = 'U1'\nselect count(*) from orders;\nnonsense\n", "shell --store STORE"},
    {"", "put --store STORE zz value"},
    {"", "put --store STORE zz value --yes"},
    {"", "get --store STORE zz"},
    {"", "scan --store STORE --prefix zz --json"},
    {"", "delete --store STORE zz --yes"},
    {"", "backup --store STORE BACKUP"},
    {"", "backup --store STORE BACKUP"},
    {"", "backup --store STORE BACKUP --yes --stream --json"},
    {"", "table drop --store STORE sample"},
    {"", "table drop --store STORE sample --yes"},
    {"", "query --store STORE"},
    {"", "ddl --store STORE"},
  };

  private void files() throws IOException {
    Files.writeString(
        directory.resolve("rows.jsonl"),
        """
        {"user":"U1","at":"2025-01-18T11:33:20Z","n":7}
        {"user":"U1","at":"2025-01-17T08:00:00Z","n":null}
        {"user":"U2","at":"2025-01-16T08:00:00Z","n":5}
        """);
    Files.writeString(
        directory.resolve("bad.csv"), "user,at,n\nU1,yesterday,1\nU4,2025-01-01T00:00:00Z,4\n");
    Files.writeString(
        directory.resolve("script.sql"),
        """
        insert into orders ("user", at, n) values ('U9', timestamp '2025-02-01 00:00:00', 9);
        select "user", n from orders where "user" = 'U9';
        """);
    Files.writeString(
        directory.resolve("structures.jsonl"),
        "{\"name\":\"set\",\"type\":\"set\",\"members\":[\"a\",\"b\"]}\n");
  }

  private List<Cli> run(String store, String name) {
    List<Cli> results = new ArrayList<>();
    for (String[] step : SCRIPT) {
      List<String> args = new ArrayList<>();
      String[] parts = step[1].split("\\|", -1);
      for (int i = 0; i < parts.length; i++) {
        if (i == 0 || parts[i].startsWith("--")) {
          args.addAll(List.of(parts[i].split(" ", -1)));
        } else {
          args.add(parts[i]);
        }
      }
      args.replaceAll(
          arg ->
              arg.replace("STORE", store)
                  .replace("FILES", directory.toString())
                  .replace("BACKUP", directory.resolve("backup-" + name).toString()));
      Cli result = Cli.run(step[0], args.toArray(new String[0]));
      results.add(
          new Cli(
              result.status(), plain(result.out(), store, name), plain(result.err(), store, name)));
    }
    return results;
  }

  /** Without what differs between two runs of the same command. */
  private static String plain(String text, String store, String name) {
    return text.replace(store, "STORE")
        .replace("backup-" + name, "BACKUP")
        .replaceAll("[0-9.,]+ (s|ms|kB|KB|KiB|MB|MiB|B|bytes?)\\b", "N $1")
        // A server keeps what it knows of queries in memory until it stops.
        .replaceAll("\"entries\":\\d+", "\"entries\":N")
        .replaceAll("expected  \\d+ rows read, \\d+ returned", "expected  N rows")
        .replaceAll("\"bytes\":\\d+", "\"bytes\":N")
        .replaceAll("[\\d,]+/s", "N/s");
  }

  @Test
  void threeWaysGiveTheSameOutputAndStatus() throws Exception {
    files();
    List<Cli> embedded = run("rocksdb:" + directory.resolve("a"), "a");
    String url = "rocksdb:" + directory.resolve("b");
    List<Cli> discovered;
    try (RunningServer server = new RunningServer(url)) {
      discovered = run(url, "b");
      assertThat(server.pgPort()).isPositive();
    }
    List<Cli> remote;
    try (RunningServer server = new RunningServer("rocksdb:" + directory.resolve("c"))) {
      remote = run(server.url(), "c");
    }
    assertThat(embedded.stream().map(result -> Integer.toString(result.status())).toList())
        .as("a script of errors would compare nothing but messages")
        .filteredOn("0"::equals)
        .hasSizeGreaterThan(SCRIPT.length / 2);
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < SCRIPT.length; i++) {
      assertThat(embedded.get(i).err()).as(SCRIPT[i][1]).doesNotContain("internal error");
      if (!discovered.get(i).equals(embedded.get(i)) || !remote.get(i).equals(embedded.get(i))) {
        differences.add(
            SCRIPT[i][1]
                + "\n  embedded "
                + embedded.get(i)
                + "\n  discovered "
                + discovered.get(i)
                + "\n  remote "
                + remote.get(i));
      }
    }
    assertThat(differences).isEmpty();
    assertThat(directory.resolve("b/keyfold-server")).doesNotExist();
    assertThat(
            Cli.run(
                    "",
                    "restore",
                    "--store",
                    "rocksdb:" + directory.resolve("r"),
                    directory.resolve("backup-c").toString())
                .status())
        .isZero();
  }
}
