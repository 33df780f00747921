package dev.keyfold.store.hbase;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.jspecify.annotations.Nullable;

/**
 * About how much is in a range, from some requests for few keys. A range of up to {@link
 * KeyDensity#SAMPLE} entries is counted, of a larger one {@link KeyDensity} says how many keys it
 * has, and if these are few they are counted after all. That is never more than what the regions
 * concerned have room for; nor more than a range around it has, or less than one within it, as far
 * as these were asked for lately. Thread-safe.
 */
final class HBaseEstimates {
  private static final int SAMPLE = KeyDensity.SAMPLE;

  /** So few keys are counted, which is one request more: of them samples say least. */
  private static final int COUNTED = 8_192;

  /** An entry in an encoded block: lengths, type and time, the least of it that is not shared. */
  private static final int LEAST_OVERHEAD = 6;

  private static final int MOST_ANSWERS = 1_024;
  private static final long HOLD_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final HBaseReads reads;
  private final Regions regions;
  private final HBaseErrors errors;
  private volatile @Nullable Extents known;

  /** Of ranges that took more than one request; a small one is counted again each time. */
  private final Cache<KeyRange, RangeEstimate> answers =
      Caffeine.newBuilder()
          .maximumSize(MOST_ANSWERS)
          .expireAfterWrite(HOLD_NANOS, TimeUnit.NANOSECONDS)
          .executor(Runnable::run)
          .build();

  private record Extents(List<Regions.Extent> regions, long asked) {}

  /** Keys in order, the bytes of all their entries, and the least that they take in a file. */
  private record Sample(List<byte[]> keys, long bytes, long stored) {}

  HBaseEstimates(HBaseReads reads, Regions regions, HBaseErrors errors) {
    this.reads = reads;
    this.regions = regions;
    this.errors = errors;
  }

  RangeEstimate of(KeyRange range) {
    if (range.isEmpty()) {
      return new RangeEstimate(0, 0);
    }
    RangeEstimate known = answers.getIfPresent(range);
    if (known == null) {
      known = ask(range);
      if (known.count() >= SAMPLE) {
        known = between(known, range, answers.asMap());
        answers.put(range, known);
      }
    }
    return known;
  }

  /** A part must not be larger than the whole; each was estimated from keys of its own. */
  static RangeEstimate between(
      RangeEstimate found, KeyRange range, Map<KeyRange, RangeEstimate> others) {
    long least = 0;
    long most = Long.MAX_VALUE;
    for (Map.Entry<KeyRange, RangeEstimate> other : others.entrySet()) {
      KeyRange common = other.getKey().intersect(range);
      if (common.equals(range)) {
        most = Math.min(most, other.getValue().count());
      } else if (common.equals(other.getKey())) {
        least = Math.max(least, other.getValue().count());
      }
    }
    long count = Math.min(most, Math.max(least, found.count()));
    return count == found.count()
        ? found
        : new RangeEstimate((long) ((double) found.bytes() / found.count() * count), count);
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
      count = Math.max(SAMPLE, Math.min(count, room(range) * SAMPLE / first.stored));
      if (count < COUNTED) {
        Sample all = sample(Scan.over(range), COUNTED);
        if (all.keys.size() < COUNTED) {
          return new RangeEstimate(all.bytes, all.keys.size());
        }
        count = COUNTED;
      }
      return new RangeEstimate((long) (count * each), (long) count);
    } catch (IOException e) {
      throw errors.reading(e);
    }
  }

  private double count(KeyRange range, Sample first, byte[] last) throws IOException {
    KeyDensity.Keys keys =
        new KeyDensity.Keys() {
          @Override
          public List<byte[]> first(KeyRange within, int limit) throws IOException {
            return sample(Scan.over(within), limit).keys;
          }

          @Override
          public byte @Nullable [] last(KeyRange within) throws IOException {
            List<byte[]> found = sample(Scan.over(within).reverse(), 1).keys;
            return found.isEmpty() ? null : found.get(0);
          }
        };
    return KeyDensity.count(keys, range, first.keys, last);
  }

  private Sample sample(Scan scan, int limit) throws IOException {
    List<byte[]> keys = new ArrayList<>();
    long bytes = 0;
    long stored = 0;
    byte[] before = {};
    Slice key = new Slice();
    Scan asked = scan.limit(limit).withoutValues();
    try (ResultScanner scanner = reads.open(asked, limit)) {
      Result row;
      while (keys.size() < limit && (row = scanner.next()) != null) {
        for (Cell cell : row.rawCells()) {
          HBaseCells.key(cell, key);
          byte[] found = key.toArray();
          if (scan.range().contains(found) && keys.size() < limit) {
            keys.add(found);
            bytes += found.length + HBaseReads.valueLength(cell);
            int same = Arrays.mismatch(before, found);
            stored +=
                found.length - Math.max(0, same) + HBaseReads.valueLength(cell) + LEAST_OVERHEAD;
            before = found;
          }
        }
      }
    }
    return new Sample(keys, bytes, stored);
  }

  /** Bytes of the regions that the range touches; sizes come in whole megabytes, rounded down. */
  private double room(KeyRange range) {
    Extents now = known;
    if (now == null || System.nanoTime() - now.asked > HOLD_NANOS) {
      now = new Extents(regions.extents(), System.nanoTime());
      known = now;
    }
    double bytes = 0;
    for (Regions.Extent region : now.regions) {
      if (!region.keys().intersect(range).isEmpty()) {
        bytes += region.bytes() + (2 << 20);
      }
    }
    return bytes;
  }
}
