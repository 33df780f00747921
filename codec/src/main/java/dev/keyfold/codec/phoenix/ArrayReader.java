package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyPart.Role;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the array at the position of a reader; {@link ArrayWriter} draws its bytes. Elements are
 * found by their offsets, as Phoenix does it; then the whole is written again, so that only what
 * the writer writes is accepted. For one array.
 */
final class ArrayReader {
  /** Told where everything is. Ends are exclusive and count from the start of the array. */
  interface Parts {
    void part(int from, int to, Role role, String text);
  }

  private final PhoenixReader reader;
  private final Column column;
  private final int mask;
  private final int width;
  private final KeyReader elements;

  /** The bytes without the FF that ends a descending column. */
  private final byte[] array;

  private final List<@Nullable Object> values = new ArrayList<>();

  /** Start and end of every element, equal for a null. */
  private int[] bounds = {};

  ArrayReader(PhoenixReader reader, Column column) {
    this.reader = reader;
    this.column = column;
    this.mask = (int) column.mask;
    this.width = Column.width(column.field.type().fields().get(0).type());
    this.elements = ArrayWriter.elementSchema(column).newReader();
    this.array = reader.rest(column);
  }

  /** The elements; unmodifiable. */
  @SuppressWarnings("NullAway") // lists of the codec hold null where elements are nullable
  List<Object> read() {
    if (width > 0) {
      readFixed();
    } else {
      readOffsets();
    }
    for (int i = 0; i < bounds.length / 2; i++) {
      values.add(element(i));
    }
    if (width == 0 && !Arrays.equals(array, written())) {
      throw bad(0, "the bytes " + shown(), "the array as Phoenix writes it, of " + values);
    }
    return Collections.unmodifiableList(values);
  }

  @SuppressWarnings("NullAway")
  private byte[] written() {
    try {
      return new ArrayWriter(column).write(values, -1);
    } catch (KeyValueException e) {
      throw bad(0, e.found(), e.expected());
    }
  }

  private void readFixed() {
    if (array.length == 0 || array.length % width != 0) {
      throw bad(
          0, array.length + " bytes", "a multiple of " + width + " bytes: " + column.sqlType());
    }
    bounds = new int[2 * (array.length / width)];
    for (int i = 0; i < bounds.length; i++) {
      bounds[i] = (i + 1) / 2 * width;
    }
  }

  private void readOffsets() {
    int trailer = array.length - ArrayWriter.TRAILER;
    long start = trailer < 0 ? -1 : Bytes.getInt(array, trailer);
    long count = trailer < 0 ? -1 : Bytes.getInt(array, trailer + 4);
    if (start < 2 || count < 1 || start + 2 * count != trailer) {
      throw bad(
          Math.max(trailer, 0),
          trailer < 0 ? array.length + " bytes" : count + " elements, offsets at " + start,
          "offsets of 2 bytes, their start and number, and 01 at the end: " + column.sqlType());
    }
    bounds = new int[2 * (int) count];
    int content = (int) start - 2;
    for (int i = 0; i < count; i++) {
      int offset = Bytes.getShort(array, (int) start + 2 * i) + ArrayWriter.OFFSET_BASE;
      if (offset < 0 || offset > content) {
        throw bad(
            (int) start + 2 * i, "the offset " + offset, "0 to " + content + ": within the array");
      }
      bounds[2 * i] = offset;
      bounds[2 * i + 1] = elementEnd(offset, content);
    }
  }

  /** The separator after an element; the element's own start where it is null. */
  private int elementEnd(int offset, int content) {
    byte first = array[offset];
    if (offset == content || first == 0 || first == (byte) mask) {
      return offset;
    }
    int at = offset + 1;
    while (at < content && array[at] != (byte) mask) {
      at++;
    }
    return at;
  }

  private @Nullable Object element(int index) {
    int from = bounds[2 * index];
    int to = bounds[2 * index + 1];
    if (from == to) {
      if (!column.field.type().fields().get(0).order().isNullable()) {
        throw bad(from, "a null as element " + index, "a value: " + column.field.type());
      }
      return null;
    }
    byte[] bytes = Arrays.copyOfRange(array, from, to);
    if (mask != 0) {
      Bytes.complement(bytes, 0, bytes.length);
    }
    try {
      elements.reset(bytes);
      Object value = elements.get();
      elements.finish();
      return value;
    } catch (KeyFormatException e) {
      throw bad(from + Math.max(e.offset(), 0), e.found() + " in element " + index, e.expected());
    }
  }

  /** Hands the parts over, first to last, after {@link #read}. */
  void explain(Parts parts) {
    String complemented = mask == 0 ? " " : ", complemented: ";
    int end = 0;
    int separator = width > 0 ? 0 : 1;
    for (int i = 0; i < values.size(); i++) {
      int from = bounds[2 * i];
      int to = bounds[2 * i + 1];
      Object value = values.get(i);
      if (value == null) {
        continue;
      }
      if (from > end) {
        parts.part(end, from, Role.ESCAPE, "nulls before element " + i + ", counted");
      }
      String text = ValueText.print(column.field.type().fields().get(0).type(), value);
      parts.part(
          from, to, Role.VALUE, "element " + i + " of " + column.sqlType() + complemented + text);
      if (separator > 0) {
        parts.part(to, to + 1, Role.SEPARATOR, "separator");
      }
      end = to + separator;
    }
    if (separator > 0) {
      int tail = end + 2;
      int trailer = array.length - ArrayWriter.TRAILER;
      parts.part(end, tail, Role.TERMINATOR, "end of the elements");
      parts.part(tail, trailer, Role.VALUE, "offsets of the elements, each minus 32767");
      parts.part(trailer, trailer + 4, Role.VALUE, "the offsets start at " + tail);
      parts.part(trailer + 4, trailer + 8, Role.VALUE, values.size() + " elements");
      parts.part(trailer + 8, trailer + 9, Role.TERMINATOR, "version 1 of arrays");
    }
    if (mask != 0) {
      parts.part(
          array.length,
          array.length + 1,
          Role.TERMINATOR,
          "a DESC value keeps its separator at the end");
    }
  }

  private String shown() {
    return Bytes.toHex(array, 0, Math.min(array.length, 40)) + (array.length > 40 ? "..." : "");
  }

  private KeyFormatException bad(int at, String found, String expected) {
    return reader.bad(column, reader.absolute(at), found, expected);
  }
}
