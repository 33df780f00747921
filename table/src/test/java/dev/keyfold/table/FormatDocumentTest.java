package dev.keyfold.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.store.testkit.SingleRowStore;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.schema.Sharing;
import dev.keyfold.table.shared.Decision;
import dev.keyfold.table.shared.Provisional;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What {@code docs/FORMAT.md} says of the entries of tables is so, entry by entry. */
class FormatDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "FORMAT.md");

  /** Represents every stamp. */
  private static final long STAMP = 0x0102030405060708L;

  private static final long NOW = 1_700_000_000_000L;

  @Test
  void entriesAreAsDocumented() throws Exception {
    try (Store memory = MemoryStore.open()) {
      fill(memory);
      assertThat(entries(memory)).isEqualTo(documented("```tables"));
    }
  }

  @Test
  void entriesWithoutWholeBatchesAreAsDocumented() throws Exception {
    try (Store memory = MemoryStore.open()) {
      boolean[] dying = {false};
      byte[] lost = {0x10, (byte) 0x80, 0, 0, 3};
      Store store =
          new SingleRowStore(
              memory,
              new Random(0),
              (operation, key) -> {
                if (dying[0] && isOver(memory, lost)) {
                  throw new StoreUnavailableException("dead");
                }
              });
      Table<Row> table = fill(store);
      dying[0] = true;
      assertThatThrownBy(() -> table.insert(row(table, 3, "lost", 3)))
          .isInstanceOf(StoreUnavailableException.class);
      assertThat(entries(memory)).isEqualTo(documented("```tables without atomic batches"));
    }
  }

  @Test
  void transactionsAreAsDocumented() throws Exception {
    long transaction = 0x1112131415161718L;
    byte[] before = Bytes.parseHex("4101aabb");
    byte[] after = Bytes.parseHex("4101ccdd");
    List<byte[]> keys = List.of(Bytes.parseHex("1080000001"), Bytes.parseHex("1080000002"));
    List<String> lines = new ArrayList<>();
    for (boolean committed : new boolean[] {false, true}) {
      byte[] decision = Decision.of(committed, keys);
      assertThat(Decision.isCommitted(decision)).isEqualTo(committed);
      assertThat(Decision.keys(decision)).containsExactlyElementsOf(keys);
      lines.add(Bytes.toHex(Decision.key(transaction)) + " " + Bytes.toHex(decision));
    }
    byte[][][] values = {{before, after}, {null, after}, {before, null}};
    for (int i = 0; i < values.length; i++) {
      byte[] bytes = new Provisional(transaction, values[i][0], values[i][1]).toBytes(STAMP);
      Provisional read = Provisional.parse(bytes);
      assertThat(read.before()).isEqualTo(values[i][0]);
      assertThat(read.after()).isEqualTo(values[i][1]);
      assertThat(read.decision()).isEqualTo(Decision.key(transaction));
      lines.add("108000000" + (i + 1) + " " + Bytes.toHex(bytes));
      for (int length = 0; length < 22 && length < bytes.length; length++) {
        byte[] cut = Arrays.copyOf(bytes, length);
        assertThatThrownBy(() -> Provisional.parse(cut))
            .isInstanceOf(StoreCorruptedException.class);
      }
    }
    assertThat(lines).isEqualTo(documented("```transactions"));
  }

  /** Every kind of header, whole and cut short, and every other first byte. */
  @Test
  void headersAreReadAsTheyWereWritten() {
    for (long expiry : new long[] {RowHeader.NEVER, NOW}) {
      for (long version : new long[] {0, 1, 300}) {
        for (long stamp : new long[] {0, STAMP, -1}) {
          byte[] buffer = new byte[RowHeader.LONGEST];
          int length = new RowHeader().set(7, expiry, version).withStamp(stamp).write(buffer);
          RowHeader read = new RowHeader().read(buffer, 0, length);
          assertThat(List.of(read.expiry(), read.version(), read.stamp(), (long) read.layout()))
              .isEqualTo(List.of(expiry, version, stamp, 7L));
          assertThat(read.isFence()).isFalse();
          assertThat(read.length()).isEqualTo(length);
          byte[] again = RowHeader.restamped(Arrays.copyOf(buffer, length + 2), 99);
          assertThat(new RowHeader().read(again, 0, again.length).stamp()).isEqualTo(99);
          assertThat(again).hasSize(length + 2 + (stamp == 0 ? 8 : 0));
          for (int cut = 1; cut < length; cut++) {
            int end = cut;
            assertThatThrownBy(() -> new RowHeader().read(buffer, 0, end))
                .isInstanceOf(StoreCorruptedException.class);
          }
        }
      }
    }
    byte[] fence = RowHeader.fence(1, STAMP);
    assertThat(new RowHeader().read(fence, 0, fence.length).isFence()).isTrue();
    assertThat(new RowHeader().read(fence, 0, fence.length).isExpired(Long.MIN_VALUE)).isTrue();
    for (int kind = 0; kind < 256; kind++) {
      byte[] bytes = new byte[40];
      bytes[0] = (byte) kind;
      boolean known = (kind & 0x8F) == 1 || (kind & 0x8F) == 2 || kind == 0xC1;
      if (!known) {
        assertThatThrownBy(() -> new RowHeader().read(bytes, 0, 40))
            .isInstanceOf(StoreCorruptedException.class)
            .hasMessageContaining("begins with the byte");
      }
    }
  }

  /** Fence, claim and entries are there, the record is not yet. */
  private static boolean isOver(Store memory, byte[] key) {
    if (memory.get(key) == null) {
      return false;
    }
    int entries = 0;
    try (Cursor cursor = memory.scan(Scan.between(new byte[] {0x11}, new byte[] {0x13}))) {
      while (cursor.next()) {
        entries++;
      }
    }
    return entries == 6;
  }

  private static Table<Row> fill(Store store) {
    Tables tables = Tables.of(store, Functions.builtIn(), () -> NOW, Sharing.every(0));
    Table<Row> table =
        tables.create(
            new TableBuilder("t")
                .fields("id int32, name string null, n int64")
                .key("id")
                .versioned()
                .index("by_name: name unique")
                .index("by_n: n desc include name"));
    table.insert(row(table, 1, "a", 258));
    table.put(row(table, 1, "b", 258));
    table.put(row(table, 2, null, 2), Duration.ofMinutes(1));
    return table;
  }

  private static Row row(Table<Row> table, int id, String name, long n) {
    Map<String, Object> values = new HashMap<>(Map.of("id", id, "n", n));
    values.put("name", name);
    return Row.of(table.definition(), values);
  }

  /** Those beside the catalog, with one stamp for all. */
  private static List<String> entries(Store store) {
    List<String> lines = new ArrayList<>();
    try (Cursor cursor = store.scan(Scan.between(new byte[] {KeySpace.CLAIMS}, null))) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        byte[] value = cursor.value().toArray();
        if (key[0] == KeySpace.CLAIMS) {
          Bytes.putLong(value, 1, STAMP);
        } else if (new RowHeader().read(value, 0, value.length).stamp() != 0) {
          value = RowHeader.restamped(value, STAMP);
        }
        lines.add((Bytes.toHex(key) + " " + Bytes.toHex(value)).strip().toLowerCase(Locale.ROOT));
      }
    }
    return lines;
  }

  /** Key, value if there is one, and after a hash sign what it is. */
  private static List<String> documented(String block) throws Exception {
    List<String> lines = new ArrayList<>();
    boolean within = false;
    for (String line : Files.readAllLines(DOCUMENT)) {
      if (line.startsWith("```")) {
        within = line.equals(block);
      } else if (within) {
        String entry = line.replaceAll("#.*", "").strip();
        lines.add(entry.replaceAll(" +", " ").toLowerCase(Locale.ROOT));
      }
    }
    return lines;
  }
}
