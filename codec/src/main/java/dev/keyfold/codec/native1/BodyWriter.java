package dev.keyfold.codec.native1;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.Values;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.ZeroFree;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.UUID;

/**
 * Writes bodies, ascending; the caller complements them for DESC. Lists and tuples are written from
 * here by recursion, the fields of a key by {@link NativeWriter}.
 */
abstract class BodyWriter extends KeyWriter {
  /** Up to this length the most that a string or bytes could take is room enough to ask for. */
  private static final int SHORT = 1 << 16;

  /** What is written are bounds of ranges, which may be longer than any value of the field. */
  private boolean bounds;

  BodyWriter(KeySchema schema) {
    super(schema);
  }

  @Override
  protected void takeBounds() {
    bounds = true;
  }

  /**
   * Bytes that {@link #writeString} touches at most; counted where three each would be too much.
   */
  final int stringRoom(String value) {
    int length = value.length();
    if (length <= SHORT) {
      return 3 * length + 1;
    }
    long room = 1;
    for (int i = 0; i < length; i++) {
      int c = value.charAt(i);
      // A surrogate is half of four bytes.
      room += c < 2 ? 2 : c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate((char) c) ? 2 : 3;
    }
    return checkRoom(room);
  }

  /** Bytes that {@link #writeBytes} touches at most, terminator included. */
  final int bytesRoom(byte[] value, int offset, int length) {
    if (length <= SHORT) {
      return ZeroFree.room(length) + 1;
    }
    long room = ZeroFree.room(0) + 1L + length;
    for (int i = offset; i < offset + length; i++) {
      room += (value[i] & 0xFE) == 0 ? 1 : 0;
    }
    return checkRoom(room);
  }

  private int checkRoom(long room) {
    if (room > Integer.MAX_VALUE / 2) {
      throw tooLong(room);
    }
    return (int) room;
  }

  /** Writes the low {@code width} bytes; touches eight. */
  final int writeFixed(int p, int width, long bits) {
    Bytes.putLong(buf, p, bits << (64 - 8 * width));
    return p + width;
  }

  static int floatBits(float value) {
    int bits = Float.floatToIntBits(value);
    return bits ^ (bits >> 31 | Integer.MIN_VALUE);
  }

  static long doubleBits(double value) {
    long bits = Double.doubleToLongBits(value);
    return bits ^ (bits >> 63 | Long.MIN_VALUE);
  }

  final int writeDecimal(Slot slot, int p, BigDecimal value) {
    if (slot.isScaledLong()) {
      return writeFixed(p, 8, value.unscaledValue().longValue() ^ slot.sign);
    }
    if (slot.kind == Kind.DECIMAL_SCALED) {
      return IntegerCode.write(buf, p, value.unscaledValue());
    }
    int end = DecimalCode.write(buf, p, value);
    return slot.kind == Kind.DECIMAL_EXACT ? IntegerCode.write(buf, end, value.scale()) : end;
  }

  /** Any string, ascending, with its terminator. */
  final int writeString(Slot slot, String name, int from, String value) {
    byte[] out = buf;
    int p = from;
    int bytes = 0;
    for (int i = 0; i < value.length(); i++) {
      int c = value.charAt(i);
      if (c < 2) {
        out[p++] = 1;
        out[p++] = (byte) (c + 1);
        bytes++;
        continue;
      }
      int start = p;
      if (c < 0x80) {
        out[p++] = (byte) c;
      } else if (c < 0x800) {
        out[p++] = (byte) (0xC0 | (c >> 6));
        out[p++] = (byte) (0x80 | (c & 0x3F));
      } else if (!Character.isSurrogate((char) c)) {
        out[p++] = (byte) (0xE0 | (c >> 12));
        out[p++] = (byte) (0x80 | ((c >> 6) & 0x3F));
        out[p++] = (byte) (0x80 | (c & 0x3F));
      } else {
        c = value.codePointAt(i);
        if (c < 0x10000) {
          throw new KeyValueException(
              name, pos, "an unpaired surrogate at character " + i, "text that UTF-8 can hold");
        }
        i++;
        out[p++] = (byte) (0xF0 | (c >> 18));
        out[p++] = (byte) (0x80 | ((c >> 12) & 0x3F));
        out[p++] = (byte) (0x80 | ((c >> 6) & 0x3F));
        out[p++] = (byte) (0x80 | (c & 0x3F));
      }
      bytes += p - start;
    }
    if (bytes > slot.maxBytes && !bounds) {
      throw tooLong(slot, name, bytes);
    }
    out[p++] = 0;
    return p;
  }

  private KeyValueException tooLong(Slot slot, String name, int bytes) {
    return new KeyValueException(
        name, pos, bytes + " UTF-8 bytes", "at most " + slot.maxBytes + ": " + slot.field.type());
  }

  final int writeBytes(Slot slot, int p, byte[] value, int offset, int length) {
    if (slot.kind == Kind.FIXED_BYTES) {
      System.arraycopy(value, offset, buf, p, length);
      return p + length;
    }
    int end = ZeroFree.escape(value, offset, offset + length, buf, p);
    buf[end] = 0;
    return end + 1;
  }

  final void writeNested(Slot slot, String name, List<?> values) {
    boolean list = slot.kind == Kind.LIST;
    for (int i = 0; i < values.size(); i++) {
      Slot inner = slot.inner[list ? 0 : i];
      String path = list ? name + "[" + i + "]" : name + "." + inner.field.name();
      Object value = values.get(i);
      if (list || inner.nullable) {
        ensure(1);
        buf[pos++] = value == null ? inner.nullMark : Slot.PRESENT;
      }
      if (value != null) {
        writeBody(inner, path, value);
      }
    }
    if (list) {
      ensure(1);
      buf[pos++] = 0;
    }
  }

  /** A body of any kind; values have the classes that {@link Values#coerce} gives. */
  private void writeBody(Slot slot, String name, Object value) {
    int from = pos;
    KeyField field = slot.field;
    switch (slot.kind) {
      case BOOL -> fixed(slot, (Boolean) value ? 1 : 0);
      case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64 ->
          fixed(slot, ((Number) value).longValue());
      case DATE -> fixed(slot, ((LocalDate) value).toEpochDay());
      case TIME -> fixed(slot, ((LocalTime) value).toNanoOfDay());
      case TIMESTAMP_MILLIS, TIMESTAMP_MICROS -> fixed(slot, Values.units(field, (Instant) value));
      case ENUM -> fixed(slot, Values.code(field, (String) value));
      case FLOAT -> fixed(slot, floatBits((Float) value));
      case DOUBLE -> fixed(slot, doubleBits((Double) value));
      case TIMESTAMP_NANOS -> {
        ensure(12);
        Bytes.putLong(buf, pos, ((Instant) value).getEpochSecond() ^ Long.MIN_VALUE);
        Bytes.putInt(buf, pos + 8, ((Instant) value).getNano());
        pos += 12;
      }
      case UUID -> {
        ensure(16);
        Bytes.putLong(buf, pos, ((UUID) value).getMostSignificantBits());
        Bytes.putLong(buf, pos + 8, ((UUID) value).getLeastSignificantBits());
        pos += 16;
      }
      case INTEGER -> {
        ensure(IntegerCode.room((BigInteger) value));
        pos = IntegerCode.write(buf, pos, (BigInteger) value);
      }
      case DECIMAL, DECIMAL_EXACT, DECIMAL_SCALED -> {
        ensure(DecimalCode.room((BigDecimal) value));
        pos = writeDecimal(slot, pos, (BigDecimal) value);
      }
      case STRING -> {
        checkLength(name, ((String) value).length());
        ensure(stringRoom((String) value));
        pos = writeString(slot, name, pos, (String) value);
      }
      case BYTES, FIXED_BYTES -> {
        byte[] bytes = (byte[]) value;
        checkLength(name, bytes.length);
        ensure(bytesRoom(bytes, 0, bytes.length));
        pos = writeBytes(slot, pos, bytes, 0, bytes.length);
      }
      case LIST, TUPLE -> writeNested(slot, name, (List<?>) value);
    }
    if (slot.mask != 0) {
      Bytes.complement(buf, from, pos);
    }
  }

  private void fixed(Slot slot, long value) {
    ensure(8);
    pos = writeFixed(pos, slot.width, value ^ slot.sign);
  }
}
