package dev.keyfold.codec.delimited;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads delimited keys. A field of fixed width ends by its width, a variable-length one at the
 * first delimiter, or at the end of the key if it is the last.
 */
final class DelimitedReader extends KeyReader {
  private final DelimitedLayout layout;

  /** Null without shards. */
  private final @Nullable ShardPrefix shardPrefix;

  DelimitedReader(KeySchema schema, DelimitedLayout layout) {
    super(schema);
    this.layout = layout;
    this.shardPrefix = schema.shards() > 0 ? new ShardPrefix(layout.hash) : null;
  }

  @Override
  protected void begin() {
    if (shardPrefix == null) {
      return;
    }
    if (end - start < DelimitedLayout.SHARD_BYTES) {
      throw malformed(null, start, (end - start) + " bytes", "a shard prefix of 2 bytes");
    }
    int at = start + DelimitedLayout.SHARD_BYTES;
    if (!layout.delimiterAt(buf, at, end)) {
      throw malformed(null, at, found(at), "the delimiter after the shard prefix");
    }
    pos = at + layout.delimiterBytes;
  }

  @Override
  protected void complete() {
    if (shardPrefix == null) {
      return;
    }
    int found = Bytes.getShort(buf, start) & 0xFFFF;
    int right = shardPrefix.of(layout, buf, start + layout.head, end, schema.shards());
    if (found != right) {
      throw new KeyFormatException(
          null,
          0,
          "the shard prefix " + found,
          right + ", the shard of the first field among " + schema.shards());
    }
  }

  @Override
  protected void skipFields(int from, int to) {
    for (int i = from; i < to; i++) {
      pass(i, bodyEnd(i));
    }
  }

  /** Where the body of the field at {@link #pos} ends; nothing inside it is checked. */
  private int bodyEnd(int field) {
    int width = layout.widths[field];
    if (width > 0) {
      if (end - pos < width) {
        throw malformed(
            name(field),
            end,
            "the end of the key after " + (end - pos) + " bytes",
            width + " bytes: " + layout.fields[field].type());
      }
      return pos + width;
    }
    if (field == layout.last) {
      return end;
    }
    int at = layout.indexOfDelimiter(buf, pos, end);
    if (at < 0) {
      throw malformed(
          name(field), end, "the end of the key", "a delimiter, and " + name(field + 1));
    }
    return at;
  }

  /** Moves from a field to the next, over the delimiter. */
  private void pass(int field, int bodyEnd) {
    if (field == layout.last) {
      pos = bodyEnd;
      return;
    }
    if (!layout.delimiterAt(buf, bodyEnd, end)) {
      throw malformed(
          name(field), bodyEnd, found(bodyEnd), "the delimiter before " + name(field + 1));
    }
    pos = bodyEnd + layout.delimiterBytes;
  }

  @Override
  protected long decodeLong(int field) {
    int to = bodyEnd(field);
    long value = Bytes.getLong(buf, pos) ^ layout.flips[field];
    if (value < 0 && layout.kinds[field] == Kind.TIMESTAMP_MILLIS) {
      throw malformed(
          name(field),
          pos,
          Long.toUnsignedString(value) + " milliseconds",
          "at most " + Long.MAX_VALUE);
    }
    pass(field, to);
    return value;
  }

  @Override
  protected BigDecimal decodeDecimal(int field) {
    int to = bodyEnd(field);
    long value = Bytes.getLong(buf, pos) ^ layout.flips[field];
    BigDecimal decimal = BigDecimal.valueOf(value, layout.fields[field].type().scale());
    if (value >= layout.decimalEnds[field] || value <= -layout.decimalEnds[field]) {
      throw malformed(
          name(field), pos, decimal.toPlainString(), layout.fields[field].type().toString());
    }
    pass(field, to);
    return decimal;
  }

  @Override
  protected UUID decodeUuid(int field) {
    int to = bodyEnd(field);
    UUID value = new UUID(Bytes.getLong(buf, pos), Bytes.getLong(buf, pos + 8));
    pass(field, to);
    return value;
  }

  @Override
  protected String decodeString(int field) {
    int from = pos;
    byte[] content = content(field);
    int wrong = Utf8.indexOfMalformed(content, 0, content.length);
    if (wrong >= 0) {
      pos = from;
      throw malformed(
          name(field),
          from,
          Bytes.toHex(content[wrong]) + " at byte " + wrong + " of the value",
          "UTF-8");
    }
    return new String(content, StandardCharsets.UTF_8);
  }

  @Override
  protected byte[] decodeBytes(int field) {
    return content(field);
  }

  private byte[] content(int field) {
    int bodyEnd = bodyEnd(field);
    int to = layout.widths[field] > 0 ? DelimitedLayout.contentEnd(buf, pos, bodyEnd) : bodyEnd;
    int wrong =
        layout.doubles(field)
            ? layout.indexOfSingle(buf, pos, to)
            : layout.indexOfDelimiter(buf, pos, to);
    if (wrong >= 0) {
      throw malformed(
          name(field),
          wrong,
          "a delimiter inside the value",
          layout.doubles(field)
              ? "it doubled"
              : "none in a variable-length field beside others: the key may have been written for"
                  + " other values");
    }
    byte[] content = layout.undoubled(buf, pos, to);
    pass(field, bodyEnd);
    return content;
  }

  private String name(int field) {
    return layout.fields[field].name();
  }

  private String found(int at) {
    return at < end ? Bytes.toHex(buf[at]) : "the end of the key";
  }
}
