package dev.keyfold.table.run;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Reads ranges in sequence; each is opened when the previous one has ended. */
final class SequenceEntries implements EntryIterator {
  private final Reader reader;
  private final Iterator<KeyRange> ranges;
  private final boolean reversed;
  private final long expected;
  private final ExecutionStats work;
  private @Nullable Cursor cursor;

  /**
   * The ranges in the order in which they are to be read.
   *
   * @param expected how many entries will likely be asked for
   */
  SequenceEntries(
      Reader reader,
      Iterable<KeyRange> ranges,
      boolean reversed,
      long expected,
      ExecutionStats work) {
    this.reader = reader;
    this.ranges = ranges.iterator();
    this.reversed = reversed;
    this.expected = expected;
    this.work = work;
  }

  @Override
  public boolean next() {
    while (cursor == null || !cursor.next()) {
      close();
      if (!ranges.hasNext()) {
        return false;
      }
      Scan scan = Scan.over(ranges.next()).expecting(expected);
      cursor = reader.scan(reversed ? scan.reverse() : scan);
      work.seek();
    }
    return true;
  }

  @Override
  public Slice key() {
    return current().key();
  }

  @Override
  public Slice value() {
    return current().value();
  }

  private Cursor current() {
    if (cursor == null) {
      throw new IllegalStateException("it stands on no entry: next() has not returned true");
    }
    return cursor;
  }

  @Override
  public void close() {
    if (cursor != null) {
      cursor.close();
      cursor = null;
    }
  }
}
