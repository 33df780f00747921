package dev.keyfold.table.advise;

import com.dynatrace.hash4j.distinctcount.UltraLogLog;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.FieldValues;
import dev.keyfold.table.schema.TableDef;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many different values each field has: one sketch a field, a kilobyte each, right to about
 * three per cent, mergeable. Kept up to date by writes; deletes are not taken back, so counting
 * anew ({@code analyze}) is the way to forget.
 *
 * <p>For several threads without a lock: two that meet on the same byte may lose one of two
 * observations, which an estimate can bear.
 */
public final class Statistics {
  private static final int PRECISION = 10;
  private static final byte VERSION = 1;

  /** A count holds until the rows observed have grown by one part in so many. */
  private static final int FRESH = 16;

  /** By field id, so that renaming a field does not matter. */
  private final Map<Integer, UltraLogLog> sketches = new ConcurrentHashMap<>();

  /** The sketches of the fields now, by position; both are replaced at once. */
  private volatile Positions positions = new Positions(List.of(), List.of());

  private final LongAdder observed = new LongAdder();

  /** What {@link #distinct} gave last, by field id. */
  private final Map<Integer, Count> counts = new ConcurrentHashMap<>();

  private record Positions(List<FieldDef> fields, List<UltraLogLog> sketches) {}

  /** How many different values a field had when so many rows had been observed. */
  private record Count(double distinct, long observed) {}

  /** Takes note of a row that is written. */
  public void observe(TableDef table, RowAccess row) {
    List<UltraLogLog> all = sketchesOf(table);
    for (int i = 0; i < all.size(); i++) {
      Object value = row.get(i);
      if (value != null) {
        all.get(i).add(hash(table.fields().get(i).type(), value));
      }
    }
    observed.increment();
  }

  private List<UltraLogLog> sketchesOf(TableDef table) {
    Positions known = positions;
    if (known.fields != table.fields()) {
      UltraLogLog[] all = new UltraLogLog[table.fields().size()];
      for (int i = 0; i < all.length; i++) {
        all[i] =
            sketches.computeIfAbsent(
                table.fields().get(i).id(), id -> UltraLogLog.create(PRECISION));
      }
      known = new Positions(table.fields(), List.of(all));
      positions = known;
    }
    return known.sketches;
  }

  /** 32 bits are enough to count some ten million values; mixing spreads them over 64. */
  private static long hash(KeyType type, Object value) {
    long bits = FieldValues.hash(type, value);
    bits = (bits ^ (bits >>> 32)) * 0x9E3779B97F4A7C15L;
    bits = (bits ^ (bits >>> 29)) * 0xBF58476D1CE4E5B9L;
    return bits ^ (bits >>> 32);
  }

  /** About how many different values the field has; negative if none was ever seen. */
  public double distinct(TableDef table, int field) {
    int id = table.fields().get(field).id();
    Count count = counts.get(id);
    // Counting looks at the whole sketch, so it is done anew after some more rows only.
    long rows = observed.sum();
    if (count == null || rows - count.observed > count.observed / FRESH) {
      UltraLogLog sketch = sketches.get(id);
      boolean known = sketch != null && !sketch.isEmpty();
      count = new Count(known ? sketch.getDistinctCountEstimate() : -1, rows);
      counts.put(id, count);
    }
    return count.distinct;
  }

  /** Rows observed since it was made or read: when this has grown, it is time to save. */
  public long observed() {
    return observed.sum();
  }

  /** Forgets everything and takes over what another one has seen. */
  public void replaceBy(Statistics other) {
    sketches.clear();
    positions = new Positions(List.of(), List.of());
    merge(other);
  }

  /** Adds what another one has seen. */
  public void merge(Statistics other) {
    other.sketches.forEach(
        (id, sketch) ->
            sketches.computeIfAbsent(id, key -> UltraLogLog.create(PRECISION)).add(sketch));
    counts.clear();
  }

  /** As bytes: a version, then id and state of each sketch. */
  public byte[] toBytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(VERSION);
    sketches.forEach(
        (id, sketch) -> {
          byte[] head = new byte[8];
          byte[] state = sketch.getState();
          Bytes.putInt(head, 0, id);
          Bytes.putInt(head, 4, state.length);
          out.writeBytes(head);
          out.writeBytes(state);
        });
    return out.toByteArray();
  }

  /** Reads what {@link #toBytes} wrote; what cannot be read counts as nothing known. */
  public static Statistics of(byte[] bytes) {
    Statistics statistics = new Statistics();
    if (bytes == null || bytes.length == 0 || bytes[0] != VERSION) {
      return statistics;
    }
    int at = 1;
    while (at + 8 <= bytes.length) {
      int id = Bytes.getInt(bytes, at);
      int length = Bytes.getInt(bytes, at + 4);
      at += 8;
      if (length != 1 << PRECISION || at + length > bytes.length) {
        break;
      }
      statistics.sketches.put(id, UltraLogLog.wrap(Arrays.copyOfRange(bytes, at, at + length)));
      at += length;
    }
    return statistics;
  }
}
