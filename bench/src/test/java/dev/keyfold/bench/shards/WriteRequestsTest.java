package dev.keyfold.bench.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.store.testkit.SingleRowStore;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.Sharing;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The counts of requests in {@code docs/SCALING.md}, from the real protocol on a store that changes
 * single keys only. One key read, one key written and one compare-and-set count one each; reading
 * the table's definition does not count.
 */
class WriteRequestsTest {
  private static final List<String> INDEXES =
      List.of("by_category: category, at desc", "by_amount: amount", "by_note: note unique");

  private final Store memory = MemoryStore.open();
  private final Counts counts = new Counts(memory);
  private final Tables tables =
      Tables.of(
          new SingleRowStore(memory, new Random(1), counts),
          Functions.builtIn(),
          System::currentTimeMillis,
          Sharing.every(0));

  /** What was asked of the store since the last reset. */
  private static final class Counts implements SingleRowStore.Gate {
    private final Store memory;
    private final Map<String, Integer> asked = new LinkedHashMap<>();
    private long changes;
    private final List<List<Integer>> sizes = new ArrayList<>();

    Counts(Store memory) {
      this.memory = memory;
    }

    @Override
    public void pass(String operation, byte[] key) {
      if (key[0] != KeySpace.TABLES) {
        asked.merge(operation, 1, Integer::sum);
      }
    }

    @Override
    public void written(String operation, byte[] key) {
      byte[] now = memory.get(key);
      changes++;
      sizes.add(List.of(key.length, now == null ? 0 : now.length));
    }

    /** Keys read, keys written blindly, keys compared and set, mutations; then from nothing. */
    List<Integer> take() {
      List<Integer> taken =
          List.of(
              asked.getOrDefault("get", 0),
              asked.getOrDefault("write", 0),
              asked.getOrDefault("compareAndSet", 0),
              (int) changes);
      reset();
      return taken;
    }

    void reset() {
      asked.clear();
      changes = 0;
      sizes.clear();
    }
  }

  @AfterEach
  void close() {
    memory.close();
  }

  private Table<Row> table(int indexes, boolean unique) {
    TableBuilder builder =
        new TableBuilder("orders")
            .fields("user string, at int64, category string, amount int64, note string")
            .key("user, at desc")
            .shards(256);
    INDEXES.subList(0, indexes).forEach(builder::index);
    if (unique) {
      builder.index(INDEXES.get(2));
    }
    Table<Row> table = tables.create(builder);
    counts.reset();
    return table;
  }

  private static Row row(Table<Row> table, long at, String category, String note) {
    return Row.of(
        table.definition(),
        Map.of("user", "U1", "at", at, "category", category, "amount", at, "note", note));
  }

  @Test
  void withoutIndexesAPutIsOneRequest() {
    Table<Row> table = table(0, false);
    table.put(row(table, 1, "toys", "a"));
    assertThat(counts.take()).containsExactly(0, 1, 0, 1);
    table.insert(row(table, 2, "toys", "b"));
    assertThat(counts.take()).as("an insert must look").containsExactly(1, 0, 1, 1);
  }

  @Test
  void withIndexes() {
    for (int entries = 1; entries <= 2; entries++) {
      Table<Row> table = table(entries, false);
      table.put(row(table, 1, "toys", "a"));
      assertThat(counts.take()).as("new").containsExactly(1, entries, 2, 2 + entries);
      table.put(row(table, 1, "toys", "b"));
      assertThat(counts.take()).as("nothing indexed changes").containsExactly(1, 0, 1, 1);
      table.put(row(table, 1, "books", "b"));
      assertThat(counts.take()).as("one entry moves").containsExactly(2, 1, 2, 3);
      boolean there = table.delete("U1", 1L);
      assertThat(there).isTrue();
      assertThat(counts.take())
          .as("delete")
          .containsExactly(1 + entries, 0, 1 + entries, 1 + entries);
      tables.drop("orders");
    }
  }

  @Test
  void withAUniqueIndex() {
    Table<Row> table = table(1, true);
    table.put(row(table, 1, "toys", "a"));
    assertThat(counts.take()).as("new").containsExactly(2, 2, 3, 5);
    table.put(row(table, 1, "toys", "b"));
    assertThat(counts.take()).as("the unique value changes").containsExactly(4, 1, 4, 5);
    boolean there = table.delete("U1", 1L);
    assertThat(there).isTrue();
    assertThat(counts.take()).as("delete").containsExactly(4, 0, 4, 4);
  }

  @Test
  void aTransactionOfTwoRows() {
    Table<Row> table = table(1, false);
    table.put(row(table, 1, "toys", "a"));
    table.put(row(table, 2, "toys", "a"));
    counts.reset();
    tables.transact(
        tx -> {
          tx.on(table).update(row(table, 1, "toys", "b"));
          tx.on(table).update(row(table, 2, "toys", "b"));
          return null;
        });
    assertThat(counts.take())
        .as("decision made, set and removed; both records twice")
        .containsExactly(2, 0, 7, 7);
  }

  /** The order of the worked example, and what a new one writes: fence, entry and record. */
  @Test
  void bytesOfTheExample() {
    TableBuilder builder =
        new TableBuilder("example")
            .fields(
                "user string, at timestamp, id uuid, category string, amount decimal(10,2), note"
                    + " string")
            .key("user, at desc, id")
            .shards(4096)
            .index("by_category: category, at desc");
    Table<Row> table = tables.create(builder);
    counts.reset();
    table.put(
        Row.of(
            table.definition(),
            Map.of(
                "user",
                "USR_12345678",
                "at",
                Instant.ofEpochMilli(1_737_100_800_000L),
                "id",
                new UUID(1, 2),
                "category",
                "CAT_1000",
                "amount",
                new BigDecimal("12345.67"),
                "note",
                "n".repeat(200))));
    assertThat(counts.sizes)
        .as("key and value of each mutation")
        .containsExactly(List.of(40, 10), List.of(47, 10), List.of(40, 228));
  }
}
