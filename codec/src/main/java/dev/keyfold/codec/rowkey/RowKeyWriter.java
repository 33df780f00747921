package dev.keyfold.codec.rowkey;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.Values;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code rowkey} keys. The separator is written together with the field before it, so that
 * the bytes so far are exactly what all keys with these leading fields begin with.
 */
final class RowKeyWriter extends KeyWriter {
  private final int[] widths;
  private final boolean[] unsigned64;
  private final int last;
  private final byte[] varint = new byte[VarInt.MAX_BYTES];

  RowKeyWriter(KeySchema schema) {
    super(schema);
    this.last = schema.size() - 1;
    this.widths = new int[schema.size()];
    this.unsigned64 = new boolean[schema.size()];
    for (int i = 0; i <= last; i++) {
      widths[i] = RowKeyFormat.width(schema.field(i).type());
      unsigned64[i] = schema.field(i).type().kind() == Kind.UINT64;
    }
  }

  private void close(int field, int p) {
    pos = field == last ? p : Escape.separate(buf, p);
  }

  private KeyValueException refused(int field, String found, String expected) {
    return new KeyValueException(schema.field(field).name(), pos, found, expected);
  }

  @Override
  protected void encodeBoolean(int field, boolean value) {
    ensure(Escape.room(1));
    close(field, Escape.escape(value ? 1 : 0, 1, buf, pos));
  }

  @Override
  protected void encodeLong(int field, long value) {
    if (value < 0 && !unsigned64[field]) {
      throw negative(field, value);
    }
    if (widths[field] == 0) {
      encodeVarInt(field, value);
      return;
    }
    ensure(Escape.room(8));
    close(field, Escape.escape(value, widths[field], buf, pos));
  }

  private KeyValueException negative(int field, Object value) {
    return refused(
        field,
        Values.brief(value),
        "0 or more: rowkey has no sign, negative numbers would sort last");
  }

  private void encodeVarInt(int field, long bits) {
    ensure(Escape.room(VarInt.MAX_BYTES));
    int length = VarInt.write(bits, varint);
    close(field, Escape.escape(varint, 0, length, buf, pos));
  }

  @Override
  protected void encodeInteger(int field, BigInteger value) {
    if (value.signum() < 0) {
      throw negative(field, value);
    }
    if (value.bitLength() > 64) {
      throw refused(
          field, Values.brief(value), "at most 64 bits: the varint of rowkey has 8 bytes");
    }
    encodeVarInt(field, value.longValue());
  }

  @Override
  protected void encodeString(int field, String value) {
    int length = value.length();
    checkContent(field, length);
    ensure(Escape.room(3 * length));
    byte[] out = buf;
    int p = pos;
    // Written as if it were plain ASCII, 01 to 7F, and checked at the end: no branch per character.
    int other = 0;
    for (int i = 0; i < length; i++) {
      int c = value.charAt(i);
      other |= c | (c - 1);
      out[p + i] = (byte) c;
    }
    close(field, (other & ~0x7F) == 0 ? p + length : writeText(field, value));
  }

  private int writeText(int field, String value) {
    int unpaired = Utf8.indexOfUnpaired(value);
    if (unpaired >= 0) {
      throw refused(
          field, "an unpaired surrogate at character " + unpaired, "text that UTF-8 can hold");
    }
    byte[] content = value.getBytes(StandardCharsets.UTF_8);
    return Escape.escape(content, 0, content.length, buf, pos);
  }

  @Override
  protected void encodeBytes(int field, byte[] value, int offset, int length) {
    checkContent(field, length);
    ensure(Escape.room(length));
    close(field, Escape.escape(value, offset, offset + length, buf, pos));
  }

  private void checkContent(int field, int length) {
    if (length == 0 ? field == last : length > Limits.KEY_BYTES) {
      checkLength(schema.field(field).name(), length);
      throw refused(
          field,
          "an empty last component",
          "content: nothing ends the last component, so rowkey loses it when it is empty");
    }
  }

  // ---- bounds: what follows the leading fields is a separator, or, after the last, nothing

  @Override
  protected void chooseShard(int shard) {
    throw new IllegalStateException("rowkey has no shards");
  }

  @Override
  protected byte[] prefixStart() {
    return Arrays.copyOf(buf, pos);
  }

  /** Of a whole key: only the key itself, for those that continue are others. */
  @Override
  protected byte @Nullable [] prefixEnd() {
    return written() > last ? Arrays.copyOf(prefixStart(), pos + 1) : Bytes.successor(buf, pos);
  }

  @Override
  protected byte[] presentStart() {
    return prefixStart();
  }

  @Override
  protected byte @Nullable [] presentEnd() {
    return prefixEnd();
  }

  @Override
  protected KeyRange beginningWith(byte[] content) {
    byte[] bound = Arrays.copyOf(buf, pos + Escape.room(content.length));
    return KeyRange.prefix(
        Arrays.copyOf(bound, Escape.escape(content, 0, content.length, bound, pos)));
  }
}
