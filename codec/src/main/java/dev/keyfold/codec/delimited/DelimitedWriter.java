package dev.keyfold.codec.delimited;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes delimited keys.
 *
 * <p>Every encode method works on a local position and moves {@code pos} at its end.
 */
final class DelimitedWriter extends PrefixWriter {
  private final DelimitedLayout layout;

  /** Null without shards. */
  private final @Nullable ShardPrefix shardPrefix;

  /** Shard given by {@link #chooseShard}; -1 if it follows from the first field. */
  private int chosenShard = -1;

  DelimitedWriter(KeySchema schema, DelimitedLayout layout) {
    super(schema);
    this.layout = layout;
    this.shardPrefix = schema.shards() > 0 ? new ShardPrefix(layout.hash) : null;
    reset();
  }

  @Override
  protected void begin() {
    if (shardPrefix != null) {
      chosenShard = -1;
      pos = layout.writeDelimiter(buf, DelimitedLayout.SHARD_BYTES);
    }
  }

  @Override
  protected void complete() {
    if (shardPrefix != null) {
      writeShard(shardPrefix);
    }
  }

  private void writeShard(ShardPrefix prefix) {
    int shard =
        chosenShard >= 0 ? chosenShard : prefix.of(layout, buf, layout.head, pos, schema.shards());
    Bytes.putShort(buf, 0, shard);
  }

  // ---- shortcuts for the commonest values; anything unusual goes the long way

  @Override
  public KeyWriter putString(@Nullable String value) {
    int field = index;
    if (field > layout.last || layout.kinds[field] != Kind.STRING || value == null) {
      return super.putString(value);
    }
    int length = value.length();
    int width = layout.widths[field] == 0 ? length : layout.widths[field];
    int p = pos;
    byte[] out = buf;
    if (length > width || out.length - p < width + layout.delimiterBytes) {
      return super.putString(value);
    }
    // Written as if it were plain ASCII without 00 and delimiters, and checked at the end: no
    // branch per character. Every delimiter but 00 01 is one byte, and that one begins with 00.
    int delimiter = layout.first & 0xFF;
    int high = 0;
    int low = 0;
    for (int i = 0; i < length; i++) {
      int c = value.charAt(i);
      high |= c;
      low |= (c - 1) | ((c ^ delimiter) - 1);
      out[p + i] = (byte) c;
    }
    if ((high & ~0x7F) != 0 || low < 0) {
      return super.putString(value);
    }
    zero(out, p + length, p + width);
    close(field, p + width);
    index = field + 1;
    return this;
  }

  @Override
  public KeyWriter putLong(long value) {
    int field = index;
    int p = pos;
    byte[] out = buf;
    if (field > layout.last
        || (layout.kinds[field] != Kind.INT64
            && (layout.kinds[field] != Kind.TIMESTAMP_MILLIS || value < 0))
        || out.length - p < 8 + layout.delimiterBytes) {
      return super.putLong(value);
    }
    Bytes.putLong(out, p, value ^ layout.flips[field]);
    close(field, p + 8);
    index = field + 1;
    return this;
  }

  @Override
  public KeyWriter putUuid(@Nullable UUID value) {
    int field = index;
    int p = pos;
    byte[] out = buf;
    if (field > layout.last
        || layout.kinds[field] != Kind.UUID
        || value == null
        || out.length - p < 16 + layout.delimiterBytes) {
      return super.putUuid(value);
    }
    Bytes.putLong(out, p, value.getMostSignificantBits());
    Bytes.putLong(out, p + 8, value.getLeastSignificantBits());
    close(field, p + 16);
    index = field + 1;
    return this;
  }

  @Override
  public byte[] toBytes() {
    int length = pos;
    if (index <= layout.last || shardPrefix != null || length > Limits.KEY_BYTES) {
      return super.toBytes();
    }
    byte[] key = Arrays.copyOf(buf, length);
    index = 0;
    pos = 0;
    return key;
  }

  // ---- all fields

  /** Ends a field; room for the delimiter is there. */
  private void close(int field, int p) {
    pos = field == layout.last ? p : layout.writeDelimiter(buf, p);
  }

  @Override
  protected void encodeLong(int field, long value) {
    if (value < 0 && layout.kinds[field] == Kind.TIMESTAMP_MILLIS) {
      throw refused(
          field, value + " milliseconds", "0 or more: the layout holds unsigned milliseconds");
    }
    ensure(8 + layout.delimiterBytes);
    Bytes.putLong(buf, pos, value ^ layout.flips[field]);
    close(field, pos + 8);
  }

  @Override
  protected void encodeDecimal(int field, BigDecimal value) {
    encodeLong(field, value.unscaledValue().longValueExact()); // at most 18 digits
  }

  @Override
  protected void encodeUuid(int field, long high, long low) {
    ensure(16 + layout.delimiterBytes);
    Bytes.putLong(buf, pos, high);
    Bytes.putLong(buf, pos + 8, low);
    close(field, pos + 16);
  }

  @Override
  protected void encodeString(int field, String value) {
    checkLength(name(field), value.length());
    int unpaired = Utf8.indexOfUnpaired(value);
    if (unpaired >= 0) {
      throw refused(
          field, "an unpaired surrogate at character " + unpaired, "text that UTF-8 can hold");
    }
    byte[] content = value.getBytes(StandardCharsets.UTF_8);
    encodeBytes(field, content, 0, content.length);
  }

  @Override
  protected void encodeBytes(int field, byte[] value, int offset, int length) {
    checkLength(name(field), length);
    int width = layout.widths[field];
    int to = offset + length;
    checkContent(field, value, offset, to);
    ensure(Math.max(2 * length, width) + layout.delimiterBytes);
    int end = layout.writeDoubled(value, offset, to, buf, pos);
    if (width > 0) {
      if (end - pos > width) {
        throw refused(
            field,
            (end - pos) + " UTF-8 bytes" + (end - pos > length ? ", delimiters doubled" : ""),
            "at most " + width + ": " + layout.fields[field].type());
      }
      zero(buf, end, pos + width);
      end = pos + width;
    }
    close(field, end);
  }

  private void checkContent(int field, byte[] value, int from, int to) {
    int at = layout.doubles(field) ? -1 : layout.indexOfDelimiter(value, from, to);
    if (at >= 0) {
      throw refused(
          field,
          "the delimiter at byte " + (at - from) + " of the value",
          "none in a variable-length field beside others: it could not be told from the"
              + " delimiter between fields");
    }
    if (layout.widths[field] > 0 && to > from && value[to - 1] == 0) {
      throw refused(field, "a zero byte at the end", "none: it would be lost in the padding");
    }
  }

  private static void zero(byte[] out, int from, int to) {
    for (int i = from; i < to; i++) {
      out[i] = 0;
    }
  }

  private String name(int field) {
    return layout.fields[field].name();
  }

  private KeyValueException refused(int field, String found, String expected) {
    return new KeyValueException(name(field), pos, found, expected);
  }

  // ---- bounds

  @Override
  protected void chooseShard(int shard) {
    chosenShard = shard;
  }

  private void settleShard() {
    if (shardPrefix != null && (chosenShard >= 0 || written() > 0)) {
      writeShard(shardPrefix);
    }
  }

  @Override
  protected void checkOrdered(int field) {
    // No byte of a value is below 00, so that delimiter alone sorts a value before those it begins.
    boolean lowest = layout.delimiterBytes == 1 && layout.first == 0;
    if (layout.widths[field] == 0 && field != layout.last && !lowest) {
      throw new KeyValueException(
          name(field),
          -1,
          "a range on a variable-length field that another follows",
          "equality or a prefix: with this delimiter \"a\" sorts after \"a\\u0001\"; declare"
              + " string(n), or use delimited:00 or the native format");
    }
  }

  @Override
  protected byte[] prefixStart() {
    settleShard();
    return super.prefixStart();
  }

  @Override
  protected byte @Nullable [] prefixEnd() {
    settleShard();
    return super.prefixEnd();
  }

  @Override
  protected @Nullable KeyRange beginningWith(byte[] content) {
    return FieldPrefixes.range(layout, layout.fields[written()], written(), prefixStart(), content);
  }
}
