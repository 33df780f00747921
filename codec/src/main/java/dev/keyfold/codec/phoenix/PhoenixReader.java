package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads Phoenix row keys. Only what {@link PhoenixWriter} writes is accepted, so that bytes which
 * decode encode to the same bytes again. {@link Separators} finds where values end.
 */
final class PhoenixReader extends Separators {
  private static final int NAN_FLOAT = 0x7FC00000;
  private static final long NAN_DOUBLE = 0x7FF8000000000000L;

  PhoenixReader(KeySchema schema) {
    super(schema);
  }

  @Override
  protected void complete() {
    int first = salted ? start + 1 : start;
    if (end == first) {
      throw new KeyFormatException(
          null, 0, "an empty key", "a value in one field: Phoenix has no key of nulls only");
    }
    if (!salted) {
      return;
    }
    int found = buf[start] & 0xFF;
    int right = PhoenixFormat.salt(buf, first, end, schema.shards());
    if (found != right) {
      throw new KeyFormatException(
          null,
          0,
          "the salt " + found,
          right + ", the salt of this key among " + schema.shards() + " buckets");
    }
  }

  /** A null in a field whose getter has no way to say so. */
  private void needValue(Column column) {
    if (column.shape != Column.FIXED && isNull(column)) {
      throw new KeyValueException(
          column.name, -1, "null", "a value; ask isNull() first, or use get()");
    }
  }

  @Override
  protected boolean decodeIsNull(int field) {
    Column column = columns[field];
    return column.shape != Column.FIXED && isNull(column);
  }

  @Override
  protected boolean decodeBoolean(int field) {
    Column column = columns[field];
    need(column, 1);
    byte value = (byte) (buf[pos] ^ column.mask);
    if (value != 0 && value != 1) {
      throw bad(
          column,
          pos,
          Bytes.toHex(buf[pos]),
          column.mask == 0 ? "00 or 01: BOOLEAN" : "fe or ff: BOOLEAN DESC");
    }
    pos++;
    return value == 1;
  }

  @Override
  protected long decodeLong(int field) {
    Column column = columns[field];
    need(column, column.width);
    long value =
        switch (column.width) {
          case 1 -> (byte) (buf[pos] ^ column.flip);
          case 2 -> (short) (Bytes.getShort(buf, pos) ^ column.flip);
          case 4 -> (int) (Bytes.getInt(buf, pos) ^ column.flip);
          default -> Bytes.getLong(buf, pos) ^ column.flip;
        };
    if (value < 0 && column.unsignedMax >= 0) {
      throw bad(
          column,
          pos,
          Bytes.toHex(buf, pos, pos + column.width),
          "0 to " + column.unsignedMax + ": " + column.sqlType());
    }
    if (column.kind == Kind.DATE) {
      value = day(column, value);
    }
    pos += column.width;
    return value;
  }

  private long day(Column column, long millis) {
    long day = Math.floorDiv(millis, ColumnWriter.MILLIS_PER_DAY);
    if (Math.floorMod(millis, ColumnWriter.MILLIS_PER_DAY) != 0 || day != (int) day) {
      throw bad(
          column,
          pos,
          millis + " milliseconds",
          "midnight UTC of a day: date; declare timestamp for a DATE with a time of day");
    }
    return day;
  }

  @Override
  protected float decodeFloat(int field) {
    Column column = columns[field];
    need(column, 4);
    int raw = (Bytes.getInt(buf, pos) ^ (int) column.mask) - 1;
    int bits = raw ^ ((~raw >> 31) | Integer.MIN_VALUE);
    float value = Float.intBitsToFloat(bits);
    if (Float.isNaN(value) && bits != NAN_FLOAT) {
      throw bad(column, pos, "a NaN that is not the canonical one", "a FLOAT");
    }
    pos += 4;
    return value;
  }

  @Override
  protected double decodeDouble(int field) {
    Column column = columns[field];
    need(column, 8);
    long raw = (Bytes.getLong(buf, pos) ^ column.mask) - 1;
    long bits = raw ^ ((~raw >> 63) | Long.MIN_VALUE);
    double value = Double.longBitsToDouble(bits);
    if (Double.isNaN(value) && bits != NAN_DOUBLE) {
      throw bad(column, pos, "a NaN that is not the canonical one", "a DOUBLE");
    }
    pos += 8;
    return value;
  }

  @Override
  protected Instant decodeTimestamp(int field) {
    Column column = columns[field];
    need(column, 12);
    long millis = Bytes.getLong(buf, pos) ^ Long.MIN_VALUE ^ column.mask;
    int nanos = Bytes.getInt(buf, pos + 8) ^ (int) column.mask;
    if (nanos < 0 || nanos > 999_999) {
      throw bad(
          column,
          pos + 8,
          Integer.toUnsignedString(nanos) + " nanos",
          "less than a millisecond: TIMESTAMP has them after the milliseconds");
    }
    pos += 12;
    return Instant.ofEpochMilli(millis).plusNanos(nanos);
  }

  @Override
  protected BigDecimal decodeDecimal(int field) {
    Column column = columns[field];
    needValue(column);
    int to = valueEnd(column);
    BigDecimal value = to > pos ? DecimalBytes.read(buf, pos, to, column.mask) : null;
    if (value != null && column.kind == Kind.DECIMAL_SCALED) {
      value = scaled(column, value);
    }
    if (value == null) {
      throw bad(
          column,
          pos,
          "the bytes " + Bytes.toHex(buf, pos, Math.min(to, pos + DecimalBytes.ROOM)),
          "a DECIMAL of Phoenix: " + column.field.type());
    }
    pos = next;
    return value;
  }

  /** At the scale of the type; null if that does not hold the value. */
  private static @Nullable BigDecimal scaled(Column column, BigDecimal value) {
    int scale = column.field.type().scale();
    boolean fits =
        value.scale() <= scale
            && value.precision() - value.scale() + scale <= column.field.type().size();
    return fits || value.signum() == 0 ? value.setScale(scale) : null;
  }

  @Override
  protected @Nullable String decodeString(int field) {
    Column column = columns[field];
    if (column.shape == Column.FIXED) {
      return character(column);
    }
    if (isNull(column)) {
      skipNull(column);
      return null;
    }
    int to = valueEnd(column);
    byte[] text = content(column, to);
    int wrong = Utf8.indexOfMalformed(text, 0, text.length);
    if (wrong < 0) {
      wrong = Text.indexOf(text, 0);
    }
    if (wrong >= 0 || text.length == 0) {
      throw bad(
          column,
          pos,
          text.length == 0
              ? "an empty value"
              : "the byte " + Bytes.toHex(text[wrong]) + " at position " + wrong + " of the text",
          "UTF-8 without NUL: VARCHAR");
    }
    pos = next;
    return new String(text, StandardCharsets.UTF_8);
  }

  private String character(Column column) {
    need(column, column.width);
    byte[] text = content(column, pos + column.width);
    int length = text.length;
    while (length > 0 && text[length - 1] == ' ') {
      length--;
    }
    for (int i = 0; i < length; i++) {
      if (text[i] < 0) {
        throw bad(
            column, pos + i, Bytes.toHex(text[i]), "a character of one byte: CHAR has no others");
      }
    }
    if (length == 0) {
      throw bad(column, pos, "blanks only", "at least one character: CHAR");
    }
    pos += column.width;
    return new String(text, 0, length, StandardCharsets.US_ASCII);
  }

  @Override
  protected byte @Nullable [] decodeBytes(int field) {
    Column column = columns[field];
    if (column.shape == Column.FIXED) {
      need(column, column.width);
      byte[] value = content(column, pos + column.width);
      pos += column.width;
      return value;
    }
    if (isNull(column)) {
      skipNull(column);
      return null;
    }
    int to = valueEnd(column);
    byte[] value = content(column, to);
    if (column.shape == Column.ENCODED) {
      value = unescaped(value);
      boolean asNull =
          column.mask != 0
              && value.length > 1
              && value[0] == (byte) 0xFF
              && value[1] == (byte) 0xFE;
      if (value.length == 0 || asNull) {
        throw bad(
            column,
            pos,
            asNull ? "a value that begins fffe" : "an empty value",
            "one that Phoenix does not take for null: " + column.sqlType());
      }
    }
    pos = next;
    return value;
  }

  @Override
  protected @Nullable List<Object> decodeList(int field) {
    Column column = columns[field];
    if (isNull(column)) {
      skipNull(column);
      return null;
    }
    ArrayReader array = new ArrayReader(this, column);
    List<Object> values = array.read();
    pos = end;
    return values;
  }

  /** The bytes from pos to the end of the key, without the FF that ends a DESC column. */
  byte[] rest(Column column) {
    if (column.mask != 0 && buf[end - 1] != (byte) 0xFF) {
      throw bad(column, end - 1, Bytes.toHex(buf[end - 1]), "ff at the end: " + column.sqlType());
    }
    return copy(pos, column.mask == 0 ? end : end - 1);
  }

  /** A place after pos, as errors take it. */
  int absolute(int offset) {
    return pos + offset;
  }

  /** Takes the {@code FF} after every {@code 00}; {@link #valueEnd} has seen that it is there. */
  private static byte[] unescaped(byte[] escaped) {
    int length = 0;
    for (int i = 0; i < escaped.length; i++) {
      escaped[length++] = escaped[i];
      if (escaped[i] == 0) {
        i++;
      }
    }
    return Arrays.copyOf(escaped, length);
  }

  /** The bytes from pos on, ascending. */
  private byte[] content(Column column, int to) {
    byte[] bytes = copy(pos, to);
    if (column.mask != 0) {
      Bytes.complement(bytes, 0, bytes.length);
    }
    return bytes;
  }
}
