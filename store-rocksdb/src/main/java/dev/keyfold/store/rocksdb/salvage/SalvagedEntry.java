package dev.keyfold.store.rocksdb.salvage;

import java.util.Arrays;

/**
 * One version of one key.
 *
 * @param sequence which of several is newer
 * @param kind what it is
 * @param value of a put; for a blob, where it lies; for a range, the key that it ends before
 */
@SuppressWarnings("ArrayRecordComponent") // compared by key and sequence only
record SalvagedEntry(byte[] key, long sequence, int kind, byte[] value)
    implements Comparable<SalvagedEntry> {
  static final int DELETE = 0;
  static final int PUT = 1;
  static final int SINGLE_DELETE = 7;
  static final int RANGE_DELETE = 15;
  static final int BLOB = 17;
  private static final int SUFFIX = 8;

  /** Of a key as tables hold it, with sequence and kind in its last eight bytes. */
  static SalvagedEntry of(byte[] internal, int length, byte[] value) throws BadFileException {
    if (length < SUFFIX) {
      throw new BadFileException("found a key of " + length + " bytes, expected 8 or more");
    }
    long suffix = new Input(internal, length - SUFFIX, length).fixed64();
    int kind = (int) (suffix & 0xFF);
    if (!isKnown(kind) && kind != RANGE_DELETE) {
      throw new BadFileException("found an entry of the unknown kind " + kind);
    }
    return new SalvagedEntry(Arrays.copyOf(internal, length - SUFFIX), suffix >>> 8, kind, value);
  }

  static byte[] userKey(byte[] internal) throws BadFileException {
    if (internal.length < SUFFIX) {
      throw new BadFileException("found a key of " + internal.length + " bytes");
    }
    return Arrays.copyOf(internal, internal.length - SUFFIX);
  }

  /** Whether it is a version of a single key. */
  static boolean isKnown(int kind) {
    return kind == DELETE || kind == PUT || kind == SINGLE_DELETE || kind == BLOB;
  }

  /** By key; of one key, the newest first. */
  @Override
  public int compareTo(SalvagedEntry other) {
    int order = Arrays.compareUnsigned(key, other.key);
    return order != 0 ? order : Long.compareUnsigned(other.sequence, sequence);
  }
}
