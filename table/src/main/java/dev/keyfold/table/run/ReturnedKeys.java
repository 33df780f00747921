package dev.keyfold.table.run;

import dev.keyfold.codec.bytes.XxHash64;

/**
 * A hash set of the keys of returned records, for deduplication: in a store without snapshots, a
 * record may move ahead of the reader during an index scan and would be returned twice. Grows to 32
 * MB; later rows are not recorded. Open addressing; 0 marks a free slot. Not thread-safe.
 */
final class ReturnedKeys {
  private static final int MOST = 1 << 22;

  private long[] table = new long[64];
  private int size;

  /** Adds a key; false if it was returned before. */
  boolean add(byte[] key) {
    long hash = XxHash64.hash(key, 0, key.length);
    hash = hash == 0 ? 1 : hash;
    int at = place(table, hash);
    if (table[at] == hash) {
      return false;
    }
    if (size < MOST / 2) {
      table[at] = hash;
      size++;
      if (size > table.length / 2 && table.length < MOST) {
        grow();
      }
    }
    return true;
  }

  private static int place(long[] table, long hash) {
    int at = (int) hash & (table.length - 1);
    while (table[at] != 0 && table[at] != hash) {
      at = (at + 1) & (table.length - 1);
    }
    return at;
  }

  private void grow() {
    long[] larger = new long[table.length * 2];
    for (long hash : table) {
      if (hash != 0) {
        larger[place(larger, hash)] = hash;
      }
    }
    table = larger;
  }
}
