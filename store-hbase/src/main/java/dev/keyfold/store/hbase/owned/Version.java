package dev.keyfold.store.hbase.owned;

import org.jspecify.annotations.Nullable;

/**
 * What a key is from one moment on, and what it was before. A chain, the newest first.
 *
 * @param moment 0 for what the rows held before anything in this chain was written to them
 * @param value null if it is deleted
 * @param older null: what came before is in the rows
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
record Version(long moment, long time, byte @Nullable [] value, @Nullable Version older) {
  /** Moment of a version that came from the rows. */
  static final long FROM_ROWS = 0;

  long oldest() {
    Version last = this;
    while (last.older != null) {
      last = last.older;
    }
    return last.moment;
  }

  /** The same with one more at the end. */
  Version behind(Version last) {
    return new Version(moment, time, value, older == null ? last : older.behind(last));
  }

  /** About what it takes in memory, without those behind it. */
  long bytes(byte[] key) {
    return 96L + key.length + (value == null ? 0 : value.length);
  }
}
