package dev.keyfold.structures.rank;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Cursor;
import dev.keyfold.structures.entries.WorkEntries;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import org.jspecify.annotations.Nullable;

/**
 * Elements by rank: how many are before one, and which one is the n-th. Near an end by walking,
 * else by a {@link RankIndex}; a work that only reads has none and walks. Belongs to one unit of
 * work; not thread-safe.
 */
public final class Ranks {
  /** So far one walks. */
  private static final long NEAR = 384;

  private final WorkEntries entries;

  /** Null for a work that only reads. */
  private final @Nullable RankIndexes indexes;

  public Ranks(WorkEntries entries, @Nullable RankIndexes indexes) {
    this.entries = entries;
    this.indexes = indexes;
  }

  /**
   * A cursor whose next step is the element of that rank; reversed, ranks count from the last
   * element on and the cursor goes backwards.
   */
  public Cursor open(Meta meta, long rank, boolean reversed, boolean keysOnly) {
    if (rank > NEAR && indexes != null) {
      return indexes
          .of(entries, meta)
          .open(entries, meta, reversed ? meta.size - 1 - rank : rank, reversed, keysOnly);
    }
    KeyRange range = KeyRange.prefix(Layout.prefix(meta.rankSpace(), meta.id));
    Cursor cursor = scan(meta, range, reversed, keysOnly);
    for (long i = 0; i < rank; i++) {
      if (!cursor.next()) {
        break;
      }
    }
    return cursor;
  }

  /** Elements of the range, without walking over what was deleted at the ends. */
  public Cursor scan(Meta meta, KeyRange range, boolean reversed, boolean keysOnly) {
    return indexes == null
        ? entries.scan(range, reversed, Long.MAX_VALUE, keysOnly)
        : indexes.edges().scan(entries, meta, range, reversed, keysOnly);
  }

  /** How many elements are before the key; all of them if it is null, the end of all keys. */
  public long before(Meta meta, byte @Nullable [] key) {
    if (key == null) {
      return meta.size;
    }
    if (meta.size > NEAR && indexes != null) {
      return indexes.of(entries, meta).before(entries, key);
    }
    KeyRange range = KeyRange.of(Layout.prefix(meta.rankSpace(), meta.id), key);
    long count = 0;
    if (!range.isEmpty()) {
      try (Cursor cursor = entries.scan(range, false, Long.MAX_VALUE, true)) {
        while (cursor.next()) {
          count++;
        }
      }
    }
    return count;
  }
}
