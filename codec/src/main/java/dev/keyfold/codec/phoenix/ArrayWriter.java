package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.bytes.Bytes;
import java.io.ByteArrayOutputStream;
import java.util.List;

/**
 * Writes the bytes of an array, without the FF that ends a descending column.
 *
 * <pre>
 *   fixed width          element element ...                      DESC: each complemented
 *
 *   VARCHAR, DECIMAL     element 00 element 00 ... 00 00          DESC: elements complemented, FF for 00
 *                        offset offset ...                        2 bytes each, minus 32,767
 *                        where the offsets start, how many        4 bytes each
 *                        01                                       version
 *
 *   nulls before an element      00 and the complement of their number minus 1; for each 255 nulls
 *                                one more byte 01; the same in DESC
 *   nulls at the end             only their offsets
 *
 *   ["a", null, null, "b"]       61 00 | 00 fe | 62 00 | 00 00 | 8001 8003 8003 8005 | 00000008 | 00000004 | 01
 * </pre>
 *
 * <p>Not thread-safe.
 */
final class ArrayWriter {
  /** What an offset is written less by. */
  static final int OFFSET_BASE = Short.MAX_VALUE;

  /** The last two parts: where the offsets start and how many; then the version. */
  static final int TRAILER = 9;

  static final int VERSION = 1;

  /** Nulls that one byte 01 represents. */
  private static final int MANY_NULLS = 255;

  /** A row key has no more, so longer offsets, which have 4 bytes, are never written. */
  private static final int MOST_BYTES = Short.MAX_VALUE;

  private final Column column;
  private final boolean fixed;
  private final int mask;
  private final KeyWriter elements;

  ArrayWriter(Column column) {
    this.column = column;
    this.fixed = Column.width(elementField(column).type()) > 0;
    this.mask = (int) column.mask;
    this.elements = elementSchema(column).newWriter();
  }

  private static KeyField elementField(Column column) {
    return column.field.type().fields().get(0);
  }

  /** An element as the only field of a key, ascending: then its bytes are those of the array. */
  static KeySchema elementSchema(Column column) {
    return KeySchema.builder()
        .format(KeyFormats.PHOENIX)
        .field(column.name, elementField(column).type(), KeyOrder.ASC)
        .build();
  }

  /**
   * The bytes of an array that is not empty.
   *
   * @param pos where it goes, for errors
   */
  byte[] write(List<Object> values, int pos) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int[] offsets = new int[values.size()];
    int nulls = 0;
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = out.size();
      if (values.get(i) == null) {
        nulls++;
        continue;
      }
      writeNulls(out, nulls);
      nulls = 0;
      offsets[i] = out.size();
      element(out, values.get(i), i, pos);
      if (!fixed) {
        out.write(mask);
      }
      if (out.size() > MOST_BYTES) {
        throw new KeyValueException(
            column.name,
            pos,
            "an array of " + (i + 1) + " elements and more than " + MOST_BYTES + " bytes",
            "at most " + MOST_BYTES + " bytes: a row key of Phoenix has no more");
      }
    }
    if (!fixed) {
      writeOffsets(out, offsets);
    }
    return out.toByteArray();
  }

  private void element(ByteArrayOutputStream out, Object value, int index, int pos) {
    int length;
    try {
      length = elements.reset().put(value).finish();
    } catch (KeyValueException e) {
      throw new KeyValueException(column.name + "[" + index + "]", pos, e.found(), e.expected());
    }
    byte[] bytes = elements.buffer();
    if (!fixed && (bytes[0] == 0 || bytes[0] == (byte) 0xFF)) {
      throw new KeyValueException(
          column.name + "[" + index + "]",
          pos,
          "an element that begins " + Bytes.toHex(bytes[0]),
          "less than 1E124 away from zero: Phoenix reads it as a null of the array");
    }
    for (int i = 0; i < length; i++) {
      out.write(bytes[i] ^ mask);
    }
  }

  private static void writeNulls(ByteArrayOutputStream out, int nulls) {
    if (nulls == 0) {
      return;
    }
    out.write(0);
    for (int i = nulls / MANY_NULLS; i > 0; i--) {
      out.write(1);
    }
    int rest = nulls % MANY_NULLS;
    if (rest > 0) {
      out.write(~(rest - 1));
    }
  }

  private void writeOffsets(ByteArrayOutputStream out, int[] offsets) {
    out.write(mask);
    out.write(mask);
    int start = out.size();
    byte[] tail = new byte[2 * offsets.length + TRAILER];
    int p = 0;
    for (int offset : offsets) {
      Bytes.putShort(tail, p, offset - OFFSET_BASE);
      p += 2;
    }
    Bytes.putInt(tail, p, start);
    Bytes.putInt(tail, p + 4, offsets.length);
    tail[p + 8] = VERSION;
    out.writeBytes(tail);
  }
}
