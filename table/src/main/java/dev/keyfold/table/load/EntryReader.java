package dev.keyfold.table.load;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.View;
import dev.keyfold.table.Row;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.EntryDecoder;
import dev.keyfold.table.errors.RowException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of the entries of a store, in key order. What is a line elsewhere is an entry here: entries
 * are counted from 1, and offsets are the bytes of keys and values. A place among them is a key,
 * which {@link LoadCheckpoint} keeps. Close it; the view stays the caller's. Not thread-safe.
 */
public final class EntryReader implements RowReader, AutoCloseable {
  private static final byte[] NONE = {};

  private final View source;
  private final List<KeyRange> ranges;
  private final EntryDecoder decoder;

  /** The keys of the last rows, as many as a batch may have: some may be refused only then. */
  private final byte[][] keys = new byte[Import.BATCH_ROWS][];

  private final long[] numbers = new long[Import.BATCH_ROWS];
  private long rows;
  private long number;
  private long offset;
  private byte[] last = NONE;
  private int range;
  private @Nullable Cursor cursor;

  /**
   * @param ranges the keys to read, in their order
   */
  public EntryReader(View source, List<KeyRange> ranges, EntryDecoder decoder) {
    this.source = source;
    this.ranges = List.copyOf(ranges);
    this.decoder = decoder;
  }

  @Override
  public @Nullable Row read() throws IOException {
    Cursor at = next();
    if (at == null) {
      return null;
    }
    number++;
    offset += at.key().length() + (long) at.value().length();
    last = at.key().toArray();
    Row row = row(at);
    int slot = (int) (rows++ % keys.length);
    keys[slot] = last;
    numbers[slot] = number;
    return row;
  }

  private Row row(Cursor at) {
    Map<String, @Nullable Object> fields = decoder.fields(at.key(), at.value());
    try {
      return Row.of(decoder.table(), fields);
    } catch (RowException | KeyException e) {
      throw new BadInputException(e.getMessage());
    }
  }

  /** The cursor at the next entry; null at the end. */
  private @Nullable Cursor next() {
    while (true) {
      Cursor now = cursor;
      if (now == null) {
        if (range == ranges.size()) {
          return null;
        }
        now = source.scan(Scan.over(rest(ranges.get(range))).inBulk());
        cursor = now;
      }
      if (now.next()) {
        return now;
      }
      now.close();
      cursor = null;
      range++;
    }
  }

  /** The part of a range after the last key. */
  private KeyRange rest(KeyRange whole) {
    byte[] end = whole.end();
    if (number == 0 || Bytes.compare(last, whole.start()) < 0) {
      return whole;
    }
    byte[] start = Bytes.next(last); // the next key there may be
    return KeyRange.of(end != null && Bytes.compare(start, end) > 0 ? end : start, end);
  }

  /** The key of the entry with this number, which is the last one or of a row of the last batch. */
  public byte[] key(long entry) {
    for (int i = 0; i < keys.length && entry != number; i++) {
      if (numbers[i] == entry) {
        return keys[i].clone();
      }
    }
    return last.clone();
  }

  @Override
  public long line() {
    return number;
  }

  @Override
  public LinePosition position() {
    return new LinePosition(number, offset);
  }

  /** Continues after the key that {@link #placeAfter} said. */
  @Override
  public void skipTo(LinePosition position) {
    close();
    cursor = null;
    range = 0;
    number = position.lines();
    offset = position.offset();
  }

  /** The key of the last entry, empty before the first. */
  byte[] lastKey() {
    return last;
  }

  /** Says after which key to continue; {@link #skipTo} does so. */
  void placeAfter(byte[] key) {
    last = key;
  }

  @Override
  public void close() {
    if (cursor != null) {
      cursor.close();
    }
  }
}
