package dev.keyfold.table.model;

import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.table.TestStores;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What must hold at every moment, whoever is in the middle of what: every record has its entries in
 * all complete indexes, and no other live record has its values in a unique one, which are claimed
 * for it. There may be more than that, never less.
 */
final class StepCheck {
  private static final byte[] CATALOG = KeySpace.entry(KeySpace.TABLES, "t");

  private final Store store;
  private byte[] current = {};
  private TableLayout layout;
  private RowView view;
  private final Map<String, TableLayout> layouts = new HashMap<>();
  private final Map<IndexLayout, KeyWriter> writers = new HashMap<>();

  StepCheck(Store store) {
    this.store = TestStores.resolved(store);
  }

  /**
   * After a write to the key. More entries and claims cannot be too few: only records, decisions,
   * claims and what was removed are worth a look.
   */
  void check(byte[] written) {
    if ((written[0] & 0xFF) > 0x10 && store.get(written) != null) {
      return;
    }
    byte[] text = store.get(CATALOG);
    if (!Arrays.equals(text, current)) {
      current = text;
      layout =
          layouts.computeIfAbsent(
              new String(text, StandardCharsets.UTF_8),
              def -> TableLayout.of(TableDef.parse(def), Functions.builtIn()));
      view = new RowView(layout);
    }
    Set<String> taken = new HashSet<>();
    try (Cursor cursor = store.scan(Scan.over(layout.primary().everything()))) {
      while (cursor.next()) {
        view.record(cursor.key(), cursor.value());
        if (!view.header().isFence()) {
          for (IndexLayout index : layout.indexes()) {
            if (index.def().state() == IndexState.READABLE) {
              check(index, view, cursor.key().toArray(), taken);
            }
          }
        }
      }
    }
  }

  private void check(IndexLayout index, RowView record, byte[] recordKey, Set<String> taken) {
    int prefix = index.key().prefixLength();
    for (byte[] entry :
        index.keys(record, writers.computeIfAbsent(index, IndexLayout::newKeyWriter))) {
      if (store.get(entry) == null) {
        throw new AssertionError(
            "index " + index.name() + " has no entry for " + Arrays.toString(record.toArray()));
      }
      if (!index.isUnique()) {
        continue;
      }
      byte[] key = Arrays.copyOfRange(entry, prefix, entry.length);
      int declared = index.declaredParts();
      if (index.key().schema().decode(key).subList(0, declared).contains(null)) {
        continue;
      }
      int length = prefix + index.key().schema().prefixLength(key, declared);
      byte[] claim = store.get(KeySpace.claim(Arrays.copyOf(entry, length)));
      String who = index.name() + " " + Arrays.toString(record.toArray());
      if (!taken.add(Bytes.toHex(entry, 0, length))) {
        throw new AssertionError("unique index " + who + " has the values of another record");
      }
      if (claim == null || !Arrays.equals(claim, 9, claim.length, recordKey, 0, recordKey.length)) {
        throw new AssertionError("unique index " + who + " is not claimed for it");
      }
    }
  }
}
