package dev.keyfold.table.run;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.table.plan.Plan;
import dev.keyfold.table.plan.SkipRanges;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A skip scan: one cursor over the whole key. It finds an existing leading value, seeks to the
 * selected range within it, reads that range, and seeks past the rest to the next leading value.
 */
final class SkippingEntries implements EntryIterator {
  private final SkipRanges skip;
  private final boolean reversed;
  private final Cursor cursor;
  private final ExecutionStats work;
  private final byte @Nullable [] after;

  /** The ranges after the leading values, in the order of reading, and which one is next. */
  private List<KeyRange> ranges = List.of();

  private int nextRange;
  private @Nullable KeyRange range;
  private @Nullable KeyRange siblings;
  private boolean ended;

  SkippingEntries(Plan plan, Reader reader, byte @Nullable [] after, ExecutionStats work) {
    this.skip = new SkipRanges(plan);
    this.reversed = plan.isReversed();
    this.work = work;
    this.after = after;
    Scan scan = Scan.over(plan.key().everything());
    this.cursor = reader.scan(reversed ? scan.reverse() : scan);
    if (after != null) {
      enter(after, 0, after.length);
    }
    work.seek();
  }

  @Override
  public boolean next() {
    while (!ended) {
      KeyRange at = range == null ? findRange() : range;
      if (at == null) {
        return false;
      }
      range = at;
      if (stepIn(at)) {
        return true;
      }
      range = null; // walked out of it, or it was empty
    }
    return false;
  }

  private boolean stepIn(KeyRange at) {
    boolean there = cursor.next();
    byte[] end = at.end();
    if (there && reversed && end != null && cursor.key().compareTo(end) == 0) {
      there = cursor.next(); // a leap backwards lands on the end, which is not in the range
    }
    return there && at.contains(cursor.key().toArray());
  }

  /**
   * Leaps to the next range; through the next leading values if those at hand have no more. Null at
   * the end.
   */
  private @Nullable KeyRange findRange() {
    while (nextRange >= ranges.size()) {
      if (siblings != null && !leapOver(siblings)) {
        ended = true;
        return null;
      }
      boolean there = cursor.next();
      if (there && reversed && siblings != null && cursor.key().compareTo(siblings.start()) == 0) {
        // A leap backwards lands on the start if a key has just these bytes, as one has that was
        // written before the key got its last field.
        there = cursor.next();
      }
      if (!there) {
        ended = true;
        return null;
      }
      Slice key = cursor.key();
      enter(key.array(), key.offset(), key.length());
    }
    KeyRange next = ranges.get(nextRange++);
    leapTo(next);
    return next;
  }

  private void enter(byte[] key, int offset, int length) {
    siblings = skip.siblings(key, offset, length);
    ranges = Ranges.remaining(skip.after(key, offset, length), after, reversed);
    nextRange = 0;
  }

  private void leapTo(KeyRange target) {
    work.seek();
    if (!reversed) {
      cursor.seek(target.start());
      return;
    }
    byte[] end = target.end() == null && siblings != null ? siblings.end() : target.end();
    if (end == null) {
      throw new IllegalStateException("keys of a table have an end, found " + target);
    }
    cursor.seek(end);
  }

  private boolean leapOver(KeyRange passed) {
    work.seek();
    byte[] target = reversed ? passed.start() : passed.end();
    if (target == null) {
      return false;
    }
    cursor.seek(target);
    return true;
  }

  @Override
  public Slice key() {
    return cursor.key();
  }

  @Override
  public Slice value() {
    return cursor.value();
  }

  @Override
  public void close() {
    cursor.close();
  }
}
