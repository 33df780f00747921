package dev.keyfold.structures;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Cursor;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;

/**
 * Elements by rank: how many are before one, and which one is the n-th. Near an end by walking,
 * else by a {@link RankIndex}; a work that only reads has none and walks.
 */
final class Ranks {
  /** So far one walks. */
  private static final long NEAR = 384;

  private Ranks() {}

  /**
   * A cursor whose next step is the element of that rank; reversed, ranks count from the last
   * element on and the cursor goes backwards.
   */
  static Cursor open(Work work, Meta meta, long rank, boolean reversed, boolean keysOnly) {
    if (rank > NEAR && !work.isReadOnly()) {
      return work.structures()
          .directories()
          .of(work, meta)
          .open(work, meta, reversed ? meta.size - 1 - rank : rank, reversed, keysOnly);
    }
    KeyRange range = KeyRange.prefix(Layout.prefix(meta.rankSpace(), meta.id));
    Cursor cursor = scan(work, meta, range, reversed, keysOnly);
    for (long i = 0; i < rank; i++) {
      if (!cursor.next()) {
        break;
      }
    }
    return cursor;
  }

  /** Elements of the range, without walking over what was deleted at the ends. */
  static Cursor scan(Work work, Meta meta, KeyRange range, boolean reversed, boolean keysOnly) {
    return work.isReadOnly()
        ? work.entries.scan(range, reversed, Long.MAX_VALUE, keysOnly)
        : work.structures().directories().edges().scan(work, meta, range, reversed, keysOnly);
  }

  /** How many elements are before the key. */
  static long before(Work work, Meta meta, byte[] key) {
    if (meta.size > NEAR && !work.isReadOnly()) {
      return work.structures().directories().of(work, meta).before(work, key);
    }
    KeyRange range = KeyRange.of(Layout.prefix(meta.rankSpace(), meta.id), key);
    long count = 0;
    if (!range.isEmpty()) {
      try (Cursor cursor = work.entries.scan(range, false, Long.MAX_VALUE, true)) {
        while (cursor.next()) {
          count++;
        }
      }
    }
    return count;
  }
}
