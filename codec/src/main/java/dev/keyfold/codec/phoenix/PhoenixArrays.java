package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.bytes.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * The layout of Phoenix arrays. Elements of fixed width stand one after another and are never null.
 * Others have a directory after them:
 *
 * <pre>
 *   elements | offset of each element | where the offsets begin (4) | count (4) | version (1)
 *
 *   version 1, ARRAY['x','y']     78 00 79 00 | 00 00 | 8001 8003 | 00000006 | 00000002 | 01
 *              each element ends with 00, all of them with 00 00; an offset is stored less 32,767;
 *              a run of nulls is 00 and one byte, and the offset of each points to that 00
 *   version 3, columns 'b', null  78 62 | 0000 0001 fffe | 00000002 | 00000003 | 03
 *              no separators; a negative offset is a column without a value
 *   version 2  as 3, but a run of nulls before a value takes 00 and one byte, as in 1
 * </pre>
 *
 * <p>Offsets have 2 bytes; a negative count says that they have 4, without the 32,767. Versions 2
 * and 3 hold all columns of a family in one cell ({@code SINGLE_CELL_ARRAY_WITH_OFFSETS}), version
 * 1 the values of columns of an ARRAY type.
 */
final class PhoenixArrays {
  static final int SORTABLE = 1;
  static final int IMMUTABLE = 2;
  static final int IMMUTABLE_2 = 3;

  private static final int TRAILER = 9;
  private static final int SHORT_BASE = 32_767;

  private final String what;
  private final byte[] in;
  private final int from;
  private final int to;
  private final int version;
  private final int count;
  private final boolean wide;

  /** Where the offsets begin. */
  private final int index;

  private PhoenixArrays(String what, byte[] in, int from, int to) {
    this.what = what;
    this.in = in;
    this.from = from;
    this.to = to;
    if (to - from < TRAILER) {
      throw bad("only " + (to - from) + " bytes", "an array, which ends with 9 of them");
    }
    version = in[to - 1];
    int stored = Bytes.getInt(in, to - 5);
    wide = stored < 0;
    count = Math.abs(stored);
    int begin = Bytes.getInt(in, to - TRAILER);
    long length = (long) count * (wide ? 4 : 2);
    if (version < SORTABLE || version > IMMUTABLE_2) {
      throw bad("the version " + version + " at the end", "an array of version 1, 2 or 3");
    }
    if (stored == Integer.MIN_VALUE
        || begin < 0
        || begin > to - from - TRAILER
        || length != to - from - TRAILER - begin) {
      throw bad(
          count + " elements with offsets at " + begin + " of " + (to - from) + " bytes",
          "offsets that fill the place before the last 9 bytes");
    }
    index = from + begin;
  }

  /**
   * The elements of a value of an ARRAY type, as pairs of where they begin and end; both are the
   * same for a null.
   *
   * @param width bytes of an element, 0 if they vary
   */
  static List<int[]> elements(String column, byte[] in, int from, int to, int width) {
    List<int[]> parts = new ArrayList<>();
    if (width > 0) {
      if ((to - from) % width != 0) {
        throw new KeyFormatException(
            column,
            -1,
            "an array of " + (to - from) + " bytes",
            "elements of " + width + " bytes each");
      }
      for (int at = from; at < to; at += width) {
        parts.add(new int[] {at, at + width});
      }
      return parts;
    }
    PhoenixArrays array = new PhoenixArrays(column, in, from, to);
    if (array.version != SORTABLE) {
      throw array.bad("the version " + array.version, "1: an array that is a value");
    }
    for (int i = 0; i < array.count; i++) {
      parts.add(array.sortable(i));
    }
    return parts;
  }

  /**
   * The values of the columns of a family in one cell, by position; both ends are the same for a
   * null or absent one. The first represents no column.
   */
  static List<int[]> columns(String cell, byte[] in, int from, int to) {
    PhoenixArrays array = new PhoenixArrays(cell, in, from, to);
    if (array.version == SORTABLE) {
      throw array.bad("the version 1", "2 or 3: the columns of a family in one cell");
    }
    List<int[]> parts = new ArrayList<>();
    for (int i = 0; i < array.count; i++) {
      parts.add(array.column(i));
    }
    return parts;
  }

  /** The stored offset; negative for an absent column. */
  private int stored(int i) {
    return wide ? Bytes.getInt(in, index + 4 * i) : Bytes.getShort(in, index + 2 * i);
  }

  private int[] sortable(int i) {
    int begin = from + offset(i);
    if (begin >= index || in[begin] == 0) {
      if (begin >= index) {
        throw bad("an offset of " + (begin - from), "less than " + (index - from));
      }
      return new int[] {begin, begin};
    }
    // After the last one are its own separator and the two of the array.
    int next = i + 1 < count ? from + offset(i + 1) : index - 2;
    return checked(begin, next - 1);
  }

  private int offset(int i) {
    int offset = wide ? stored(i) : stored(i) + SHORT_BASE;
    if (offset < 0 || offset > index - from) {
      throw bad("an offset of " + offset, "0 to " + (index - from));
    }
    return offset;
  }

  private int[] column(int i) {
    int stored = stored(i);
    if (stored < 0) {
      return new int[] {from, from};
    }
    int end = i + 1 < count ? from + Math.abs(stored(i + 1)) : index;
    int[] part = checked(from + stored, end);
    return version == IMMUTABLE && isNulls(i, part) ? new int[] {from, from} : part;
  }

  /** Whether this is not a value but the note of how many nulls come before the next one. */
  private boolean isNulls(int i, int[] part) {
    if (part[0] == part[1] || (in[part[0]] != 0 && in[part[0]] != -1)) {
      return false;
    }
    boolean several = i > 0 && Math.abs(stored(i - 1)) == part[0] - from;
    return several || (part[1] - part[0] == 2 && in[part[0] + 1] == -1);
  }

  private int[] checked(int begin, int end) {
    if (begin < from || end < begin || end > index) {
      throw bad(
          "an element from " + (begin - from) + " to " + (end - from),
          "offsets that ascend to at most " + (index - from));
    }
    return new int[] {begin, end};
  }

  private KeyFormatException bad(String found, String expected) {
    return new KeyFormatException(what, -1, found + " in " + (to - from) + " bytes", expected);
  }
}
