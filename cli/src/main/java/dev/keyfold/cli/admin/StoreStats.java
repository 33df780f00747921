package dev.keyfold.cli.admin;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.View;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.advise.Statistics;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.KeyLayout;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.SourceDef;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * The content of a store, space by space. Either everything is read from one snapshot and the
 * counts are exact, or nothing is read and they are estimates of the engine and the tables'
 * sketches; never a mix of both.
 */
final class StoreStats {
  static final KeyRange CATALOG = KeyRange.of(new byte[0], new byte[] {0x10});
  static final KeyRange STRUCTURES =
      KeyRange.of(new byte[] {(byte) 0xD0}, new byte[] {(byte) 0xF0});
  private static final int STEP = 1 << 12;

  /** A table: its rows, its indexes, and about how many different values its fields have. */
  record TableStats(TableDef def, KeyStats rows, List<KeyStats> indexes, Map<String, Long> values) {
    long bytes() {
      return rows.bytes() + indexes.stream().mapToLong(KeyStats::bytes).sum();
    }
  }

  private final Tables tables;
  private final Store store;
  private final boolean exact;
  private final LongConsumer listener;
  private long read;

  final List<TableStats> found = new ArrayList<>();
  final KeyStats catalog = new KeyStats("catalog", null);
  final KeyStats structures = new KeyStats("structures", null);

  /**
   * @param exact whether to read everything
   * @param listener called periodically with the number of entries read
   */
  StoreStats(Tables tables, boolean exact, LongConsumer listener) {
    this.tables = tables;
    this.store = tables.store();
    this.exact = exact;
    this.listener = listener;
  }

  /** The estimated number of entries. */
  static long estimate(Store store) {
    return store.estimate(KeyRange.of(new byte[0], null)).count();
  }

  /** All entries of a store in which nothing is known but keys and values. */
  static KeyStats entries(Store store, boolean exact, LongConsumer listener) {
    KeyStats stats = new KeyStats("entries", null);
    KeyRange everything = KeyRange.of(new byte[0], null);
    if (!exact) {
      RangeEstimate all = store.estimate(everything);
      stats.estimate(all.count(), all.bytes(), new long[0]);
      return stats;
    }
    try (View view = store.view();
        Cursor cursor = view.scan(Scan.over(everything).inBulk())) {
      while (cursor.next()) {
        stats.add(cursor.key(), cursor.value());
        if (stats.entries() % STEP == 0) {
          listener.accept(stats.entries());
        }
      }
    }
    return stats;
  }

  /** All tables, or the one that is named; then also not the rest of the store. */
  StoreStats gather(String only) {
    if (!only.isEmpty()) {
      TableDef def = tables.table(only).definition(); // says which there are, if it is none
      SourceDef source = def.source();
      if (source != null) {
        throw new TableException(
            "table "
                + only
                + " is a view; expected a table of this store. For the store that it reads: keyfold"
                + " stats --store '"
                + source.url()
                + "'");
      }
    }
    if (!exact) {
      gather(store, only);
      return this;
    }
    try (View view = store.view()) {
      gather(view, only);
    }
    return this;
  }

  private void gather(Reader reader, String only) {
    for (TableDef def : tables.list()) {
      if (def.source() == null && (only.isEmpty() || only.equals(def.name()))) {
        found.add(table(reader, def));
      }
    }
    if (only.isEmpty()) {
      count(reader, CATALOG, catalog);
      count(reader, STRUCTURES, structures);
    }
  }

  private TableStats table(Reader reader, TableDef def) {
    TableLayout layout = TableLayout.of(def, Functions.builtIn());
    KeyStats rows = new KeyStats(def.name(), layout.primary());
    Map<String, Long> values = new LinkedHashMap<>();
    if (exact) {
      Statistics seen = new Statistics();
      seen.start(def);
      RowView view = new RowView(layout);
      scan(
          reader,
          layout.primary().everything(),
          cursor -> {
            rows.add(cursor.key(), cursor.value());
            seen.observe(def, view.record(cursor.key(), cursor.value()));
          });
      for (int i = 0; i < def.fields().size(); i++) {
        values.put(def.fields().get(i).name(), Math.round(seen.distinct(def, i)));
      }
    } else {
      estimate(layout.primary().everything(), rows);
      Table<?> table = tables.table(def.name());
      for (FieldDef field : def.fields()) {
        double distinct = table.distinct(field.name());
        values.put(field.name(), distinct < 0 ? null : Math.round(distinct));
      }
    }
    List<KeyStats> indexes = new ArrayList<>();
    for (IndexLayout index : layout.indexes()) {
      KeyLayout key = index.key();
      KeyStats stats = new KeyStats(index.name(), key);
      count(reader, key.everything(), stats);
      indexes.add(stats);
    }
    return new TableStats(def, rows, indexes, values);
  }

  private void count(Reader reader, KeyRange range, KeyStats stats) {
    if (exact) {
      scan(reader, range, cursor -> stats.add(cursor.key(), cursor.value()));
    } else {
      estimate(range, stats);
    }
  }

  private void estimate(KeyRange range, KeyStats stats) {
    RangeEstimate all = store.estimate(range);
    long[] shards = new long[stats.shardCount()];
    long count = 0;
    long bytes = 0;
    for (int i = 0; i < shards.length; i++) {
      RangeEstimate shard = store.estimate(KeyRange.prefix(stats.shardPrefix(i)));
      shards[i] = shard.count();
      count += shard.count();
      bytes += shard.bytes();
    }
    // Estimates of their own, all of them: the parts must not be more than the whole.
    stats.estimate(Math.max(all.count(), count), Math.max(all.bytes(), bytes), shards);
  }

  private interface Visitor {
    void visit(Cursor cursor);
  }

  private void scan(Reader reader, KeyRange range, Visitor visitor) {
    try (Cursor cursor = reader.scan(Scan.over(range).inBulk())) {
      while (cursor.next()) {
        visitor.visit(cursor);
        read++;
        if (read % STEP == 0) {
          listener.accept(read);
        }
      }
    }
  }
}
