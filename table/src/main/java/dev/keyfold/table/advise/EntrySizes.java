package dev.keyfold.table.advise;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.where.IndexText;
import java.util.ArrayList;
import java.util.List;

/**
 * How many rows a table has, and what the entries of an index would take: made from a sample of
 * rows, from both ends of the table. Not thread-safe.
 */
public final class EntrySizes {
  private static final int SAMPLED_ROWS = 500;
  private static final int SAMPLED_BYTES = 1 << 20;

  /** Where the store's count and that of keys differ by more, many rows were deleted. */
  private static final double TRUSTED = 8;

  private final TableLayout table;
  private final List<RowView.Copy> sample = new ArrayList<>();
  private final RowView view;
  private final double rows;

  /**
   * @param reader a snapshot of the store
   * @param stored what the store says of the table's records
   * @param keys how many keys were ever written, negative if that is not known
   */
  public EntrySizes(TableLayout table, Reader reader, RangeEstimate stored, double keys) {
    this.table = table;
    this.view = new RowView(table);
    Scan all = Scan.over(table.primary().everything());
    boolean whole = take(reader, all.expecting(SAMPLED_ROWS));
    int first = sample.size();
    if (!whole) {
      take(reader, all.reverse().expecting(SAMPLED_ROWS));
    }
    this.rows = whole ? first : Math.max(first, rows((double) stored.count(), keys));
  }

  /**
   * Engines count entries by an average size, which can be wrong by some factor where rows and
   * index entries differ in size; the sketch of keys is right to a few per cent, but does not
   * forget. So it is believed as long as both are of one order.
   */
  private static double rows(double count, double keys) {
    boolean alike = keys >= 0 && keys <= count * TRUSTED && count <= keys * TRUSTED;
    return alike ? keys : count;
  }

  /** Whether all there is was taken. */
  private boolean take(Reader reader, Scan scan) {
    int taken = 0;
    long bytes = 0;
    try (Cursor cursor = reader.scan(scan)) {
      while (cursor.next()) {
        if (taken == SAMPLED_ROWS || bytes > SAMPLED_BYTES) {
          return false;
        }
        taken++;
        bytes += cursor.key().length() + cursor.value().length();
        add(cursor);
      }
    }
    return true;
  }

  private void add(Cursor cursor) {
    try {
      view.record(cursor.key(), cursor.value());
      if (!view.header().isFence()) {
        sample.add(view.copy());
      }
    } catch (TableException | StoreCorruptedException damaged) {
      // For check to find; the other rows tell enough.
    }
  }

  /** About how many rows the table has. */
  double rows() {
    return rows;
  }

  /** About how many bytes of keys and values an index has, or would have. */
  double bytes(IndexText text) {
    IndexLayout index = table.imagined(text);
    KeyWriter keys = index.newKeyWriter();
    KeyWriter include = index.newIncludeWriter();
    long sum = 0;
    for (RowView.Copy copy : sample) {
      try {
        RowView row = view.look(copy);
        long expiry = row.header().expiry();
        int value = index.value(row, expiry, include, new RowHeader()).length;
        for (byte[] key : index.keys(row, keys)) {
          sum += key.length - index.key().prefixLength() + 1 + value;
        }
      } catch (KeyException | TableException | StoreCorruptedException unfit) {
        // A row that the index could not hold, as building it will say, or a damaged one.
      }
    }
    return sample.isEmpty() ? 0 : rows * sum / sample.size();
  }
}
