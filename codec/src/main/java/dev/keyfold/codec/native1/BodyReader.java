package dev.keyfold.codec.native1;

import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.Values;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import dev.keyfold.codec.bytes.ZeroFree;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads, checks and skips bodies of every kind at {@code pos}, and moves past them. The mask is all
 * ones where the bytes are complemented; inside a DESC tuple or list it is that of the whole,
 * exclusive-or that of the part.
 *
 * <p>Only what {@link NativeWriter} writes is accepted: one form per value, so that bytes which
 * decode encode to the same bytes again.
 */
abstract class BodyReader extends NumberReader {
  /** Content of the last string or bytes that had to be unescaped. */
  private byte[] scratch = new byte[64];

  /** A larger scratch is not kept: one long value would hold its memory for ever. */
  private static final int LARGE = 1 << 20;

  /** Where unescaping puts the length of the content: an array, so that nothing is allocated. */
  private final int[] contentLength = new int[1];

  BodyReader(KeySchema schema) {
    super(schema);
  }

  // ---- markers

  /** Whether a nullable field at pos holds a value. Moves nothing. */
  final boolean isPresent(Slot slot, long mask) {
    if (pos == end && slot.added) {
      return false;
    }
    need(slot, 1);
    byte marker = (byte) (buf[pos] ^ mask);
    if (marker == Slot.PRESENT) {
      return true;
    }
    if (marker != slot.nullMark) {
      throw bad(
          slot,
          pos,
          "the marker " + hex(marker),
          "02 for a value or " + hex(slot.nullMark) + " for null");
    }
    if (slot.added && pos + 1 == end) {
      throw bad(
          slot,
          pos,
          "a null marker at the end",
          "nothing: a trailing null of an added field is not written");
    }
    return false;
  }

  /** Passes over the marker of a nullable field; false if it is null. */
  final boolean open(Slot slot, long mask) {
    boolean present = isPresent(slot, mask);
    if (pos < end) {
      pos++;
    }
    return present;
  }

  // ---- bodies

  final @Nullable Object value(Slot slot, long mask) {
    return switch (slot.kind) {
      case BOOL -> fixed(slot, mask) != 0;
      case INT8, INT16, INT32, UINT8, UINT16 -> (int) fixed(slot, mask);
      case INT64, UINT32 -> fixed(slot, mask);
      case UINT64 -> new BigInteger(Long.toUnsignedString(fixed(slot, mask)));
      case INTEGER -> integer(slot, mask);
      case FLOAT -> floatValue(slot, mask);
      case DOUBLE -> doubleValue(slot, mask);
      case DECIMAL, DECIMAL_EXACT, DECIMAL_SCALED -> decimal(slot, mask);
      case STRING -> string(slot, mask);
      case BYTES, FIXED_BYTES -> bytes(slot, mask);
      case UUID -> uuid(slot, mask);
      case DATE -> LocalDate.ofEpochDay(fixed(slot, mask));
      case TIME -> LocalTime.ofNanoOfDay(fixed(slot, mask));
      case TIMESTAMP_MILLIS, TIMESTAMP_MICROS -> Values.ofUnits(slot.kind, fixed(slot, mask));
      case TIMESTAMP_NANOS -> timestamp(slot, mask);
      case ENUM -> Values.symbol(slot.field.type(), fixed(slot, mask));
      case LIST -> list(slot, mask);
      case TUPLE -> tuple(slot, mask);
    };
  }

  /** Any string; the fast path of plain ascending text is {@link NativeReader#getString}. */
  final String string(Slot slot, long mask) {
    int from = pos;
    int length = content(slot, mask);
    int wrong = Utf8.indexOfMalformed(scratch, 0, length);
    if (wrong >= 0) {
      throw bad(
          slot,
          from,
          "the byte " + hex(scratch[wrong]) + " at position " + wrong + " of the text",
          "UTF-8");
    }
    if (length > slot.maxBytes) {
      throw bad(
          slot,
          from,
          length + " UTF-8 bytes",
          "at most " + slot.maxBytes + ": " + slot.field.type());
    }
    return new String(scratch, 0, length, StandardCharsets.UTF_8);
  }

  final byte[] bytes(Slot slot, long mask) {
    if (slot.kind == Kind.BYTES) {
      int length = content(slot, mask);
      return java.util.Arrays.copyOf(scratch, length);
    }
    need(slot, slot.width);
    byte[] value = copy(pos, pos + slot.width);
    if (mask != 0) {
      Bytes.complement(value, 0, value.length);
    }
    pos += slot.width;
    return value;
  }

  final int bytesInto(Slot slot, long mask, byte[] out, int at) {
    int length = content(slot, mask);
    if (length <= out.length - at) {
      System.arraycopy(scratch, 0, out, at, length);
    }
    return length;
  }

  /** Unescapes content into {@link #scratch}, moves past the terminator, and returns the length. */
  private int content(Slot slot, long mask) {
    int room = end - pos + 8;
    boolean large = scratch.length > LARGE && room <= LARGE; // of a long value read before
    if (scratch.length < room || large) {
      scratch = new byte[Math.max(room, Math.min(LARGE, 2 * scratch.length))];
    }
    int stop = ZeroFree.unescape(buf, pos, end, mask, scratch, contentLength);
    if (stop == end || (stop < 0 && ZeroFree.terminator(buf, pos, end, mask) < 0)) {
      throw unterminated(slot, mask);
    }
    if (stop < 0) {
      byte second = (byte) (buf[~stop + 1] ^ mask);
      String found = second == 0 ? "the terminator" : hex(second);
      throw bad(slot, ~stop, "the escape 01 followed by " + found, "01 or 02 behind 01");
    }
    pos = stop + 1;
    return contentLength[0];
  }

  // ---- lists and tuples

  private List<Object> list(Slot slot, long mask) {
    Slot element = slot.inner[0];
    List<Object> values = new ArrayList<>();
    while (nextElement(slot, element, mask)) {
      values.add(open(element, mask) ? value(element, mask ^ element.mask) : null);
    }
    return Collections.unmodifiableList(values);
  }

  /** Whether an element follows; if not, moves past the end of the list. */
  final boolean nextElement(Slot list, Slot element, long mask) {
    need(list, 1);
    byte marker = (byte) (buf[pos] ^ mask);
    if (marker == 0) {
      pos++;
      return false;
    }
    if (marker != Slot.PRESENT && !element.nullable) {
      throw bad(
          list,
          pos,
          "the marker " + hex(marker),
          "02 for an element or 00 for the end of the list");
    }
    return true;
  }

  private List<Object> tuple(Slot slot, long mask) {
    Object[] values = new Object[slot.inner.length];
    for (int i = 0; i < values.length; i++) {
      Slot inner = slot.inner[i];
      values[i] = !inner.nullable || open(inner, mask) ? value(inner, mask ^ inner.mask) : null;
    }
    return Collections.unmodifiableList(java.util.Arrays.asList(values));
  }

  /** Moves past a body without building its value, checking only what is needed to find its end. */
  final void skip(Slot slot, long mask) {
    if (slot.width > 0) {
      need(slot, slot.width);
      pos += slot.width;
      return;
    }
    switch (slot.kind) {
      case STRING, BYTES -> {
        int terminator = ZeroFree.terminator(buf, pos, end, mask);
        if (terminator < 0) {
          throw unterminated(slot, mask);
        }
        pos = terminator + 1;
      }
      case INTEGER, DECIMAL_SCALED -> skipInteger(slot, mask);
      case DECIMAL -> skipDecimal(slot, mask);
      case DECIMAL_EXACT -> {
        skipDecimal(slot, mask);
        skipInteger(slot, mask);
      }
      case LIST -> {
        Slot element = slot.inner[0];
        while (nextElement(slot, element, mask)) {
          if (open(element, mask)) {
            skip(element, mask ^ element.mask);
          }
        }
      }
      default -> {
        for (Slot inner : slot.inner) {
          if (!inner.nullable || open(inner, mask)) {
            skip(inner, mask ^ inner.mask);
          }
        }
      }
    }
  }
}
