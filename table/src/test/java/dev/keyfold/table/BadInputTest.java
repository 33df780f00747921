package dev.keyfold.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.errors.TokenException;
import dev.keyfold.table.schema.KeySpace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Bad input gets a clear error and leaves nothing behind; and answers read no further than asked.
 */
class BadInputTest {
  private final Store store = TestStores.open();
  private final Table<Row> table =
      Tables.of(store)
          .create(
              new TableBuilder("t")
                  .fields("user string, n int32, note string null")
                  .key("user, n")
                  .index("by_note: note"));

  @AfterEach
  void close() {
    store.close();
  }

  private Row row(String user, int n, String note) {
    Map<String, Object> values = new HashMap<>(Map.of("user", user, "n", n));
    values.put("note", note);
    return Row.of(table.definition(), values);
  }

  private void refused(ThrowingCallable call, String why) {
    assertThatThrownBy(call).isInstanceOf(TableException.class).hasMessageContaining(why);
    for (int id : List.of(table.definition().id(), table.definition().indexes().get(0).id())) {
      try (Cursor cursor = store.scan(Scan.over(KeySpace.range(id)))) {
        assertThat(cursor.next()).as("something was written").isFalse();
      }
    }
  }

  @Test
  void rowsThatDoNotFitWriteNothing() {
    refused(
        () -> table.put(Row.of(table.definition(), Map.of("user", "a", "n", 1, "z", 2))),
        "table t has no field 'z'; it has user, n, note");
    refused(() -> table.put(Row.of(table.definition(), Map.of("user", "a", "n", "x"))), "n");
    refused(() -> table.put(Row.of(table.definition(), Map.of("user", "a"))), "n");
    refused(() -> table.put(row("x".repeat(70_000), 1, null)), "65535");
    refused(() -> table.put(row("a", 1, "x".repeat(70_000))), "by_note");
    refused(
        () -> table.putAll(List.of(row("a", 1, null), row("x".repeat(70_000), 2, null))), "65535");
    refused(() -> table.update(row("a", 1, null)), "t");
  }

  @Test
  void tokensOfOtherQueriesAreRefused() {
    for (int i = 0; i < 20; i++) {
      table.put(row("a", i, "x"));
    }
    String token;
    try (Rows<Row> rows = table.query("user = 'a'").limit(5).open()) {
      rows.forEach(row -> {});
      token = rows.token();
    }
    assertThatThrownBy(() -> table.query("user = 'b'").after(token).list())
        .isInstanceOf(TokenException.class)
        .hasMessageContaining("another query");
    assertThatThrownBy(() -> table.query("user = 'a'").after("rubbish").list())
        .isInstanceOf(TokenException.class);
    assertThat(table.query("user = 'a'").after(token).list()).hasSize(15);
  }

  @Test
  void answersAreReadAsTheyAreTaken() {
    for (int i = 0; i < 5_000; i++) {
      table.put(row("a", i, "x"));
    }
    for (String query : List.of("user = 'a'", "note = 'x'")) {
      try (Rows<Row> rows = table.query(query).open()) {
        var each = rows.iterator();
        for (int i = 0; i < 10; i++) {
          each.next();
        }
        // Records of index entries are fetched some at a time, whatever there are.
        assertThat(rows.work().readCount()).as(query).isBetween(10L, 128L);
      }
    }
  }
}
