package dev.keyfold.codec.tuple;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.ZeroFree;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads one item for each field. The items are read by a {@link SlotReader} over the same key. */
final class TupleReader extends KeyReader {
  private final TupleSlot[] slots;
  private final SlotReader items =
      new SlotReader() {
        @Override
        KeyFormatException bad(int at, String found, String expected) {
          return malformed(field, at, found, expected);
        }
      };

  TupleReader(KeySchema schema) {
    super(schema);
    this.slots = TupleSlot.slots(schema);
  }

  /** The items, at this reader's place. */
  private SlotReader here() {
    items.reset(buf, start, pos, end);
    return items;
  }

  /** The items, at a value of the slot's type. */
  private SlotReader value(TupleSlot slot) {
    SlotReader reader = here();
    if (reader.isNull(slot, false)) {
      throw new KeyValueException(
          slot.field.name(), -1, "null", "a value; ask isNull() first, or use get()");
    }
    reader.expect(slot, false);
    return reader;
  }

  /** The items, at a value of the slot's type; null, and this reader after the field, at a null. */
  private @Nullable SlotReader valueOrNull(TupleSlot slot) {
    SlotReader reader = here();
    if (reader.isNull(slot, false)) {
      pos++;
      return null;
    }
    reader.expect(slot, false);
    return reader;
  }

  @Override
  protected boolean decodeIsNull(int field) {
    return slots[field].nullable && here().isNull(slots[field], false);
  }

  @Override
  protected void skipFields(int from, int to) {
    SlotReader reader = here();
    for (int i = from; i < to; i++) {
      TupleSlot slot = slots[i];
      if (!reader.isNull(slot, false)) {
        reader.expect(slot, false);
      }
      reader.skip();
    }
    pos = reader.pos;
  }

  // ---- shortcuts: the commonest fields in one step; anything unusual goes the long way

  @Override
  public @Nullable String getString() {
    int field = index;
    int from = pos + 1;
    if (field < slots.length
        && slots[field].kind == Kind.STRING
        && from < end
        && buf[pos] == Codes.STRING) {
      int last = ZeroFree.plainEnd(buf, from, end);
      boolean ends = last < end && buf[last] == 0;
      boolean whole = last + 1 >= end || buf[last + 1] != Codes.NOT_THE_END;
      if (ends && whole && last - from <= slots[field].maxBytes) {
        pos = last + 1;
        index = field + 1;
        // Every byte is ASCII, so the bytes are the characters.
        return new String(buf, from, last - from, StandardCharsets.ISO_8859_1);
      }
    }
    return super.getString();
  }

  @Override
  public long getLong() {
    int field = index;
    int p = pos;
    if (field < slots.length && slots[field].anyLong && end - p > Codes.SHORT_BYTES) {
      int n = (buf[p] & 0xFF) - Codes.ZERO;
      int sign = n >> 31;
      int bytes = (n ^ sign) - sign;
      // Complemented where negative, so that these are the bytes of the magnitude.
      long bits = Bytes.getLong(buf, p + 1) ^ sign;
      // 1 to 7 bytes of which the first is not 0; anything else is rare, or wrong.
      if (bytes > 0 && bytes < Codes.SHORT_BYTES && bits >>> 56 != 0) {
        long magnitude = bits >>> (64 - 8 * bytes);
        pos = p + 1 + bytes;
        index = field + 1;
        return (magnitude ^ sign) - sign;
      }
    }
    return super.getLong();
  }

  @Override
  public @Nullable UUID getUuid() {
    int field = index;
    int p = pos;
    if (field < slots.length
        && slots[field].kind == Kind.UUID
        && end - p >= 17
        && buf[p] == Codes.UUID) {
      pos = p + 17;
      index = field + 1;
      return new UUID(Bytes.getLong(buf, p + 1), Bytes.getLong(buf, p + 9));
    }
    return super.getUuid();
  }

  // ---- all fields

  @Override
  protected boolean decodeBoolean(int field) {
    SlotReader reader = value(slots[field]);
    boolean value = reader.booleanValue();
    pos = reader.pos;
    return value;
  }

  @Override
  protected long decodeLong(int field) {
    TupleSlot slot = slots[field];
    SlotReader reader = value(slot);
    if (slot.kind == Kind.INTEGER && !reader.isLong()) {
      throw tooLarge(reader.integer());
    }
    long value = reader.longValue(slot);
    pos = reader.pos;
    return value;
  }

  @Override
  protected BigInteger decodeInteger(int field) {
    SlotReader reader = value(slots[field]);
    BigInteger value = reader.integer();
    pos = reader.pos;
    return value;
  }

  @Override
  protected float decodeFloat(int field) {
    SlotReader reader = value(slots[field]);
    float value = reader.floatValue();
    pos = reader.pos;
    return value;
  }

  @Override
  protected double decodeDouble(int field) {
    SlotReader reader = value(slots[field]);
    double value = reader.doubleValue();
    pos = reader.pos;
    return value;
  }

  @Override
  protected @Nullable String decodeString(int field) {
    SlotReader reader = valueOrNull(slots[field]);
    if (reader == null) {
      return null;
    }
    String value = reader.string(slots[field]);
    pos = reader.pos;
    return value;
  }

  @Override
  protected byte @Nullable [] decodeBytes(int field) {
    SlotReader reader = valueOrNull(slots[field]);
    if (reader == null) {
      return null;
    }
    byte[] value = reader.bytes(slots[field]);
    pos = reader.pos;
    return value;
  }

  @Override
  protected @Nullable UUID decodeUuid(int field) {
    SlotReader reader = valueOrNull(slots[field]);
    if (reader == null) {
      return null;
    }
    UUID value = reader.uuid();
    pos = reader.pos;
    return value;
  }

  @Override
  protected long decodeUuidHigh(int field) {
    value(slots[field]).needUuid();
    return Bytes.getLong(buf, pos + 1);
  }

  @Override
  protected long decodeUuidLow(int field) {
    value(slots[field]).needUuid();
    pos += 17;
    return Bytes.getLong(buf, pos - 8);
  }

  @Override
  @SuppressWarnings("unchecked")
  protected List<Object> decodeList(int field) {
    SlotReader reader = value(slots[field]);
    List<Object> value = (List<Object>) reader.value(slots[field]);
    pos = reader.pos;
    return value;
  }
}
