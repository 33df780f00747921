package dev.keyfold.codec.native1;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.ShardHash;
import dev.keyfold.codec.bytes.ZeroFree;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes the native format, version 1.
 *
 * <pre>
 *   [shard u16] field field ...       field = [marker 01|02|03] body, the body complemented where DESC
 * </pre>
 *
 * <p>Every encode method works on a local position and moves {@code pos} at its end, so a value
 * that is refused half-way leaves nothing behind. Nulls in added fields are only counted: they
 * become bytes when a value follows them.
 */
final class NativeWriter extends BodyWriter {
  private final Slot[] slots;
  private final boolean sharded;
  private final ShardHash.Function hash;

  /** Finds the end of the fields that decide the shard. */
  private final NativeReader fields;

  /** Shard given by {@link #chooseShard}; -1 if it follows from the fields. */
  private int chosenShard = -1;

  /** Nulls of added fields not written yet. */
  private int pendingNulls;

  NativeWriter(KeySchema schema) {
    super(schema);
    this.slots = Slot.slots(schema);
    this.sharded = schema.shards() > 0;
    this.hash = NativeFormat.hash(schema);
    this.fields = new NativeReader(schema);
    reset();
  }

  @Override
  protected void begin() {
    pendingNulls = 0;
    chosenShard = -1;
    pos = sharded ? NativeFormat.SHARD_BYTES : 0;
  }

  @Override
  protected void complete() {
    if (sharded) {
      writeShard();
    }
  }

  private void writeShard() {
    int shard = chosenShard;
    if (shard < 0) {
      if (pos > limit()) {
        throw tooLong(pos); // a prefix of a selection; the reader below would call it malformed
      }
      int hashed = fields.reset(buf, 0, pos).field(schema.shardBy()).offset();
      shard = hash.shardOf(buf, NativeFormat.SHARD_BYTES, hashed, schema.shards());
    }
    Bytes.putShort(buf, 0, shard);
  }

  // ---- shortcuts: the commonest fields, never null, in one step; anything unusual goes the long
  // way ----

  @Override
  public KeyWriter putString(@Nullable String value) {
    int field = index;
    if (field >= slots.length || slots[field].shortcut != Slot.SHORT_STRING || value == null) {
      return super.putString(value);
    }
    Slot slot = slots[field];
    int length = value.length();
    int p = pos;
    byte[] out = buf;
    if (length > slot.maxBytes || out.length - p <= length) {
      return super.putString(value);
    }
    byte mask = (byte) slot.mask;
    // Written as if it were plain ASCII, 02 to 7F, and checked at the end: no branch per character.
    int other = 0;
    for (int i = 0; i < length; i++) {
      int c = value.charAt(i);
      other |= c | (c - 2);
      out[p + i] = (byte) (c ^ mask);
    }
    if ((other & ~0x7F) != 0) {
      return super.putString(value);
    }
    out[p + length] = mask;
    pos = p + length + 1;
    index = field + 1;
    return this;
  }

  @Override
  public byte[] toBytes() {
    int length = pos;
    if (index != slots.length || sharded || length > limit()) {
      return super.toBytes();
    }
    byte[] key = Arrays.copyOf(buf, length);
    index = 0;
    pos = 0;
    pendingNulls = 0;
    return key;
  }

  @Override
  public KeyWriter putLong(long value) {
    int field = index;
    int p = pos;
    byte[] out = buf;
    if (field >= slots.length || slots[field].shortcut != Slot.SHORT_LONG || out.length - p < 8) {
      return super.putLong(value);
    }
    Bytes.putLong(out, p, value ^ slots[field].flip);
    pos = p + 8;
    index = field + 1;
    return this;
  }

  @Override
  public KeyWriter putUuid(@Nullable UUID value) {
    int field = index;
    int p = pos;
    byte[] out = buf;
    if (field >= slots.length
        || slots[field].shortcut != Slot.SHORT_UUID
        || value == null
        || out.length - p < 16) {
      return super.putUuid(value);
    }
    long mask = slots[field].mask;
    Bytes.putLong(out, p, value.getMostSignificantBits() ^ mask);
    Bytes.putLong(out, p + 8, value.getLeastSignificantBits() ^ mask);
    pos = p + 16;
    index = field + 1;
    return this;
  }

  // ---- all fields

  /** Makes room for a body, writes the marker in front of it, and returns where the body starts. */
  private int open(Slot slot, int room) {
    if (slot.nullable) {
      return openNullable(room);
    }
    ensure(room);
    return pos;
  }

  private int openNullable(int room) {
    ensure(pendingNulls + 1 + room);
    int p = pos;
    for (int i = 0; i < pendingNulls; i++) {
      buf[p++] = Slot.NULL_FIRST;
    }
    buf[p++] = Slot.PRESENT;
    return p;
  }

  private void close(int p) {
    pos = p;
    pendingNulls = 0;
  }

  /** Ends a body that was written ascending. */
  private void close(Slot slot, int from, int p) {
    if (slot.mask != 0) {
      Bytes.complement(buf, from, p);
    }
    close(p);
  }

  @Override
  protected void encodeNull(int field) {
    Slot slot = slots[field];
    if (slot.added) {
      pendingNulls++;
      return;
    }
    ensure(1);
    buf[pos++] = slot.nullMark;
  }

  @Override
  protected void encodeBoolean(int field, boolean value) {
    encodeLong(field, value ? 1 : 0);
  }

  @Override
  protected void encodeLong(int field, long value) {
    Slot slot = slots[field];
    int p = open(slot, IntegerCode.LONG_ROOM);
    if (slot.width == 8) {
      Bytes.putLong(buf, p, value ^ slot.flip);
      close(p + 8);
    } else if (slot.width > 0) {
      close(writeFixed(p, slot.width, value ^ slot.flip));
    } else {
      close(slot, p, IntegerCode.write(buf, p, value));
    }
  }

  @Override
  protected void encodeInteger(int field, BigInteger value) {
    Slot slot = slots[field];
    int p = open(slot, IntegerCode.room(value));
    close(slot, p, IntegerCode.write(buf, p, value));
  }

  @Override
  protected void encodeFloat(int field, float value) {
    Slot slot = slots[field];
    int p = open(slot, 8);
    close(writeFixed(p, 4, floatBits(value) ^ slot.mask));
  }

  @Override
  protected void encodeDouble(int field, double value) {
    Slot slot = slots[field];
    int p = open(slot, 8);
    Bytes.putLong(buf, p, doubleBits(value) ^ slot.mask);
    close(p + 8);
  }

  @Override
  protected void encodeDecimal(int field, BigDecimal value) {
    Slot slot = slots[field];
    int p = open(slot, DecimalCode.room(value));
    close(slot, p, writeDecimal(slot, p, value));
  }

  @Override
  protected void encodeString(int field, String value) {
    Slot slot = slots[field];
    checkLength(slot.field.name(), value.length());
    int p = open(slot, stringRoom(value));
    close(slot, p, writeString(slot, slot.field.name(), p, value));
  }

  @Override
  protected void encodeBytes(int field, byte[] value, int offset, int length) {
    Slot slot = slots[field];
    checkLength(slot.field.name(), length);
    int p = open(slot, bytesRoom(value, offset, length));
    close(slot, p, writeBytes(slot, p, value, offset, length));
  }

  @Override
  protected void encodeUuid(int field, long high, long low) {
    Slot slot = slots[field];
    int p = open(slot, 16);
    Bytes.putLong(buf, p, high ^ slot.mask);
    Bytes.putLong(buf, p + 8, low ^ slot.mask);
    close(p + 16);
  }

  @Override
  protected void encodeTimestamp(int field, long seconds, int nanos) {
    Slot slot = slots[field];
    int p = open(slot, 12);
    Bytes.putLong(buf, p, seconds ^ Long.MIN_VALUE ^ slot.mask);
    Bytes.putInt(buf, p + 8, nanos ^ (int) slot.mask);
    close(p + 12);
  }

  // ---- lists and tuples: recursive, ascending; the caller complements for DESC

  @Override
  protected void encodeList(int field, List<Object> value) {
    Slot slot = slots[field];
    int p = open(slot, 1);
    pos = p;
    writeNested(slot, slot.field.name(), value);
    close(slot, p, pos);
  }

  // ---- bounds

  @Override
  protected void takeBounds() {
    super.takeBounds();
    fields.withLimit("a bound", limit());
  }

  @Override
  protected void chooseShard(int shard) {
    chosenShard = shard;
  }

  /** Fills in the shard prefix if the fields decide it already. */
  private void settleShard() {
    if (sharded && (chosenShard >= 0 || written() >= schema.shardBy())) {
      writeShard();
    }
  }

  @Override
  protected byte[] prefixStart() {
    settleShard();
    return Arrays.copyOf(buf, pos);
  }

  @Override
  protected byte @Nullable [] prefixEnd() {
    settleShard();
    if (pendingNulls == 0) {
      return Bytes.successor(buf, pos);
    }
    // Nulls that are written as nothing, or as 01 where a later field has a value: up to where the
    // last one has a value.
    byte[] bound = withPendingNulls(pendingNulls);
    bound[bound.length - 1] = Slot.PRESENT;
    return bound;
  }

  /** The key so far, with its counted nulls as bytes. */
  private byte[] withPendingNulls(int length) {
    byte[] bytes = Arrays.copyOf(buf, pos + length);
    Arrays.fill(bytes, pos, pos + pendingNulls, Slot.NULL_FIRST);
    return bytes;
  }

  @Override
  protected byte[] presentStart() {
    if (!slots[written()].nullable) {
      return prefixStart();
    }
    settleShard();
    byte[] bound = withPendingNulls(pendingNulls + 1);
    bound[bound.length - 1] = Slot.PRESENT;
    return bound;
  }

  @Override
  protected byte @Nullable [] presentEnd() {
    return slots[written()].nullable ? Bytes.successor(presentStart()) : prefixEnd();
  }

  @Override
  protected KeyRange beginningWith(byte[] content) {
    Slot slot = slots[written()];
    byte[] prefix = presentStart();
    byte[] bound = Arrays.copyOf(prefix, prefix.length + ZeroFree.room(content.length));
    int end;
    if (slot.kind == Kind.FIXED_BYTES) {
      System.arraycopy(content, 0, bound, prefix.length, content.length);
      end = prefix.length + content.length;
    } else {
      end = ZeroFree.escape(content, 0, content.length, bound, prefix.length);
    }
    if (slot.mask != 0) {
      Bytes.complement(bound, prefix.length, end);
    }
    return KeyRange.prefix(Arrays.copyOf(bound, end));
  }
}
