package dev.keyfold.store.hbase.owned;

import org.jspecify.annotations.Nullable;

/**
 * An MVCC version of a key, with the versions before it: a chain, the newest first.
 *
 * @param sequence commit sequence number; 0 for what the rows held before anything in this chain
 *     was written to them
 * @param value null if it is deleted
 * @param older null: what came before is in the rows
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
record Version(long sequence, long time, byte @Nullable [] value, @Nullable Version older) {
  /** Sequence number of a version that came from the rows. */
  static final long FROM_ROWS = 0;

  long oldest() {
    Version last = this;
    while (last.older != null) {
      last = last.older;
    }
    return last.sequence;
  }

  /** The same with one more at the end. */
  Version withOldest(Version last) {
    return new Version(sequence, time, value, older == null ? last : older.withOldest(last));
  }

  /** About what it takes in memory, without the older ones. */
  long bytes(byte[] key) {
    return 96L + key.length + (value == null ? 0 : value.length);
  }
}
