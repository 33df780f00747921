package dev.keyfold.table.advise;

import com.dynatrace.hash4j.distinctcount.UltraLogLog;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.ValueEquality;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Cardinality statistics: one mergeable distinct-count sketch per field, a kilobyte each, with an
 * error of about three per cent. Writes update them; deletes do not, so {@code analyze} recounts.
 *
 * <p>Thread-safe without a lock: two that meet on the same byte may lose one of two observations,
 * which an estimate can bear.
 */
public final class Statistics {
  private static final int PRECISION = 10;
  private static final byte VERSION = 1;

  /** A count holds until the rows observed have grown by one part in so many. */
  private static final int FRESH = 16;

  /** In place of a field's id: the sketch of whole primary keys, which counts rows. */
  private static final int ROWS = -1;

  /** By field id, so that renaming a field does not matter. */
  private final Map<Integer, UltraLogLog> sketches = new ConcurrentHashMap<>();

  /** Rows were observed without counting keys, as earlier versions did: that number is unknown. */
  private volatile boolean rowsUnknown;

  /** The sketches of the fields now, by position; both are replaced at once. */
  private volatile Positions positions = NOWHERE;

  private final LongAdder observed = new LongAdder();

  /** What {@link #distinct} gave last, by field id. */
  private final Map<Integer, Count> counts = new ConcurrentHashMap<>();

  private static final Positions NOWHERE = new Positions(List.of(), List.of(), new int[0], null);

  /** Without any rows seen. */
  public Statistics() {}

  /**
   * @param key positions of the fields of the primary key
   * @param rows the sketch of the keys; null if it is not kept
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Positions(
      List<FieldDef> fields, List<UltraLogLog> sketches, int[] key, @Nullable UltraLogLog rows) {}

  /** How many different values a field had when so many rows had been observed. */
  private record Count(double distinct, long observed) {}

  /** Takes note of a row that is written. */
  public void observe(TableDef table, RowAccess row) {
    Positions all = positionsOf(table);
    for (int i = 0; i < all.sketches.size(); i++) {
      Object value = row.get(i);
      if (value != null) {
        all.sketches.get(i).add(hash(table, i, value));
      }
    }
    if (all.rows != null) {
      long key = 0;
      for (int i : all.key) {
        key = mixed(key + hash(table, i, row.get(i)));
      }
      all.rows.add(key);
    }
    observed.increment();
  }

  /** From now on knows that there is nothing, until rows are observed. */
  public void start(TableDef table) {
    positionsOf(table);
  }

  private Positions positionsOf(TableDef table) {
    Positions known = positions;
    if (known.fields != table.fields()) {
      UltraLogLog[] all = new UltraLogLog[table.fields().size()];
      for (int i = 0; i < all.length; i++) {
        all[i] =
            sketches.computeIfAbsent(
                table.fields().get(i).id(), id -> UltraLogLog.create(PRECISION));
      }
      int[] key = table.key().fields().stream().mapToInt(table::indexOf).toArray();
      UltraLogLog rows =
          rowsUnknown ? null : sketches.computeIfAbsent(ROWS, id -> UltraLogLog.create(PRECISION));
      known = new Positions(table.fields(), List.of(all), key, rows);
      positions = known;
    }
    return known;
  }

  /** 32 bits are enough to count some ten million values; mixing spreads them over 64. */
  private static long hash(TableDef table, int field, @Nullable Object value) {
    return mixed(ValueEquality.hash(table.fields().get(field).type(), value));
  }

  private static long mixed(long hash) {
    long bits = hash;
    bits = (bits ^ (bits >>> 32)) * 0x9E3779B97F4A7C15L;
    bits = (bits ^ (bits >>> 29)) * 0xBF58476D1CE4E5B9L;
    return bits ^ (bits >>> 32);
  }

  /** About how many different values the field has; negative if no row was ever seen. */
  public double distinct(TableDef table, int field) {
    return count(table.fields().get(field).id());
  }

  /**
   * About how many rows there are, or have been: deletes are not taken back. Negative if that is
   * not known.
   */
  public double rows() {
    return count(ROWS);
  }

  private double count(int id) {
    Count count = counts.get(id);
    // Counting looks at the whole sketch, so it is repeated after some more rows only.
    long rows = observed.sum();
    if (count == null || rows - count.observed > count.observed / FRESH) {
      UltraLogLog sketch = sketches.get(id);
      count = new Count(sketch == null ? -1 : sketch.getDistinctCountEstimate(), rows);
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
    rowsUnknown = false;
    merge(other);
  }

  /** Adds what another one has seen. */
  public void merge(Statistics other) {
    rowsUnknown |= other.rowsUnknown;
    other.sketches.forEach(
        (id, sketch) ->
            sketches.computeIfAbsent(id, key -> UltraLogLog.create(PRECISION)).add(sketch));
    forgetUnknownRows();
    counts.clear();
    positions = NOWHERE; // which has the sketches of before
  }

  private void forgetUnknownRows() {
    if (rowsUnknown) {
      sketches.remove(ROWS);
    }
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
  public static Statistics of(byte @Nullable [] bytes) {
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
    statistics.rowsUnknown =
        !statistics.sketches.isEmpty() && !statistics.sketches.containsKey(ROWS);
    return statistics;
  }
}
