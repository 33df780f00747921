package dev.keyfold.table.run;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.table.errors.QueryException;
import dev.keyfold.table.plan.BoundOrder;
import dev.keyfold.table.plan.Plan;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.KeyLayout;
import dev.keyfold.table.schema.RowView;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An in-memory sort, for an order that no key provides: rows are collected and sorted by an encoded
 * sort key (the items of the order, then the primary key). With a limit it keeps only the first
 * rows (top-n).
 */
final class SortedRows {
  /** Most rows sorted at once: beyond, an index is the answer. */
  static final int MOST = 1_000_000;

  private final Plan plan;
  private final KeySchema schema;
  private final KeyWriter writer;
  private final byte @Nullable [] after;
  private final long keep;
  private final TreeMap<byte[], RowView.Copy> rows = new TreeMap<>(Bytes::compare);
  private boolean filled;
  private Map.@Nullable Entry<byte[], RowView.Copy> current;

  SortedRows(Plan plan, byte @Nullable [] after) {
    this.plan = plan;
    this.after = after;
    KeySchema.Builder builder = KeySchema.builder();
    int number = 0;
    for (BoundOrder item : plan.query().order()) {
      KeyField field = item.expression().field();
      boolean nullable = field.order().isNullable();
      builder.field(
          "order" + number++,
          FieldDef.nativeType(field.type()),
          KeyOrder.of(item.descending(), nullable, nullable && item.descending()));
    }
    for (KeyLayout.Part part : plan.query().table().primary().parts()) {
      builder.field(
          "key" + number++, FieldDef.nativeType(part.field().type()), part.field().order());
    }
    this.schema = builder.build();
    this.writer = schema.newWriter();
    // One more than the limit, so that it is known whether there are more.
    this.keep = Math.min(plan.query().limit(), Long.MAX_VALUE - 1) + 1;
  }

  boolean isFilled() {
    return filled;
  }

  void add(RowView view) {
    writer.reset();
    for (BoundOrder item : plan.query().order()) {
      writer.put(item.expression().of(view));
    }
    for (KeyLayout.Part part : plan.query().table().primary().parts()) {
      writer.put(view.get(part.source()));
    }
    byte[] key = writer.toBytes();
    if (after != null && Bytes.compare(key, after) <= 0) {
      return;
    }
    if (rows.size() >= keep && Bytes.compare(key, rows.lastKey()) >= 0) {
      return;
    }
    rows.put(key, view.copy());
    if (rows.size() > keep) {
      rows.pollLastEntry();
    }
    if (rows.size() > MOST) {
      throw new QueryException(
          "the result has more than "
              + MOST
              + " rows to sort in memory; add a limit, or create an index with the order "
              + plan.query().order());
    }
  }

  void fill() {
    filled = true;
  }

  boolean next(RowView view) {
    current = current == null ? rows.firstEntry() : rows.higherEntry(current.getKey());
    if (current == null) {
      return false;
    }
    view.look(current.getValue());
    return true;
  }

  byte[] position() {
    if (current == null) {
      throw new IllegalStateException("it stands on no row: next() has not returned true");
    }
    return current.getKey();
  }
}
