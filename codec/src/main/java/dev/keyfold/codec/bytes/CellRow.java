package dev.keyfold.codec.bytes;

import java.util.Arrays;

/**
 * A row of several named cells, as wide-column databases have them, in one value: each cell with
 * its column family, its qualifier and its newest version, in the order of the database.
 *
 * <pre>
 *   value = cell cell ...
 *   cell  = length family  length qualifier  length value
 *
 *   family "cf", qualifier "name", value "Ada"      02 63 66 | 04 6e 61 6d 65 | 03 41 64 61
 * </pre>
 *
 * <p>A length is a varint: seven bits per byte, the lowest first, all bytes but the last with the
 * high bit set, in as few bytes as possible. A row without cells is an empty value.
 *
 * <p>Reads one value after another, without a copy: offsets refer to the array that {@link #reset}
 * was given. Not thread-safe.
 */
public final class CellRow {
  /** Most bytes of a length: 31 bits. */
  private static final int LENGTH_BYTES = 5;

  private byte[] bytes = {};
  private int start;
  private int end;
  private int at;
  private int family;
  private int familyEnd;
  private int qualifier;
  private int qualifierEnd;
  private int value;
  private int valueEnd;

  /** A reader without cells, until {@link #reset}. */
  public CellRow() {}

  /** Starts before the first cell of a value. The bytes must not change until the last cell. */
  public CellRow reset(byte[] array, int offset, int length) {
    bytes = array;
    start = offset;
    end = offset + length;
    at = offset;
    return this;
  }

  /** Moves to the next cell; false at the end. {@link CellRowException} if there is no cell. */
  public boolean next() {
    if (at == end) {
      return false;
    }
    family = part("the family");
    familyEnd = at;
    qualifier = part("the qualifier");
    qualifierEnd = at;
    value = part("the value");
    valueEnd = at;
    return true;
  }

  /** Steps over a part; where it begins. */
  private int part(String what) {
    int from = at;
    int length = length(what);
    if (length > end - at) {
      throw new CellRowException(
          from - start,
          "the length " + length + " of " + what + " before " + (end - at) + " more bytes",
          "a row of cells, which only wide-column tables have");
    }
    int begin = at;
    at += length;
    return begin;
  }

  private int length(String what) {
    int from = at;
    long length = 0;
    for (int i = 0; i < LENGTH_BYTES && at < end; i++) {
      byte next = bytes[at++];
      length |= (next & 0x7FL) << (7 * i);
      if (next >= 0) {
        if (length > Integer.MAX_VALUE || (next == 0 && i > 0)) {
          break;
        }
        return (int) length;
      }
    }
    throw new CellRowException(
        from - start,
        "no length of " + what,
        "a varint: a row of cells, which only wide-column tables have");
  }

  /** The array that all offsets refer to. */
  public byte[] array() {
    return bytes;
  }

  /** Where the value of the current cell begins in {@link #array}. */
  public int valueFrom() {
    return value;
  }

  /** Where it ends (exclusive). */
  public int valueTo() {
    return valueEnd;
  }

  /** A copy. */
  public byte[] family() {
    return Arrays.copyOfRange(bytes, family, familyEnd);
  }

  /** A copy. */
  public byte[] qualifier() {
    return Arrays.copyOfRange(bytes, qualifier, qualifierEnd);
  }

  /** A copy. */
  public byte[] value() {
    return Arrays.copyOfRange(bytes, value, valueEnd);
  }

  public boolean isFamily(byte[] other) {
    return Arrays.equals(bytes, family, familyEnd, other, 0, other.length);
  }

  public boolean isQualifier(byte[] other) {
    return Arrays.equals(bytes, qualifier, qualifierEnd, other, 0, other.length);
  }

  /** Collects cells to a value. Not thread-safe. */
  public static final class Writer {
    private byte[] out = new byte[256];
    private int length;

    /** A row without cells. */
    public Writer() {}

    /** Begins a new row. */
    public Writer clear() {
      length = 0;
      return this;
    }

    /** Adds one of the three parts of a cell: family, qualifier, value, in this order. */
    public Writer part(byte[] array, int offset, int count) {
      if (out.length - length < count + LENGTH_BYTES) {
        out = Arrays.copyOf(out, Math.max(2 * out.length, length + count + LENGTH_BYTES));
      }
      int rest = count;
      while (rest > 0x7F) {
        out[length++] = (byte) (rest | 0x80);
        rest >>>= 7;
      }
      out[length++] = (byte) rest;
      System.arraycopy(array, offset, out, length, count);
      length += count;
      return this;
    }

    /** Adds a cell. */
    public Writer cell(byte[] family, byte[] qualifier, byte[] value) {
      return part(family, 0, family.length)
          .part(qualifier, 0, qualifier.length)
          .part(value, 0, value.length);
    }

    /** The buffer, whose first {@link #length} bytes are the row until the next call. */
    public byte[] array() {
      return out;
    }

    public int length() {
      return length;
    }

    /** A copy of the row. */
    public byte[] toArray() {
      return Arrays.copyOf(out, length);
    }
  }
}
