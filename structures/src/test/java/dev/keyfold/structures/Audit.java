package dev.keyfold.structures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.Ordinal;
import dev.keyfold.structures.layout.Positions;
import dev.keyfold.structures.type.StructureType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Reads the store itself, without the code under test beyond the layout of keys, and finds whatever
 * is missing, dangling or miscounted.
 */
final class Audit {
  private final TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
  private final Map<Long, Long> countOf = new HashMap<>();
  private int expected;

  private Audit(Store store) {
    try (Cursor cursor =
        store.scan(Scan.between(new byte[] {(byte) 0xD0}, new byte[] {(byte) 0xF0}))) {
      while (cursor.next()) {
        entries.put(cursor.key().toArray(), cursor.value().toArray());
      }
    }
  }

  /** Everything is reclaimed: each entry has its place. */
  static void check(Store store) {
    new Audit(store).check();
  }

  private void check() {
    for (Map.Entry<byte[], byte[]> entry : part(new byte[] {Layout.META}).entrySet()) {
      Meta meta = new Meta(entry.getKey());
      meta.read(entry.getValue());
      countOf.merge(Ordinal.get(entry.getKey(), 1), 1L, Long::sum);
      expected++;
      if (meta.expiry != Meta.NO_EXPIRY) {
        assertThat(entries).containsKey(Layout.expiry(meta.expiry, meta.key));
        expected++;
      }
      if (meta.type != StructureType.STRING) {
        structure(meta);
      }
    }
    assertThat(part(new byte[] {Layout.RECLAIM})).isEmpty();
    NavigableMap<byte[], byte[]> counts = part(new byte[] {Layout.CATALOG, Layout.COUNT_OF});
    counts.forEach(
        (key, value) ->
            assertThat(Bytes.getLong(value, 0))
                .as("count of database %s", Ordinal.get(key, 2))
                .isEqualTo(countOf.get(Ordinal.get(key, 2))));
    assertThat(counts).hasSameSizeAs(countOf);
    expected += part(new byte[] {Layout.CATALOG}).size();
    assertThat(entries).hasSize(expected);
  }

  private void structure(Meta meta) {
    NavigableMap<byte[], byte[]> elements = part(Layout.prefix(meta.elementSpace(), meta.id));
    assertThat(meta.size).isPositive();
    assertThat((long) elements.size()).as("size of a %s", meta.type).isEqualTo(meta.size);
    expected += elements.size();
    int prefix = Layout.prefixLength(meta.id);
    if (meta.type == StructureType.SORTED_SET) {
      elements.forEach(
          (key, value) ->
              assertThat(entries)
                  .containsKey(
                      Layout.scored(
                          meta.id,
                          Bytes.getLong(value, 0),
                          Arrays.copyOfRange(key, prefix, key.length))));
      NavigableMap<byte[], byte[]> ordered = part(Layout.prefix(Layout.SCORES, meta.id));
      assertThat((long) ordered.size()).isEqualTo(meta.size);
      expected += ordered.size();
    } else if (meta.type == StructureType.LIST) {
      assertThat(Positions.wholeOf(elements.firstKey(), prefix)).isGreaterThanOrEqualTo(meta.low);
      assertThat(Positions.wholeOf(elements.lastKey(), prefix)).isLessThanOrEqualTo(meta.high);
      if (!meta.sparse) {
        assertThat(meta.high - meta.low + 1).isEqualTo(meta.size);
        elements.keySet().forEach(key -> assertThat(key).hasSize(prefix + 8));
      }
    }
  }

  private NavigableMap<byte[], byte[]> part(byte[] prefix) {
    TreeMap<byte[], byte[]> part = new TreeMap<>(Arrays::compareUnsigned);
    byte[] end = Bytes.successor(prefix);
    part.putAll(entries.subMap(prefix, end));
    return part;
  }
}
