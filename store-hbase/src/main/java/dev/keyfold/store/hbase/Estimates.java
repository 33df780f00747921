package dev.keyfold.store.hbase;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;

/**
 * About how much is in a range, from some requests for few keys.
 *
 * <p>A range of up to {@link #SAMPLE} entries is counted. Of a larger one the space between its
 * first and its last key, read as numbers, is cut into equal segments; in each the keys at its
 * beginning are fetched. If they reach its end they are all of it; otherwise the segment is taken
 * to be as dense as they are, up to its last key. Keys that come in heaps can still make that too
 * much, so it is never more than what the regions concerned have room for. For several threads.
 */
final class Estimates {
  private static final int SAMPLE = 256;
  private static final int SEGMENTS = 8;

  /** Bytes of a key behind what all keys of the range share that are read as its number. */
  private static final int NUMBER_BYTES = 6;

  private static final int MOST_REMEMBERED = 1_024;
  private static final long HOLD_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Reads reads;
  private final Regions regions;
  private final Failures failures;
  private volatile Extents known;

  /** Of ranges that took more than one request; a small one is counted anew each time. */
  private final Remembered<KeyRange, RangeEstimate> remembered =
      new Remembered<>(MOST_REMEMBERED, HOLD_NANOS);

  private record Extents(List<Regions.Extent> regions, long asked) {}

  /** Keys in order, and the bytes of all their entries. */
  private record Sample(List<byte[]> keys, long bytes) {}

  Estimates(Reads reads, Regions regions, Failures failures) {
    this.reads = reads;
    this.regions = regions;
    this.failures = failures;
  }

  RangeEstimate of(KeyRange range) {
    if (range.isEmpty()) {
      return new RangeEstimate(0, 0);
    }
    RangeEstimate known = remembered.get(range);
    if (known == null) {
      known = ask(range);
      if (known.count() >= SAMPLE) {
        remembered.put(range, known);
      }
    }
    return known;
  }

  private RangeEstimate ask(KeyRange range) {
    try {
      Sample first = sample(Scan.over(range), SAMPLE);
      if (first.keys.size() < SAMPLE) {
        return new RangeEstimate(first.bytes, first.keys.size());
      }
      List<byte[]> last = sample(Scan.over(range).reverse(), 1).keys;
      double each = (double) first.bytes / SAMPLE;
      double count = last.isEmpty() ? SAMPLE : count(range, first, last.get(0));
      count = Math.max(SAMPLE, Math.min(count, room(range) / each));
      return new RangeEstimate((long) (count * each), (long) count);
    } catch (IOException e) {
      throw failures.reading(e);
    }
  }

  private double count(KeyRange range, Sample first, byte[] last) throws IOException {
    byte[] begin = first.keys.get(0);
    int shared = Math.max(0, Arrays.mismatch(begin, last));
    long from = number(begin, shared);
    double width = (number(last, shared) - from + 1) / (double) SEGMENTS;
    double count = 0;
    for (int segment = 0; segment < SEGMENTS; segment++) {
      byte[] start = segment == 0 ? begin : key(begin, shared, from + (long) (segment * width));
      KeyRange rest = range.intersect(KeyRange.of(start, null));
      Sample sample = segment == 0 ? first : sample(Scan.over(rest), SAMPLE);
      count += inSegment(rest, sample.keys, shared, from + (long) ((segment + 1) * width));
    }
    return count;
  }

  /**
   * How many keys are below the number. Keys come in heaps, so the density of the sample holds only
   * up to the last key that there is.
   */
  private double inSegment(KeyRange rest, List<byte[]> keys, int shared, long high)
      throws IOException {
    long inside = keys.stream().filter(key -> number(key, shared) < high).count();
    if (inside < keys.size() || keys.size() < SAMPLE) {
      return inside;
    }
    KeyRange segment = rest.intersect(KeyRange.of(new byte[0], key(keys.get(0), shared, high)));
    List<byte[]> last = sample(Scan.over(segment).reverse(), 1).keys;
    if (last.isEmpty()) {
      return inside; // removed meanwhile
    }
    // Both ends of what is known and of what is there, in more digits than the segments have.
    byte[] low = keys.get(0);
    int same = Math.max(0, Arrays.mismatch(low, last.get(0)));
    double extent = number(last.get(0), same) - number(low, same) + 1.0;
    double reached = number(keys.get(keys.size() - 1), same) - number(low, same) + 1.0;
    return inside * Math.max(1, extent / Math.max(1, reached));
  }

  private static long number(byte[] key, int from) {
    long number = 0;
    for (int i = from; i < from + NUMBER_BYTES; i++) {
      number = number << 8 | (i < key.length ? key[i] & 0xFF : 0);
    }
    return number;
  }

  /** The first key of that number, behind the shared bytes. */
  private static byte[] key(byte[] model, int shared, long number) {
    byte[] key = Arrays.copyOf(model, shared + NUMBER_BYTES);
    for (int i = 0; i < NUMBER_BYTES; i++) {
      key[shared + i] = (byte) (number >>> (8 * (NUMBER_BYTES - 1 - i)));
    }
    return key;
  }

  private Sample sample(Scan scan, int limit) throws IOException {
    List<byte[]> keys = new ArrayList<>();
    long bytes = 0;
    Slice key = new Slice();
    Scan asked = scan.limit(limit).withoutValues();
    try (ResultScanner scanner = reads.open(asked, limit)) {
      Result row;
      while (keys.size() < limit && (row = scanner.next()) != null) {
        for (Cell cell : row.rawCells()) {
          Cells.key(cell, key);
          byte[] found = key.toArray();
          if (scan.range().contains(found) && keys.size() < limit) {
            keys.add(found);
            bytes += found.length + Reads.valueLength(cell);
          }
        }
      }
    }
    return new Sample(keys, bytes);
  }

  /** Bytes of the regions that the range touches, and a megabyte for what sizes leave out. */
  private double room(KeyRange range) {
    Extents now = known;
    if (now == null || System.nanoTime() - now.asked > HOLD_NANOS) {
      now = new Extents(regions.extents(), System.nanoTime());
      known = now;
    }
    double bytes = 0;
    for (Regions.Extent region : now.regions) {
      if (!region.keys().intersect(range).isEmpty()) {
        bytes += region.bytes() + (1 << 20);
      }
    }
    return bytes;
  }
}
