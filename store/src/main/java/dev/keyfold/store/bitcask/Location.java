package dev.keyfold.store.bitcask;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Slice;

/**
 * The location of the newest record of a key. The index stores it in 16 bytes, or 24 with an
 * expiry:
 *
 * <pre>
 *   0      4          12           16
 *   | file | offset   | value size | expires at |     big-endian; the last only if it is not 0
 * </pre>
 *
 * <p>The top bit of the file number says that the value only refers to a blob.
 *
 * @param file the number of the log in the list of all logs
 * @param offset where the record begins in it
 * @param valueSize bytes of the value, up to 4 GiB
 * @param expiresAt when the key expires, in milliseconds since 1970; 0 for never
 * @param refers whether the value is a reference to a file with large values
 */
record Location(int file, long offset, long valueSize, long expiresAt, boolean refers) {
  private static final int REFERS = 0x8000_0000;
  private static final int SHORT_FORM = 16;
  private static final int LONG_FORM = 24;

  byte[] toBytes() {
    byte[] bytes = new byte[expiresAt == 0 ? SHORT_FORM : LONG_FORM];
    Bytes.putInt(bytes, 0, refers ? file | REFERS : file);
    Bytes.putLong(bytes, 4, offset);
    Bytes.putInt(bytes, 12, (int) valueSize);
    if (expiresAt != 0) {
      Bytes.putLong(bytes, 16, expiresAt);
    }
    return bytes;
  }

  static Location of(Slice stored) {
    return of(stored.array(), stored.offset(), stored.length());
  }

  static Location of(byte[] bytes, int at, int length) {
    int file = Bytes.getInt(bytes, at);
    return new Location(
        file & ~REFERS,
        Bytes.getLong(bytes, at + 4),
        Bytes.getInt(bytes, at + 12) & 0xFFFF_FFFFL,
        length == LONG_FORM ? Bytes.getLong(bytes, at + 16) : 0,
        file < 0);
  }

  /** Whether it has expired at that time; both are unsigned. */
  boolean isExpired(long now) {
    return expiresAt != 0 && Long.compareUnsigned(expiresAt, now) <= 0;
  }
}
