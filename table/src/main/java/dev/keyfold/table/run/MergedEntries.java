package dev.keyfold.table.run;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.table.plan.Plan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A k-way merge of several ranges, such as one per shard, by the key part after each range's common
 * prefix. Ties are resolved by the order of the ranges.
 */
final class MergedEntries implements EntryIterator {
  /** Entries that a range is expected to give beyond twice its share. */
  private static final long SPARE = 8;

  private final PriorityQueue<Source> queue;
  private final List<Source> sources = new ArrayList<>();
  private @Nullable Source current;

  /** One range, its cursor, and how many bytes of its keys are left out of the comparison. */
  private static final class Source {
    final Cursor cursor;
    final int common;
    final int position;

    Source(Cursor cursor, int common, int position) {
      this.cursor = cursor;
      this.common = common;
      this.position = position;
    }
  }

  /**
   * @param expected how many entries will likely be asked for, of all ranges together
   */
  MergedEntries(
      Plan plan, Reader reader, byte @Nullable [] after, long expected, ExecutionStats work) {
    int sign = plan.isReversed() ? -1 : 1;
    this.queue = new PriorityQueue<>((a, b) -> sign * compare(a, b));
    List<KeyRange> ranges = plan.ranges();
    int stopped = after == null ? 0 : Ranges.indexOf(ranges, after);
    byte[] rest =
        after == null
            ? null
            : Arrays.copyOfRange(after, common(plan, ranges.get(stopped)), after.length);
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < ranges.size(); i++) {
      KeyRange range = ranges.get(i);
      int common = common(plan, range);
      if (rest != null) {
        byte[] same = Arrays.copyOf(range.start(), common + rest.length);
        System.arraycopy(rest, 0, same, common, rest.length);
        boolean passed = plan.isReversed() ? i >= stopped : i <= stopped;
        range =
            passed
                ? Ranges.after(range, same, plan.isReversed())
                : Ranges.from(range, same, plan.isReversed());
      }
      if (!range.isEmpty()) {
        parts.add(new Part(range, common, i));
        work.seek();
      }
    }
    open(parts, plan.isReversed(), reader, share(expected, parts.size()));
  }

  /** What is left of one range, its common bytes, and its position among the ranges. */
  private record Part(KeyRange range, int common, int position) {}

  /** Rows lie evenly in shards, but not exactly; an engine that fetches too few asks once more. */
  private static long share(long expected, int parts) {
    if (expected == Long.MAX_VALUE || parts < 2) {
      return expected;
    }
    return Math.min(expected, SPARE + 2 * (expected / parts));
  }

  private void open(List<Part> parts, boolean reversed, Reader reader, long expected) {
    List<Scan> scans = new ArrayList<>(parts.size());
    for (Part part : parts) {
      Scan scan = Scan.over(part.range).expecting(expected);
      scans.add(reversed ? scan.reverse() : scan);
    }
    List<Cursor> cursors = reader.scanAll(scans);
    for (int i = 0; i < cursors.size(); i++) {
      sources.add(new Source(cursors.get(i), parts.get(i).common, parts.get(i).position));
    }
    try {
      for (Source source : sources) {
        if (source.cursor.next()) {
          queue.add(source);
        }
      }
    } catch (RuntimeException | Error failure) {
      close();
      throw failure;
    }
  }

  /** Bytes that all keys of the range have in common: the id, the shard, the parts left out. */
  private static int common(Plan plan, KeyRange range) {
    int prefix = plan.key().prefixLength();
    byte[] start = range.start();
    byte[] key = Arrays.copyOfRange(start, prefix, start.length);
    return prefix + plan.key().schema().prefixLength(key, plan.mergeFrom());
  }

  private static int compare(Source a, Source b) {
    Slice x = a.cursor.key();
    Slice y = b.cursor.key();
    int order =
        Arrays.compareUnsigned(
            x.array(),
            x.offset() + a.common,
            x.offset() + x.length(),
            y.array(),
            y.offset() + b.common,
            y.offset() + y.length());
    return order != 0 ? order : Integer.compare(a.position, b.position);
  }

  @Override
  public boolean next() {
    if (current != null && current.cursor.next()) {
      queue.add(current);
    }
    current = queue.poll();
    return current != null;
  }

  @Override
  public Slice key() {
    return current().cursor.key();
  }

  @Override
  public Slice value() {
    return current().cursor.value();
  }

  private Source current() {
    if (current == null) {
      throw new IllegalStateException("it stands on no entry: next() has not returned true");
    }
    return current;
  }

  @Override
  public void close() {
    sources.forEach(source -> source.cursor.close());
  }
}
