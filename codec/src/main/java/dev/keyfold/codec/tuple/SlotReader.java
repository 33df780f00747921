package dev.keyfold.codec.tuple;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.Values;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads items of the types that a schema gives them; whatever is of another type is refused. */
class SlotReader extends ItemReader {
  /** Refuses a code that is not the slot's; errors name the slot from here on. */
  final void expect(TupleSlot slot, boolean nested) {
    field = slot.path;
    int code = code();
    if (code >= slot.lowCode && code <= slot.highCode) {
      return;
    }
    String name = nested && isEnd() ? "the end" : Codes.name(code);
    throw bad(
        pos,
        "the code " + hex(code) + (name == null ? "" : ": " + name),
        codes(slot) + " for " + slot.field.type() + (slot.nullable ? ", or null" : ""));
  }

  private static String codes(TupleSlot slot) {
    String low = hex(slot.lowCode);
    return slot.lowCode == slot.highCode ? low : low + " to " + hex(slot.highCode);
  }

  /** Whether a nullable slot is null here; does not move. */
  final boolean isNull(TupleSlot slot, boolean nested) {
    field = slot.path;
    return slot.nullable && isNull(nested);
  }

  /** A value or null, inside a list or tuple. */
  private @Nullable Object nestedValue(TupleSlot slot) {
    if (isNull(slot, true)) {
      passNull(true);
      return null;
    }
    expect(slot, true);
    return value(slot);
  }

  /** A value whose code is checked, as an object of {@link Kind#javaType()}. */
  final Object value(TupleSlot slot) {
    return switch (slot.kind) {
      case BOOL -> booleanValue();
      case INT8, INT16, INT32, UINT8, UINT16 -> (int) longValue(slot);
      case INT64, UINT32 -> longValue(slot);
      case UINT64 -> new BigInteger(Long.toUnsignedString(longValue(slot)));
      case INTEGER -> integer();
      case FLOAT -> floatValue();
      case DOUBLE -> doubleValue();
      case STRING -> string(slot);
      case BYTES, FIXED_BYTES -> bytes(slot);
      case UUID -> uuid();
      case LIST -> list(slot);
      case TUPLE -> tuple(slot);
      default -> throw new IllegalStateException("the check let " + slot.field + " pass");
    };
  }

  /** An integer of a type that is at most 64 bits wide; a uint64 as its bits. */
  final long longValue(TupleSlot slot) {
    int from = pos;
    int code = buf[from] & 0xFF;
    // The one type that has values of 64 bits that are no long.
    boolean unsigned = slot.kind == Kind.UINT64 && code == Codes.ZERO + Codes.SHORT_BYTES;
    if (!unsigned && !isLong()) {
      throw outOfRange(slot, from, integer());
    }
    long value = longValue();
    if (!unsigned && (value < slot.min || value > slot.max)) {
      throw outOfRange(slot, from, BigInteger.valueOf(value));
    }
    return value;
  }

  private KeyFormatException outOfRange(TupleSlot slot, int at, BigInteger value) {
    String most = slot.kind == Kind.UINT64 ? Long.toUnsignedString(-1) : Long.toString(slot.max);
    return bad(at, Values.brief(value), slot.field.type() + ": " + slot.min + " to " + most);
  }

  final String string(TupleSlot slot) {
    int from = pos;
    String value = string();
    // Escapes only add bytes, so a text that is short enough with them need not be counted.
    if (slot.maxBytes < pos - from - 2) {
      int bytes = pos - from - 2 - escapes(from + 1, pos - 1);
      if (bytes > slot.maxBytes) {
        throw bad(
            from, bytes + " UTF-8 bytes", "at most " + slot.maxBytes + ": " + slot.field.type());
      }
    }
    return value;
  }

  private int escapes(int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      count += buf[i] == 0 ? 1 : 0;
    }
    return count;
  }

  final byte[] bytes(TupleSlot slot) {
    int from = pos;
    byte[] value = bytes();
    if (slot.kind == Kind.FIXED_BYTES && value.length != slot.field.type().size()) {
      throw bad(from, value.length + " bytes", "exactly " + slot.field.type().size() + " bytes");
    }
    return value;
  }

  private List<Object> list(TupleSlot slot) {
    List<Object> values = new ArrayList<>();
    pos++;
    while (!isEnd(slot)) {
      values.add(nestedValue(slot.inner[0]));
    }
    pos++;
    return Collections.unmodifiableList(values);
  }

  private List<Object> tuple(TupleSlot slot) {
    Object[] values = new Object[slot.inner.length];
    pos++;
    for (int i = 0; i < values.length; i++) {
      values[i] = nestedValue(slot.inner[i]);
    }
    closeTuple(slot);
    return Collections.unmodifiableList(Arrays.asList(values));
  }

  /** {@link #isEnd()} of a list. */
  final boolean isEnd(TupleSlot list) {
    field = list.path;
    return isEnd();
  }

  /** Passes over the end of a tuple. */
  final void closeTuple(TupleSlot slot) {
    if (!isEnd(slot)) {
      throw bad(
          pos,
          isNull(true) ? "another null" : "the code " + hex(buf[pos]),
          "00, the end of the tuple after " + slot.inner.length + " fields");
    }
    pos++;
  }
}
