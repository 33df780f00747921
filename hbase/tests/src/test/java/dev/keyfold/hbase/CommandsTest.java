package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.Main;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The command line, the same on a table with an owner, which each command is for a moment, and on
 * one that several processes share.
 */
class CommandsTest {
  private static final int ROWS = 300;

  @TempDir Path directory;

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
  void aNamespaceThatIsNotThereIsNamed() {
    String url = StandaloneHBase.newTable("nowhere:shop");
    assertThat(
            keyfold(4, "table", "create", "--store", url, "t", "--schema", "k int32", "--key", "k"))
        .contains("the namespace does not exist", "create_namespace", "nowhere")
        .doesNotContain("\tat ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?mode=owned"})
  void tablesFromBeginningToEnd(String mode) throws Exception {
    String url = StandaloneHBase.newTable("commands") + mode;
    assertThat(keyfold(4, "table", "list", "--store", url))
        .contains("the table does not exist", "keyfold table create");
    String created =
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
            "by_category: category, at desc include amount",
            "--split",
            "2");
    assertThat(created).contains("split: 3 of 3 split points are region boundaries");
    assertThat(regions(url)).as("before the table, two for it, one for the index").isEqualTo(4);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      lines.append(
          "{\"user_id\":\"U%d\",\"at\":%d,\"category\":\"C%d\",\"amount\":%d}%n"
              .formatted(i % 7, i, i % 3, i * 10));
    }
    Path file = Files.writeString(directory.resolve("orders.jsonl"), lines);
    keyfold(0, "import", "--store", url, "orders", file.toString());
    assertThat(query(url, "category = 'C1'").lines().count()).isEqualTo(ROWS / 3);
    assertThat(query(url, "user_id = 'U3' and at between 100 and 200 limit 2"))
        .contains("\"at\":199", "\"at\":192")
        .doesNotContain("\"at\":185");
    keyfold(0, "check", "--store", url);
    assertThat(keyfold(0, "export", "--store", url, "orders").lines().count()).isEqualTo(ROWS);
    indexes(url);
    assertThat(keyfold(0, "stats", "--store", url, "--full")).contains("orders", "by_amount");
    keyfold(0, "import", "--store", url, "orders", file.toString(), "--restart");
    assertThat(keyfold(0, "check", "--store", url, "orders", "--repair")).contains("300 records");
    keyfold(0, "table", "drop", "--store", url, "orders", "--yes");
    assertThat(keyfold(0, "table", "list", "--store", url)).doesNotContain("orders");
  }

  /** Every command opens the clone for itself: reading ones too see that it is a copy. */
  @Test
  void aCloneAnswersFromNoIndexBeforeItsRepair() throws Exception {
    String url = StandaloneHBase.newTable("cloned");
    String clone = url + "-clone";
    keyfold(
        0,
        "table",
        "create",
        "--store",
        url,
        "orders",
        "--schema",
        "id int32, category string",
        "--key",
        "id",
        "--index",
        "by_category: category");
    Path file =
        Files.writeString(
            directory.resolve("orders.jsonl"),
            "{\"id\":1,\"category\":\"C1\"}\n{\"id\":2,\"category\":\"C1\"}\n");
    keyfold(0, "import", "--store", url, "orders", file.toString());
    try (Connection connection = PlainClient.connect(url);
        Admin admin = connection.getAdmin()) {
      String snapshot = PlainClient.table(url).getNameAsString() + "-taken";
      admin.snapshot(snapshot, PlainClient.table(url));
      admin.cloneSnapshot(snapshot, PlainClient.table(clone));
      admin.deleteSnapshot(snapshot);
    }
    for (String[] asked :
        new String[][] {
          {"query", "--store", clone, "orders", "category = 'C1'"},
          {"query", "--store", clone, "orders", "category = 'C1'", "--json"},
          {"sql", "--store", clone, "select count(*) from orders where category = 'C1'"},
          {"sql", "--store", clone, "delete from orders where category = 'C1'"}
        }) {
      assertThat(keyfold(4, asked))
          .contains("may lack rows", "keyfold check orders --repair")
          .doesNotContain("\tat ");
    }
    assertThat(query(clone, "id = 1")).as("the records are there").contains("C1");
    assertThat(keyfold(0, "export", "--store", clone, "orders").lines().count()).isEqualTo(2);
    keyfold(0, "check", "--store", clone, "orders", "--repair");
    assertThat(query(clone, "category = 'C1'").lines().count()).isEqualTo(2);
    assertThat(query(url, "category = 'C1'").lines().count()).as("the original").isEqualTo(2);
  }

  private static int regions(String url) throws IOException {
    try (Connection connection = PlainClient.connect(url);
        Admin admin = connection.getAdmin()) {
      return admin.getRegions(PlainClient.table(url)).size();
    }
  }

  /** One is asked for, advised, added and taken away again. */
  private void indexes(String url) {
    String[] asked = {"query", "--store", url, "orders", "amount = 70", "--json"};
    assertThat(keyfold(3, asked)).contains("amount").doesNotContain("\tat ");
    assertThat(keyfold(0, "advise", "--store", url, "orders")).contains("amount");
    String[] alter = {
      "table", "alter", "--store", url, "orders", "--add-index", "by_amount: amount"
    };
    keyfold(0, alter);
    assertThat(keyfold(0, asked)).contains("\"at\":7,");
    assertThat(keyfold(0, "explain", "--analyze", "--store", url, "orders", "amount = 70"))
        .contains("by_amount");
    assertThat(keyfold(0, "table", "describe", "--store", url, "orders")).contains("by_amount");
  }

  private String query(String url, String where) {
    return keyfold(0, "query", "--store", url, "orders", where, "--json");
  }
}
