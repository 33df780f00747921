package dev.keyfold.codec.tuple;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.Limits;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes one item for each field. An encode method moves {@code pos} when its item is complete, so
 * that a value refused half-way leaves nothing behind.
 */
final class TupleWriter extends KeyWriter {
  private final TupleSlot[] slots;

  TupleWriter(KeySchema schema) {
    super(schema);
    this.slots = TupleSlot.slots(schema);
  }

  // ---- shortcuts: the commonest fields in one step; anything unusual goes the long way. A value
  // of a nullable field is written like any other.

  @Override
  public KeyWriter putString(@Nullable String value) {
    int field = index;
    if (field >= slots.length || slots[field].kind != Kind.STRING || value == null) {
      return super.putString(value);
    }
    int length = value.length();
    int p = pos;
    byte[] out = buf;
    if (length > slots[field].maxBytes || out.length - p < length + 2) {
      return super.putString(value);
    }
    // Written as if it were plain ASCII, 01 to 7F, and checked at the end: no branch per character.
    int other = 0;
    for (int i = 0; i < length; i++) {
      int c = value.charAt(i);
      other |= c | (c - 1);
      out[p + 1 + i] = (byte) c;
    }
    if ((other & ~0x7F) != 0) {
      return super.putString(value);
    }
    out[p] = Codes.STRING;
    out[p + 1 + length] = Codes.END;
    pos = p + length + 2;
    index = field + 1;
    return this;
  }

  @Override
  public KeyWriter putLong(long value) {
    int field = index;
    if (field >= slots.length || !slots[field].anyLong || buf.length - pos < Items.SCALAR_ROOM) {
      return super.putLong(value);
    }
    pos = Items.writeLong(buf, pos, value);
    index = field + 1;
    return this;
  }

  @Override
  public KeyWriter putUuid(@Nullable UUID value) {
    int field = index;
    if (field >= slots.length
        || slots[field].kind != Kind.UUID
        || value == null
        || buf.length - pos < Items.SCALAR_ROOM) {
      return super.putUuid(value);
    }
    pos =
        Items.writeUuid(buf, pos, value.getMostSignificantBits(), value.getLeastSignificantBits());
    index = field + 1;
    return this;
  }

  @Override
  public byte[] toBytes() {
    int length = pos;
    if (index != slots.length || length > Limits.KEY_BYTES) {
      return super.toBytes();
    }
    byte[] key = Arrays.copyOf(buf, length);
    index = 0;
    pos = 0;
    return key;
  }

  // ---- all fields

  @Override
  protected void encodeNull(int field) {
    ensure(1);
    buf[pos++] = Codes.NULL;
  }

  @Override
  protected void encodeBoolean(int field, boolean value) {
    ensure(1);
    pos = Items.writeBoolean(buf, pos, value);
  }

  @Override
  protected void encodeLong(int field, long value) {
    ensure(Items.SCALAR_ROOM);
    pos =
        slots[field].kind == Kind.UINT64
            ? Items.writeUnsigned(buf, pos, value)
            : Items.writeLong(buf, pos, value);
  }

  @Override
  protected void encodeInteger(int field, BigInteger value) {
    writeInteger(slots[field].path, value);
  }

  @Override
  protected void encodeFloat(int field, float value) {
    ensure(Items.SCALAR_ROOM);
    pos = Items.writeFloat(buf, pos, value);
  }

  @Override
  protected void encodeDouble(int field, double value) {
    ensure(Items.SCALAR_ROOM);
    pos = Items.writeDouble(buf, pos, value);
  }

  @Override
  protected void encodeString(int field, String value) {
    writeString(slots[field], slots[field].path, value);
  }

  @Override
  protected void encodeBytes(int field, byte[] value, int offset, int length) {
    checkLength(slots[field].path, length);
    ensure(Items.contentRoom(length));
    pos = Items.writeBytes(buf, pos, value, offset, offset + length);
  }

  @Override
  protected void encodeUuid(int field, long high, long low) {
    ensure(Items.SCALAR_ROOM);
    pos = Items.writeUuid(buf, pos, high, low);
  }

  @Override
  protected void encodeList(int field, List<Object> value) {
    writeNested(slots[field], slots[field].path, value);
  }

  private void writeInteger(String path, BigInteger value) {
    // One integer fits 255 bytes of two's complement, but not of magnitude: -2^2040.
    if (Items.bytesOf(value) > Limits.INTEGER_BYTES) {
      throw new KeyValueException(
          path,
          pos,
          "an integer of " + Items.bytesOf(value) + " bytes",
          "at most " + Limits.INTEGER_BYTES);
    }
    ensure(Items.room(value));
    pos = Items.writeInteger(buf, pos, value);
  }

  private void writeString(TupleSlot slot, String path, String value) {
    checkLength(path, value.length());
    ensure(Items.textRoom(value.length()));
    int end = Items.writeString(buf, pos, value);
    if (end < 0) {
      throw new KeyValueException(
          path, pos, "an unpaired surrogate at character " + ~end, "text that UTF-8 can hold");
    }
    if (slot.maxBytes < end - pos - 2) {
      checkSize(slot, path, end);
    }
    pos = end;
  }

  /** Counts the bytes of a text that ends at {@code end} as they were before escaping. */
  private void checkSize(TupleSlot slot, String path, int end) {
    int bytes = 0;
    for (int i = pos + 1; i < end - 1; i++) {
      // FF stands in no UTF-8: it is half of an escape.
      bytes += buf[i] == Codes.NOT_THE_END ? 0 : 1;
    }
    if (bytes > slot.maxBytes) {
      throw new KeyValueException(
          path, pos, bytes + " UTF-8 bytes", "at most " + slot.maxBytes + ": " + slot.field.type());
    }
  }

  // ---- lists and tuples: recursive. A refused element leaves pos behind; put() sets it back.

  private void writeNested(TupleSlot slot, String path, List<?> values) {
    boolean list = slot.kind == Kind.LIST;
    ensure(1);
    buf[pos++] = Codes.NESTED;
    for (int i = 0; i < values.size(); i++) {
      TupleSlot inner = slot.inner[list ? 0 : i];
      Object value = values.get(i);
      if (value == null) {
        ensure(2);
        buf[pos++] = Codes.NULL;
        buf[pos++] = Codes.NOT_THE_END;
      } else {
        writeItem(inner, list ? path + "[" + i + "]" : inner.path, value);
      }
    }
    ensure(1);
    buf[pos++] = Codes.END;
  }

  /** Values have the classes that {@link dev.keyfold.codec.Values#coerce} gives. */
  private void writeItem(TupleSlot slot, String path, Object value) {
    ensure(Items.SCALAR_ROOM);
    switch (slot.kind) {
      case BOOL -> pos = Items.writeBoolean(buf, pos, (Boolean) value);
      case UINT64, INTEGER -> writeInteger(path, (BigInteger) value);
      case FLOAT -> pos = Items.writeFloat(buf, pos, (Float) value);
      case DOUBLE -> pos = Items.writeDouble(buf, pos, (Double) value);
      case STRING -> writeString(slot, path, (String) value);
      case BYTES, FIXED_BYTES -> {
        byte[] bytes = (byte[]) value;
        checkLength(path, bytes.length);
        ensure(Items.contentRoom(bytes.length));
        pos = Items.writeBytes(buf, pos, bytes, 0, bytes.length);
      }
      case UUID -> {
        UUID uuid = (UUID) value;
        pos =
            Items.writeUuid(
                buf, pos, uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
      }
      case LIST, TUPLE -> writeNested(slot, path, (List<?>) value);
      default -> pos = Items.writeLong(buf, pos, ((Number) value).longValue());
    }
  }

  // ---- bounds
  //
  // After the fields P that are written, a key ends or continues with a code, 00 to 33. P can also
  // be the beginning of keys with another last field: ("a") is 02 61 00, and ("a\0") is 02 61 00
  // FF 00. All of these continue with FF, so keys with P stand from P to P FF (exclusive).

  @Override
  protected void chooseShard(int shard) {
    throw new IllegalStateException("a tuple has no shard prefix");
  }

  @Override
  protected byte[] prefixStart() {
    return Arrays.copyOf(buf, pos);
  }

  @Override
  protected byte[] prefixEnd() {
    return followedBy(Codes.NOT_THE_END);
  }

  /** All codes but that of null are 01 or more. */
  @Override
  protected byte[] presentStart() {
    return followedBy((byte) Codes.BYTES);
  }

  @Override
  protected byte[] presentEnd() {
    return prefixEnd();
  }

  private byte[] followedBy(byte last) {
    byte[] bound = Arrays.copyOf(buf, pos + 1);
    bound[pos] = last;
    return bound;
  }

  @Override
  protected KeyRange beginningWith(byte[] content) {
    byte[] bound = Arrays.copyOf(buf, pos + Items.contentRoom(content.length));
    bound[pos] = (byte) slots[written()].lowCode;
    int end = Items.escape(bound, pos + 1, content, 0, content.length);
    return KeyRange.prefix(Arrays.copyOf(bound, end));
  }
}
