package dev.keyfold.structures.rank;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.structures.entries.WorkEntries;
import dev.keyfold.structures.layout.Damage;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts the elements of a big structure in blocks of consecutive keys, so that a rank is found by
 * adding up counts and walking over one block.
 *
 * <pre>
 *   bound    prefix      k128        k256          k384
 *   count    |   128     |   129     |   100       |   31      ranks 257..356 are in the third
 * </pre>
 *
 * <p>A block's bound is at or before its first key, and after the last key of the block before it;
 * the key itself need not be there any more. Counts follow every change; a block that has grown too
 * big is split when somebody walks over it anyway. Only in memory, made on first need. Under the
 * writer's lock.
 */
final class RankIndex {
  private static final int BLOCK = 128;
  private static final int BIG = 3 * BLOCK;
  private static final int SMALL = BLOCK / 2;

  private final byte @Nullable [] end;
  private final List<byte[]> bounds = new ArrayList<>();
  private int[] counts = new int[16];

  private RankIndex(byte[] prefix) {
    this.end = Bytes.successor(prefix);
    bounds.add(prefix);
  }

  static RankIndex build(WorkEntries entries, Meta meta) {
    byte[] prefix = Layout.prefix(meta.rankSpace(), meta.id);
    RankIndex directory = new RankIndex(prefix);
    directory.split(entries, 0);
    return directory;
  }

  int blocks() {
    return bounds.size();
  }

  void added(byte[] key) {
    counts[blockOf(key)]++;
  }

  void removed(byte[] key) {
    int block = blockOf(key);
    counts[block]--;
    if (block + 1 < bounds.size() && counts[block] + counts[block + 1] < SMALL) {
      merge(block);
    } else if (block > 0 && counts[block - 1] + counts[block] < SMALL) {
      merge(block - 1);
    }
  }

  /** The block takes in the one after it. */
  private void merge(int block) {
    counts[block] += counts[block + 1];
    int rest = bounds.size() - block - 2;
    System.arraycopy(counts, block + 2, counts, block + 1, rest);
    bounds.remove(block + 1);
  }

  private int blockOf(byte[] key) {
    int low = 0;
    int high = bounds.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (Arrays.compareUnsigned(bounds.get(middle), key) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private long countBefore(int block) {
    long sum = 0;
    for (int i = 0; i < block; i++) {
      sum += counts[i];
    }
    return sum;
  }

  private byte @Nullable [] endOf(int block) {
    return block + 1 < bounds.size() ? bounds.get(block + 1) : end;
  }

  /** How many keys are before this one. */
  long before(WorkEntries entries, byte[] key) {
    int block = blockOf(key);
    if (counts[block] > BIG) {
      split(entries, block);
      block = blockOf(key);
    }
    long count = countBefore(block);
    KeyRange part = KeyRange.of(bounds.get(block), key);
    if (!part.isEmpty()) {
      try (Cursor cursor = entries.scan(part, false, Long.MAX_VALUE, true)) {
        while (cursor.next()) {
          count++;
        }
      }
    }
    return count;
  }

  /** A cursor whose next step is the key of that rank, counted from the first also if reversed. */
  Cursor open(WorkEntries entries, Meta meta, long rank, boolean reversed, boolean keysOnly) {
    int block = 0;
    long before = 0;
    while (before + counts[block] <= rank) {
      before += counts[block++];
      Damage.require(meta, block < bounds.size());
    }
    if (counts[block] > BIG) {
      split(entries, block);
      return open(entries, meta, rank, reversed, keysOnly);
    }
    KeyRange range =
        reversed ? KeyRange.of(bounds.get(0), endOf(block)) : KeyRange.of(bounds.get(block), end);
    long skip = reversed ? before + counts[block] - 1 - rank : rank - before;
    Cursor cursor = entries.scan(range, reversed, Long.MAX_VALUE, keysOnly);
    for (long i = 0; i < skip; i++) {
      cursor.next();
    }
    return cursor;
  }

  /** Walks over the block and cuts it into blocks of the right size. */
  private void split(WorkEntries entries, int block) {
    List<byte[]> cuts = new ArrayList<>();
    int count = 0;
    KeyRange range = KeyRange.of(bounds.get(block), endOf(block));
    try (Cursor cursor = entries.scan(range, false, Long.MAX_VALUE, true)) {
      while (cursor.next()) {
        if (count == BLOCK) {
          cuts.add(cursor.key().toArray());
          count = 0;
        }
        count++;
      }
    }
    int[] grown = new int[Math.max(counts.length, (bounds.size() + cuts.size()) * 5 / 4)];
    System.arraycopy(counts, 0, grown, 0, block);
    Arrays.fill(grown, block, block + cuts.size(), BLOCK);
    grown[block + cuts.size()] = count;
    System.arraycopy(counts, block + 1, grown, block + cuts.size() + 1, bounds.size() - block - 1);
    counts = grown;
    bounds.addAll(block + 1, cuts);
  }

  /**
   * Keys were replaced by others in the same order and place. A bound among them moves to the new
   * key of the first element at or after it, so that each block has the elements it had.
   */
  void respread(List<byte[]> before, List<byte[]> after, byte[] left, byte[] right) {
    for (int i = blockOf(left); i < bounds.size(); i++) {
      byte[] bound = bounds.get(i);
      if (i == 0 || Arrays.compareUnsigned(bound, left) <= 0) {
        continue;
      }
      if (Arrays.compareUnsigned(bound, right) > 0) {
        break;
      }
      int first = 0;
      while (first < before.size() && Arrays.compareUnsigned(before.get(first), bound) < 0) {
        first++;
      }
      bounds.set(i, first < before.size() ? after.get(first) : right);
    }
  }
}
