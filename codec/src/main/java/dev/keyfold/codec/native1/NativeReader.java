package dev.keyfold.codec.native1;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.ShardHash;
import dev.keyfold.codec.bytes.ZeroFree;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the native format, version 1: the top level of a key, and the hot paths. */
final class NativeReader extends BodyReader {
  private final Slot[] slots;
  private final boolean sharded;
  private final ShardHash.Function hash;

  /** What {@link #getString} gave last for the first field, which often is the same key by key. */
  private String leading = "";

  NativeReader(KeySchema schema) {
    super(schema);
    this.slots = Slot.slots(schema);
    this.sharded = schema.shards() > 0;
    this.hash = NativeFormat.hash(schema);
  }

  @Override
  protected void begin() {
    if (sharded) {
      if (end - start < NativeFormat.SHARD_BYTES) {
        throw malformed(null, start, (end - start) + " bytes", "a shard prefix of 2 bytes");
      }
      pos = start + NativeFormat.SHARD_BYTES;
    }
  }

  @Override
  protected void complete() {
    if (!sharded) {
      return;
    }
    int found = Bytes.getShort(buf, start) & 0xFFFF;
    field(schema.shardBy());
    int right = hash.shardOf(buf, start + NativeFormat.SHARD_BYTES, pos, schema.shards());
    field(slots.length);
    if (found != right) {
      throw new KeyFormatException(
          null,
          0,
          "the shard prefix " + found,
          right + ", the shard of these fields among " + schema.shards());
    }
  }

  /** Passes over the marker of a field whose getter has no way to say null. */
  private void openValue(Slot slot) {
    if (!slot.nullable) {
      return;
    }
    if (!isPresent(slot, 0)) {
      throw new KeyValueException(
          slot.field.name(), -1, "null", "a value; ask isNull() first, or use get()");
    }
    pos++;
  }

  @Override
  protected boolean decodeIsNull(int field) {
    Slot slot = slots[field];
    return slot.nullable && !isPresent(slot, 0);
  }

  @Override
  protected void skipFields(int from, int to) {
    int p = pos;
    for (int i = from; i < to; i++) {
      Slot slot = slots[i];
      if (slot.fixedBytes > 0) {
        p += slot.fixedBytes;
      } else if (slot.shortcut == Slot.SHORT_STRING) {
        int terminator = ZeroFree.terminator(buf, p, end, slot.mask);
        p = terminator < 0 ? Integer.MAX_VALUE - Limits.KEY_BYTES : terminator + 1;
      } else {
        p = Integer.MAX_VALUE - Limits.KEY_BYTES;
      }
      if (p > end) {
        // Something that has no shortcut, or an error: the long way finds out which.
        skipEach(i, to);
        return;
      }
      pos = p;
    }
  }

  private void skipEach(int from, int to) {
    for (int i = from; i < to; i++) {
      Slot slot = slots[i];
      if (!slot.nullable || open(slot, 0)) {
        skip(slot, slot.mask);
      }
    }
  }

  // ---- shortcuts: the commonest fields, never null, in one step; anything unusual goes the long
  // way

  @Override
  public @Nullable String getString() {
    int field = index;
    if (field < slots.length && slots[field].shortcut == Slot.SHORT_STRING) {
      Slot slot = slots[field];
      byte[] in = buf;
      int from = pos;
      int last = ZeroFree.plainEnd(in, from, end);
      if (slot.mask == 0 && last < end && in[last] == 0 && last - from <= slot.maxBytes) {
        pos = last + 1;
        index = field + 1;
        return field == 0 ? leading(in, from, last - from) : ascii(in, from, last - from);
      }
    }
    return super.getString();
  }

  /**
   * Keys read in order share their first field with the one before: comparing is cheaper than
   * another string, and its hash code is known already.
   */
  private String leading(byte[] bytes, int from, int length) {
    String same = leading;
    if (same.length() == length) {
      int i = length;
      // From the end, where numbered names differ.
      while (--i >= 0 && same.charAt(i) == bytes[from + i]) {}
      if (i < 0) {
        return same;
      }
    }
    leading = ascii(bytes, from, length);
    return leading;
  }

  /**
   * Every byte is ASCII, so the bytes are the characters. The constructor that says so is
   * deprecated because others must not use it for text; the one with a charset is too big to be
   * inlined.
   */
  @SuppressWarnings("deprecation")
  private static String ascii(byte[] bytes, int from, int length) {
    return new String(bytes, 0, from, length);
  }

  @Override
  public @Nullable BigDecimal getDecimal() {
    int field = index;
    if (field < slots.length && slots[field].shortcut == Slot.SHORT_DECIMAL) {
      BigDecimal value = nearDecimal(slots[field].mask);
      if (value != null) {
        index = field + 1;
        return value;
      }
    }
    return super.getDecimal();
  }

  @Override
  public long getLong() {
    int field = index;
    int p = pos;
    if (field < slots.length && slots[field].shortcut == Slot.SHORT_LONG && end - p >= 8) {
      pos = p + 8;
      index = field + 1;
      return Bytes.getLong(buf, p) ^ slots[field].flip;
    }
    return super.getLong();
  }

  @Override
  public @Nullable UUID getUuid() {
    int field = index;
    int p = pos;
    if (field < slots.length && slots[field].shortcut == Slot.SHORT_UUID && end - p >= 16) {
      pos = p + 16;
      index = field + 1;
      long mask = slots[field].mask;
      return new UUID(Bytes.getLong(buf, p) ^ mask, Bytes.getLong(buf, p + 8) ^ mask);
    }
    return super.getUuid();
  }

  @Override
  public long getUuidHigh() {
    int field = index;
    if (field < slots.length && slots[field].shortcut == Slot.SHORT_UUID && end - pos >= 16) {
      return Bytes.getLong(buf, pos) ^ slots[field].mask;
    }
    return super.getUuidHigh();
  }

  @Override
  public long getUuidLow() {
    int field = index;
    int p = pos;
    if (field < slots.length && slots[field].shortcut == Slot.SHORT_UUID && end - p >= 16) {
      pos = p + 16;
      index = field + 1;
      return Bytes.getLong(buf, p + 8) ^ slots[field].mask;
    }
    return super.getUuidLow();
  }

  // ---- all fields

  @Override
  protected boolean decodeBoolean(int field) {
    Slot slot = slots[field];
    openValue(slot);
    return fixed(slot, slot.mask) != 0;
  }

  @Override
  protected long decodeLong(int field) {
    Slot slot = slots[field];
    int mark = pos;
    openValue(slot);
    if (slot.width == 8) {
      need(slot, 8);
      long value = Bytes.getLong(buf, pos) ^ slot.flip;
      pos += 8;
      return value;
    }
    if (slot.width > 0) {
      return fixed(slot, slot.mask);
    }
    BigInteger value = integer(slot, slot.mask);
    if (value.bitLength() > 63) {
      pos = mark;
      throw tooLarge(value);
    }
    return value.longValue();
  }

  @Override
  protected BigInteger decodeInteger(int field) {
    Slot slot = slots[field];
    openValue(slot);
    return integer(slot, slot.mask);
  }

  @Override
  protected float decodeFloat(int field) {
    Slot slot = slots[field];
    openValue(slot);
    return floatValue(slot, slot.mask);
  }

  @Override
  protected double decodeDouble(int field) {
    Slot slot = slots[field];
    openValue(slot);
    return doubleValue(slot, slot.mask);
  }

  @Override
  protected BigDecimal decodeDecimal(int field) {
    Slot slot = slots[field];
    openValue(slot);
    return decimal(slot, slot.mask);
  }

  @Override
  protected @Nullable String decodeString(int field) {
    Slot slot = slots[field];
    if (slot.nullable && !open(slot, 0)) {
      return null;
    }
    return string(slot, slot.mask);
  }

  @Override
  protected byte @Nullable [] decodeBytes(int field) {
    Slot slot = slots[field];
    return slot.nullable && !open(slot, 0) ? null : bytes(slot, slot.mask);
  }

  @Override
  protected int decodeBytes(int field, byte[] out, int at) {
    Slot slot = slots[field];
    if (slot.kind != Kind.BYTES) {
      return super.decodeBytes(field, out, at);
    }
    return slot.nullable && !open(slot, 0) ? -1 : bytesInto(slot, slot.mask, out, at);
  }

  @Override
  protected @Nullable UUID decodeUuid(int field) {
    Slot slot = slots[field];
    return slot.nullable && !open(slot, 0) ? null : uuid(slot, slot.mask);
  }

  @Override
  protected long decodeUuidHigh(int field) {
    Slot slot = slots[field];
    int mark = pos;
    openValue(slot);
    need(slot, 16);
    long value = Bytes.getLong(buf, pos) ^ slot.mask;
    pos = mark;
    return value;
  }

  @Override
  protected long decodeUuidLow(int field) {
    Slot slot = slots[field];
    openValue(slot);
    need(slot, 16);
    long value = Bytes.getLong(buf, pos + 8) ^ slot.mask;
    pos += 16;
    return value;
  }

  @Override
  protected Instant decodeTimestamp(int field) {
    Slot slot = slots[field];
    openValue(slot);
    return timestamp(slot, slot.mask);
  }

  @Override
  @SuppressWarnings("unchecked")
  protected @Nullable List<Object> decodeList(int field) {
    Slot slot = slots[field];
    openValue(slot);
    return (List<Object>) value(slot, slot.mask);
  }

  Slot slot(int field) {
    return slots[field];
  }

  int at() {
    return pos;
  }
}
