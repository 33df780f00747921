package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.codec.Values;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the columns of a key.
 *
 * <pre>
 *   buf   61 | 00   00   ...        ("a", null): pos is 1, the key if nothing follows;
 *         pos^   pending = 2        a third value goes after the separators that wait
 * </pre>
 *
 * <p>Separators of nulls and of ascending values follow {@code pos} and become part of the key when
 * a value follows. Every encode method writes after them and moves {@code pos} at its end, so a
 * value that is refused half-way leaves nothing behind.
 */
abstract class ColumnWriter extends KeyWriter {
  static final long MILLIS_PER_DAY = 86_400_000L;

  final Column[] columns;

  /** Bytes of separators after {@code pos} that become part of the key when a value follows. */
  int pending;

  /** How many of the fields written last are null. */
  int nulls;

  /** Made with the first array. */
  private @Nullable ArrayWriter arrays;

  ColumnWriter(KeySchema schema) {
    super(schema);
    this.columns = Column.columns(schema);
  }

  /** Makes room for a value and its separator, and returns where it starts. */
  private int open(int room) {
    ensure(pending + room + 2);
    return pos + pending;
  }

  /** Ends a value of fixed width. */
  private void close(int end) {
    pos = end;
    pending = 0;
    nulls = 0;
  }

  /** Ends a value that was written ascending: complements it if DESC, and separates it. */
  private void close(Column column, int from, int end) {
    boolean two = column.shape == Column.ENCODED;
    int p = end;
    if (column.mask != 0) {
      Bytes.complement(buf, from, end);
      buf[p++] = (byte) 0xFF;
      if (two) {
        buf[p++] = (byte) 0xFE;
      }
      close(p);
      return;
    }
    buf[p] = 0;
    buf[p + 1] = 1;
    pos = p;
    pending = two ? 2 : 1;
    nulls = 0;
  }

  @Override
  protected void encodeNull(int field) {
    Column column = columns[field];
    nulls++;
    if (column.last) {
      return;
    }
    ensure(pending + 2);
    int p = pos + pending;
    buf[p] = 0;
    buf[p + 1] = 1;
    pending += column.separator();
  }

  @Override
  protected void encodeBoolean(int field, boolean value) {
    int p = open(1);
    buf[p] = (byte) ((value ? 1 : 0) ^ columns[field].mask);
    close(p + 1);
  }

  @Override
  protected void encodeLong(int field, long value) {
    Column column = columns[field];
    int p = open(8);
    if (Column.isUnsigned(column.kind) && (value < 0 || value > column.unsignedMax)) {
      throw refused(
          column,
          Long.toUnsignedString(value),
          "0 to " + column.unsignedMax + ": " + column.sqlType());
    }
    long bits = (column.kind == Kind.DATE ? value * MILLIS_PER_DAY : value) ^ column.flip;
    switch (column.width) {
      case 1 -> buf[p] = (byte) bits;
      case 2 -> Bytes.putShort(buf, p, (int) bits);
      case 4 -> Bytes.putInt(buf, p, (int) bits);
      default -> Bytes.putLong(buf, p, bits);
    }
    close(p + column.width);
  }

  /** The sign transform of Phoenix, which adds one to what other formats write. */
  @Override
  protected void encodeFloat(int field, float value) {
    int p = open(4);
    int bits = Float.floatToIntBits(value);
    Bytes.putInt(
        buf, p, ((bits ^ ((bits >> 31) | Integer.MIN_VALUE)) + 1) ^ (int) columns[field].mask);
    close(p + 4);
  }

  @Override
  protected void encodeDouble(int field, double value) {
    int p = open(8);
    long bits = Double.doubleToLongBits(value);
    Bytes.putLong(buf, p, ((bits ^ ((bits >> 63) | Long.MIN_VALUE)) + 1) ^ columns[field].mask);
    close(p + 8);
  }

  @Override
  protected void encodeTimestamp(int field, long seconds, int nanos) {
    Column column = columns[field];
    int p = open(12);
    long millis;
    try {
      // From one second later for negative ones, so that the smallest does not overflow half-way.
      int part = nanos / 1_000_000;
      millis =
          seconds < 0
              ? Math.addExact(Math.multiplyExact(seconds + 1, 1_000L), part - 1_000L)
              : Math.addExact(Math.multiplyExact(seconds, 1_000L), part);
    } catch (ArithmeticException e) {
      throw refused(
          column,
          java.time.Instant.ofEpochSecond(seconds, nanos).toString(),
          "an instant whose milliseconds fit 64 bits: " + column.sqlType());
    }
    Bytes.putLong(buf, p, millis ^ Long.MIN_VALUE ^ column.mask);
    Bytes.putInt(buf, p + 8, (nanos % 1_000_000) ^ (int) column.mask);
    close(p + 12);
  }

  @Override
  protected void encodeDecimal(int field, BigDecimal value) {
    Column column = columns[field];
    String instead = DecimalBytes.refusal(value, column.mask != 0);
    if (instead != null) {
      throw refused(column, Values.brief(value), instead);
    }
    int p = open(DecimalBytes.ROOM);
    close(column, p, DecimalBytes.write(buf, p, value));
  }

  @Override
  protected void encodeString(int field, String value) {
    Column column = columns[field];
    if (column.isChar()) {
      encodeChar(column, value);
      return;
    }
    int length = value.length();
    checkLength(column.name, length);
    if (length == 0) {
      throw empty(column, "an empty string");
    }
    int nul = value.indexOf('\0');
    if (nul >= 0) {
      throw refused(
          column, "NUL at character " + nul, "text without NUL, which is the separator of VARCHAR");
    }
    int unpaired = Utf8.indexOfUnpaired(value);
    if (unpaired >= 0) {
      throw refused(
          column, "an unpaired surrogate at character " + unpaired, "text that UTF-8 can hold");
    }
    int p = open(3 * length);
    close(column, p, Text.write(buf, p, value));
  }

  private void encodeChar(Column column, String value) {
    String instead = Text.charRefusal(value, column.width);
    if (instead != null) {
      throw refused(column, value.isEmpty() ? "an empty string" : Values.brief(value), instead);
    }
    int p = open(column.width);
    for (int i = 0; i < value.length(); i++) {
      buf[p + i] = (byte) (value.charAt(i) ^ column.mask);
    }
    Arrays.fill(buf, p + value.length(), p + column.width, (byte) (' ' ^ column.mask));
    close(p + column.width);
  }

  @Override
  protected void encodeBytes(int field, byte[] value, int offset, int length) {
    Column column = columns[field];
    checkLength(column.name, length);
    if (column.shape == Column.FIXED) {
      int p = open(length);
      System.arraycopy(value, offset, buf, p, length);
      if (column.mask != 0) {
        Bytes.complement(buf, p, p + length);
      }
      close(p + length);
      return;
    }
    if (length == 0) {
      throw empty(column, "no bytes");
    }
    if (column.shape == Column.RAW) {
      int p = open(length);
      System.arraycopy(value, offset, buf, p, length);
      close(p + length);
      return;
    }
    if (column.mask != 0
        && length > 1
        && value[offset] == (byte) 0xFF
        && value[offset + 1] == (byte) 0xFE) {
      throw refused(
          column,
          "a value that begins fffe",
          "another one: Phoenix writes its beginning as 0001 and reads a null");
    }
    int p = open(2 * length);
    close(column, p, escape(value, offset, length, buf, p));
  }

  @Override
  protected void encodeList(int field, List<Object> value) {
    Column column = columns[field];
    if (value.isEmpty()) {
      throw empty(column, "an empty array");
    }
    byte[] array = arrays().write(value, pos);
    checkLength(column.name, array.length);
    int p = open(array.length + 1);
    System.arraycopy(array, 0, buf, p, array.length);
    int end = p + array.length;
    if (column.mask != 0) {
      buf[end++] = (byte) 0xFF;
    }
    close(end);
  }

  /** Only the last column can be an array. */
  private ArrayWriter arrays() {
    if (arrays == null) {
      arrays = new ArrayWriter(columns[columns.length - 1]);
    }
    return arrays;
  }

  /** Writes {@code 00} as {@code 00 FF} and other bytes as they are; returns where it ends. */
  static int escape(byte[] value, int offset, int length, byte[] out, int at) {
    int p = at;
    for (int i = offset; i < offset + length; i++) {
      out[p++] = value[i];
      if (value[i] == 0) {
        out[p++] = (byte) 0xFF;
      }
    }
    return p;
  }

  private KeyValueException empty(Column column, String found) {
    return refused(
        column,
        found,
        column.nullable
            ? "null: Phoenix takes an empty " + column.sqlType() + " for null"
            : "a value: Phoenix takes an empty "
                + column.sqlType()
                + " for null, which the field"
                + " is not");
  }

  final KeyValueException refused(Column column, String found, String expected) {
    return new KeyValueException(column.name, pos, found, expected);
  }
}
