package dev.keyfold.table.schema;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.StoreCorruptedException;

/**
 * What stands before the fields of a stored value.
 *
 * <pre>
 *   +------+--------+------------+-------------+--------+
 *   | kind | layout | expiry ?   | version ?   | fields |
 *   +------+--------+------------+-------------+--------+
 *     1      varint   8 bytes      varint
 *
 *   kind    low half: 1, the format of this header
 *           10: an expiry follows, milliseconds since the epoch, big-endian
 *           20: a version follows
 *   varint  7 bits a byte, the lowest first, the high bit set on all but the last
 * </pre>
 *
 * <p>An index entry that neither includes fields nor expires has no value at all. Mutable and
 * reused: one per thread.
 */
public final class RowHeader {
  /** The expiry of a row that does not expire. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Most bytes a header takes. */
  public static final int LONGEST = 1 + 5 + 8 + 10;

  private static final int FORMAT = 1;
  private static final int EXPIRES = 0x10;
  private static final int VERSIONED = 0x20;

  private int layout;
  private long expiry = NEVER;
  private long version;
  private int length;

  /** Number of the layout of the fields behind the header. */
  public int layout() {
    return layout;
  }

  /** When the row is gone, in milliseconds since the epoch; {@link #NEVER}. */
  public long expiry() {
    return expiry;
  }

  /** How often the row was written, 0 in a table that does not count. */
  public long version() {
    return version;
  }

  /** Bytes of the header that was read or written last. */
  public int length() {
    return length;
  }

  public boolean isExpired(long now) {
    return expiry <= now;
  }

  /** Sets all parts. */
  public RowHeader set(int layout, long expiry, long version) {
    this.layout = layout;
    this.expiry = expiry;
    this.version = version;
    return this;
  }

  /** Writes the header at the beginning of the buffer, which has room for {@link #LONGEST}. */
  public int write(byte[] buffer) {
    buffer[0] = (byte) (FORMAT | (expiry == NEVER ? 0 : EXPIRES) | (version == 0 ? 0 : VERSIONED));
    int at = putVarint(buffer, 1, layout);
    if (expiry != NEVER) {
      Bytes.putLong(buffer, at, expiry);
      at += 8;
    }
    if (version != 0) {
      at = putVarint(buffer, at, version);
    }
    length = at;
    return at;
  }

  /** Reads the header at the beginning of a value. */
  public RowHeader read(byte[] bytes, int offset, int count) {
    expiry = NEVER;
    version = 0;
    if (count >= 2 && bytes[offset] == FORMAT && bytes[offset + 1] >= 0) {
      layout = bytes[offset + 1]; // the commonest: two bytes in all
      length = 2;
      return this;
    }
    layout = 0;
    length = 0;
    if (count == 0) {
      return this;
    }
    int kind = bytes[offset];
    if ((kind & ~(EXPIRES | VERSIONED)) != FORMAT) {
      throw new StoreCorruptedException(
          "a stored row begins with the byte "
              + Bytes.toHex(bytes[offset])
              + ", expected 01, 11, 21 or 31; it is damaged, or written by a newer version");
    }
    int end = offset + count;
    int at = offset + 1;
    long number = varint(bytes, at, end);
    layout = (int) number;
    at += varintLength(number);
    if ((kind & EXPIRES) != 0) {
      need(at + 8 <= end);
      expiry = Bytes.getLong(bytes, at);
      at += 8;
    }
    if ((kind & VERSIONED) != 0) {
      version = varint(bytes, at, end);
      at += varintLength(version);
    }
    length = at - offset;
    return this;
  }

  private static int putVarint(byte[] buffer, int at, long value) {
    long rest = value;
    int next = at;
    while (rest >= 0x80 || rest < 0) {
      buffer[next++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[next++] = (byte) rest;
    return next;
  }

  private static long varint(byte[] bytes, int at, int end) {
    long value = 0;
    for (int i = at, shift = 0; ; i++, shift += 7) {
      need(i < end && shift < 64);
      value |= (long) (bytes[i] & 0x7F) << shift;
      if (bytes[i] >= 0) {
        need(i == at || bytes[i] != 0); // one spelling for each number
        return value;
      }
    }
  }

  private static int varintLength(long value) {
    return value == 0 ? 1 : (70 - Long.numberOfLeadingZeros(value)) / 7;
  }

  private static void need(boolean holds) {
    if (!holds) {
      throw new StoreCorruptedException("the header of a stored row is damaged: it ends too early");
    }
  }
}
