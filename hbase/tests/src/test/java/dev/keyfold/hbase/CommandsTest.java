package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.Main;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line on a table with an owner: each command owns it for a moment. */
class CommandsTest {
  private static final int ROWS = 300;

  @TempDir Path directory;

  private final String url = StandaloneHBase.newTable("commands") + "?mode=owned";

  private String keyfold(int status, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int found = Main.run(args, new ByteArrayInputStream(new byte[0]), out, err);
    String said = out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    assertThat(found).as("%s: %s", String.join(" ", args), said).isEqualTo(status);
    return said;
  }

  @Test
  void aSharedTableTakesNoBackupButSaysWhatToDo() {
    String shared = StandaloneHBase.newTable("shared");
    String embedded = "rocksdb:" + directory.resolve("data");
    String backup = directory.resolve("data.backup").toString();
    String[] create = {"table", "create", "--store", "", "t", "--schema", "k int32", "--key", "k"};
    for (String store : new String[] {shared, embedded}) {
      create[3] = store;
      keyfold(0, create);
    }
    keyfold(0, "backup", "--store", embedded, "--stream", backup);
    assertThat(keyfold(4, "restore", "--store", shared, backup, "--yes"))
        .contains("export and import", "mode=owned");
    assertThat(keyfold(0, "stats", "--store", shared)).contains("t");
    assertThat(keyfold(4, "backup", "--store", shared, "--stream", backup + "2"))
        .doesNotContain("\tat ");
  }

  @Test
  void tablesFromBeginningToEnd() throws Exception {
    assertThat(keyfold(4, "table", "list", "--store", url))
        .contains("there is no such table", "keyfold table create");
    keyfold(
        0,
        "table",
        "create",
        "--store",
        url,
        "orders",
        "--schema",
        "user_id string, at int64, category string, amount int64",
        "--key",
        "user_id, at desc",
        "--shards",
        "4",
        "--index",
        "by_category: category, at desc include amount");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      lines.append(
          "{\"user_id\":\"U%d\",\"at\":%d,\"category\":\"C%d\",\"amount\":%d}%n"
              .formatted(i % 7, i, i % 3, i * 10));
    }
    Path file = Files.writeString(directory.resolve("orders.jsonl"), lines);
    keyfold(0, "import", "--store", url, "orders", file.toString());
    assertThat(query("category = 'C1'").lines().count()).isEqualTo(ROWS / 3);
    assertThat(query("user_id = 'U3' and at between 100 and 200 limit 2"))
        .contains("\"at\":199", "\"at\":192")
        .doesNotContain("\"at\":185");
    keyfold(0, "check", "--store", url);
    assertThat(keyfold(0, "export", "--store", url, "orders").lines().count()).isEqualTo(ROWS);
    keyfold(0, "table", "drop", "--store", url, "orders", "--yes");
    assertThat(keyfold(0, "table", "list", "--store", url)).doesNotContain("orders");
  }

  private String query(String where) {
    return keyfold(0, "query", "--store", url, "orders", where, "--json");
  }
}
