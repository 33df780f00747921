package dev.keyfold.table.schema;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.errors.StoreCorruptedException;
import java.util.Arrays;

/**
 * The header of a stored value.
 *
 * <pre>
 *   +------+--------+------------+-------------+-----------+--------+
 *   | kind | layout | expiry ?   | version ?   | stamp ?   | fields |
 *   +------+--------+------------+-------------+-----------+--------+
 *     1      varint   8 bytes      varint        8 bytes
 *
 *   kind    low half: 1, the first format of fields; 2, the second: decimals within lists and
 *           tuples have their scale after them, as those of fields have in both
 *           10: an expiry follows, milliseconds since the epoch, big-endian
 *           20: a version follows
 *           40: a stamp follows, which no other write has
 *           80: a fence, always with a stamp: no record, and nobody sees it
 *   varint  7 bits a byte, the lowest first, the high bit set on all but the last
 * </pre>
 *
 * <p>An index entry that neither includes fields nor expires has no value at all. Stamps and fences
 * are written only to stores without atomic batches, where entries have a stamp and nothing else.
 * Mutable and reused: one per thread.
 */
public final class RowHeader {
  /** The expiry of a row that does not expire. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Most bytes a header takes. */
  public static final int LONGEST = 1 + 5 + 8 + 10 + 8;

  private static final int FORMAT = 1;
  private static final int FORMAT_EXACT = 2;
  private static final int EXPIRES = 0x10;
  private static final int VERSIONED = 0x20;
  private static final int STAMPED = 0x40;
  private static final int FENCE = 0x80;
  private static final int STAMP_BYTES = 8;

  /** What a fence has for an expiry: it is gone, whatever the time. */
  private static final long EVER = Long.MIN_VALUE;

  private int layout;
  private long expiry = NEVER;
  private long version;
  private long stamp;
  private int length;
  private boolean exact;

  /** To be read or set. */
  public RowHeader() {}

  /** Number of the layout of the fields after the header. */
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

  /** What tells this write from all others, 0 where there are no stamps. */
  public long stamp() {
    return stamp;
  }

  /** Whether the fields are in the second format, in which nested decimals have their scale. */
  public boolean isExact() {
    return exact;
  }

  /** Whether this is no record, but keeps the place of one. */
  public boolean isFence() {
    return expiry == EVER;
  }

  /** Bytes of the header that was read or written last. */
  public int length() {
    return length;
  }

  public boolean isExpired(long now) {
    return expiry <= now;
  }

  /** Says in which format the fields after it are; of the layout's own choice. */
  public RowHeader withFormatOf(ValueLayout value) {
    this.exact = value.isExact();
    return this;
  }

  /** Sets all parts; there is no stamp then, and fields are in the first format. */
  public RowHeader set(int layout, long expiry, long version) {
    this.layout = layout;
    this.expiry = expiry;
    this.version = version;
    this.exact = false;
    this.stamp = 0;
    return this;
  }

  /** Adds a stamp, not 0. */
  public RowHeader withStamp(long next) {
    this.stamp = next;
    return this;
  }

  /** A whole value that keeps the place of a record. */
  public static byte[] fence(int layout, long stamp) {
    byte[] buffer = new byte[LONGEST];
    int length = new RowHeader().set(layout, EVER, 0).withStamp(stamp).write(buffer);
    return Arrays.copyOf(buffer, length);
  }

  /** The value of an index entry that holds nothing but a stamp. */
  public static byte[] stampOnly(long stamp) {
    byte[] buffer = new byte[LONGEST];
    int length = new RowHeader().set(0, NEVER, 0).withStamp(stamp).write(buffer);
    return Arrays.copyOf(buffer, length);
  }

  /** The same value with another stamp. */
  public static byte[] restamped(byte[] value, long stamp) {
    RowHeader old = new RowHeader().read(value, 0, value.length);
    int end = old.length;
    int start = old.stamp == 0 ? end : end - STAMP_BYTES;
    byte[] next = new byte[start + STAMP_BYTES + value.length - end];
    System.arraycopy(value, 0, next, 0, start);
    next[0] |= (byte) STAMPED;
    Bytes.putLong(next, start, stamp);
    System.arraycopy(value, end, next, start + STAMP_BYTES, value.length - end);
    return next;
  }

  /** Whether two values have stamps and differ in nothing else, if at all. */
  public static boolean differInStamp(byte[] one, byte[] other) {
    RowHeader header = new RowHeader().readIfPossible(one);
    int end = header.length;
    if (header.stamp == 0 || one.length != other.length) {
      return false;
    }
    RowHeader second = new RowHeader().readIfPossible(other);
    int start = end - STAMP_BYTES;
    return second.stamp != 0
        && second.length == end
        && Arrays.equals(one, 0, start, other, 0, start)
        && Arrays.equals(one, end, one.length, other, end, other.length);
  }

  /** Writes the header at the beginning of the buffer, which has room for {@link #LONGEST}. */
  public int write(byte[] buffer) {
    boolean expires = expiry != NEVER && expiry != EVER;
    buffer[0] =
        (byte)
            ((exact ? FORMAT_EXACT : FORMAT)
                | (expires ? EXPIRES : 0)
                | (version == 0 ? 0 : VERSIONED)
                | (stamp == 0 ? 0 : STAMPED)
                | (expiry == EVER ? FENCE : 0));
    int at = putVarint(buffer, 1, layout);
    if (expires) {
      Bytes.putLong(buffer, at, expiry);
      at += 8;
    }
    if (version != 0) {
      at = putVarint(buffer, at, version);
    }
    if (stamp != 0) {
      Bytes.putLong(buffer, at, stamp);
      at += STAMP_BYTES;
    }
    length = at;
    return at;
  }

  /** The same, but for a header that cannot be read that of a row that never expires. */
  public RowHeader readIfPossible(byte[] value) {
    try {
      return read(value, 0, value.length);
    } catch (StoreCorruptedException damaged) {
      return set(0, NEVER, 0);
    }
  }

  /** Reads the header at the beginning of a value. */
  public RowHeader read(byte[] bytes, int offset, int count) {
    expiry = NEVER;
    version = 0;
    stamp = 0;
    exact = false;
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
    int kind = bytes[offset] & 0xFF;
    boolean fence = kind == (FORMAT | STAMPED | FENCE);
    int format = kind & ~(EXPIRES | VERSIONED | STAMPED);
    exact = format == FORMAT_EXACT;
    if (format != FORMAT && !exact && !fence) {
      throw new StoreCorruptedException(
          "a stored row begins with the byte "
              + Bytes.toHex(bytes[offset])
              + ", expected one of 01, 02, 11, 12, 21 to 72, or c1; it is damaged, or written by"
              + " a newer version");
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
    if ((kind & STAMPED) != 0) {
      need(at + STAMP_BYTES <= end);
      stamp = Bytes.getLong(bytes, at);
      at += STAMP_BYTES;
    }
    if (fence) {
      expiry = EVER;
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
