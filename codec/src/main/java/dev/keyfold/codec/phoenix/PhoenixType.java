package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The type of a column that is not in the key, and how Phoenix stores its values: as in an
 * ascending key, but without separators, since a cell has a length.
 *
 * <pre>
 *   VARCHAR, VARBINARY            the bytes; CHAR(n) filled with 20, BINARY(n) with 00
 *   INTEGER 7                     80000007, sign bit inverted; UNSIGNED_INT 7 is 00000007
 *   DATE, TIME                    milliseconds as BIGINT; UNSIGNED_DATE, UNSIGNED_TIME as UNSIGNED_LONG
 *   TIMESTAMP                     milliseconds, then 4 bytes of nanoseconds within them
 *   UNSIGNED_FLOAT, .._DOUBLE     IEEE 754, big-endian; FLOAT and DOUBLE sort, see the key format
 *   ARRAY                         see {@link PhoenixArrays}
 * </pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class PhoenixType {
  private static final Map<String, KeyType> TYPES =
      Map.ofEntries(
          Map.entry("VARCHAR", KeyType.STRING),
          Map.entry("VARBINARY", KeyType.BYTES),
          Map.entry("TINYINT", KeyType.INT8),
          Map.entry("SMALLINT", KeyType.INT16),
          Map.entry("INTEGER", KeyType.INT32),
          Map.entry("BIGINT", KeyType.INT64),
          Map.entry("UNSIGNED_TINYINT", KeyType.UINT8),
          Map.entry("UNSIGNED_SMALLINT", KeyType.UINT16),
          Map.entry("UNSIGNED_INT", KeyType.UINT32),
          Map.entry("UNSIGNED_LONG", KeyType.UINT64),
          Map.entry("FLOAT", KeyType.FLOAT),
          Map.entry("UNSIGNED_FLOAT", KeyType.FLOAT),
          Map.entry("DOUBLE", KeyType.DOUBLE),
          Map.entry("UNSIGNED_DOUBLE", KeyType.DOUBLE),
          Map.entry("DECIMAL", KeyType.DECIMAL),
          Map.entry("BOOLEAN", KeyType.BOOL),
          Map.entry("DATE", KeyType.TIMESTAMP),
          Map.entry("TIME", KeyType.TIMESTAMP),
          Map.entry("UNSIGNED_DATE", KeyType.TIMESTAMP),
          Map.entry("UNSIGNED_TIME", KeyType.TIMESTAMP),
          Map.entry("TIMESTAMP", KeyType.TIMESTAMP_NANOS),
          Map.entry("UNSIGNED_TIMESTAMP", KeyType.TIMESTAMP_NANOS));

  private final String sql;
  private final KeyType scalar;
  private final boolean unsigned;
  private final boolean array;

  private PhoenixType(String sql, KeyType scalar, boolean array) {
    this.sql = sql;
    this.scalar = scalar;
    this.unsigned = sql.startsWith("UNSIGNED_");
    this.array = array;
  }

  /**
   * The type of that name; null if none exists whose values can be read.
   *
   * @param sql in upper case
   * @param sized what CHAR(n), BINARY(n) and DECIMAL(p,s) hold, null for other types
   */
  static @Nullable PhoenixType of(String sql, @Nullable KeyType sized, boolean array) {
    KeyType scalar = sized != null ? sized : TYPES.get(sql);
    return scalar == null ? null : new PhoenixType(sql, scalar, array);
  }

  /** The type of a field that holds the values. */
  public KeyType fieldType() {
    if (!array) {
      return scalar;
    }
    // An element of fixed width is never null: Phoenix stores 0 for it.
    return KeyType.list(scalar, KeyOrder.of(false, width() == 0, false));
  }

  /** Bytes of a value of fixed width, 0 for others. */
  private int width() {
    return Column.width(scalar);
  }

  /**
   * The value of the bytes from {@code from} to {@code to} (exclusive), as an object of the {@link
   * #fieldType}; null if there are no bytes. {@link KeyFormatException} if it is not of the type.
   */
  @Nullable Object decode(String column, byte[] in, int from, int to) {
    if (from == to) {
      return null;
    }
    if (!array) {
      return scalar(column, in, from, to);
    }
    List<int[]> elements = PhoenixArrays.elements(column, in, from, to, width());
    return Arrays.asList(
        elements.stream()
            .map(part -> part[0] == part[1] ? null : scalar(column, in, part[0], part[1]))
            .toArray());
  }

  private Object scalar(String column, byte[] in, int from, int to) {
    int width = width();
    if (width > 0 && to - from != width) {
      throw bad(column, in, from, to, width + " bytes");
    }
    return switch (scalar.kind()) {
      case STRING -> text(column, in, from, to);
      case BYTES, FIXED_BYTES -> Arrays.copyOfRange(in, from, to);
      case BOOL -> {
        if (in[from] != 0 && in[from] != 1) {
          throw bad(column, in, from, to, "00 or 01");
        }
        yield in[from] == 1;
      }
      case FLOAT -> real32(column, in, from);
      case DOUBLE -> real64(column, in, from);
      case TIMESTAMP_MILLIS -> Instant.ofEpochMilli(whole(column, in, from, to));
      case TIMESTAMP_NANOS -> timestamp(column, in, from, to);
      case DECIMAL, DECIMAL_SCALED -> decimal(column, in, from, to);
      default -> number(whole(column, in, from, to));
    };
  }

  private String text(String column, byte[] in, int from, int to) {
    int wrong = Utf8.indexOfMalformed(in, from, to);
    if (wrong >= 0) {
      throw bad(
          column,
          in,
          from,
          to,
          "UTF-8, which the byte " + Bytes.toHex(in[wrong]) + " at " + (wrong - from) + " is not");
    }
    int end = to;
    while (width() > 0 && end > from && in[end - 1] == ' ') {
      end--; // CHAR: SQL compares as if they were not there
    }
    return new String(in, from, end - from, StandardCharsets.UTF_8);
  }

  private long whole(String column, byte[] in, int from, int to) {
    long bits = 0;
    for (int i = from; i < to; i++) {
      bits = bits << 8 | (in[i] & 0xFF);
    }
    int unused = 64 - 8 * (to - from);
    if (unsigned) {
      long value = bits << unused >> unused; // as Phoenix reads it: half of the range
      if (value < 0) {
        throw bad(column, in, from, to, "a value without the highest bit");
      }
      return value;
    }
    return (bits << unused ^ Long.MIN_VALUE) >> unused;
  }

  /** In the class that the field's type has. */
  private Object number(long value) {
    return switch (scalar.kind()) {
      case INT8, INT16, INT32, UINT8, UINT16 -> (int) value;
      case UINT64 -> BigInteger.valueOf(value);
      default -> value;
    };
  }

  private float real32(String column, byte[] in, int from) {
    int stored = Bytes.getInt(in, from);
    int raw = stored - 1;
    float value =
        Float.intBitsToFloat(unsigned ? stored : raw ^ ((~raw >> 31) | Integer.MIN_VALUE));
    if (unsigned && value < 0) {
      throw bad(column, in, from, from + 4, "a number of 0 or more");
    }
    return value;
  }

  private double real64(String column, byte[] in, int from) {
    long stored = Bytes.getLong(in, from);
    long raw = stored - 1;
    double value =
        Double.longBitsToDouble(unsigned ? stored : raw ^ ((~raw >> 63) | Long.MIN_VALUE));
    if (unsigned && value < 0) {
      throw bad(column, in, from, from + 8, "a number of 0 or more");
    }
    return value;
  }

  private Instant timestamp(String column, byte[] in, int from, int to) {
    long millis = whole(column, in, from, from + 8);
    int nanos = Bytes.getInt(in, from + 8);
    if (nanos < 0 || nanos > 999_999) {
      throw bad(column, in, from, to, "less than a million nanoseconds in the last 4 bytes");
    }
    return Instant.ofEpochMilli(millis).plusNanos(nanos);
  }

  private BigDecimal decimal(String column, byte[] in, int from, int to) {
    BigDecimal value = DecimalBytes.read(in, from, to, 0);
    if (value == null) {
      throw bad(column, in, from, to, "an exponent and digits of base 100");
    }
    if (scalar.kind() != KeyType.Kind.DECIMAL_SCALED) {
      return value;
    }
    int scale = scalar.scale();
    if (value.signum() != 0
        && (value.scale() > scale || value.precision() - value.scale() + scale > scalar.size())) {
      throw bad(column, in, from, to, "digits that fit the type, not " + value.toPlainString());
    }
    return value.setScale(scale);
  }

  private KeyFormatException bad(String column, byte[] in, int from, int to, String expected) {
    int shown = Math.min(to, from + 32);
    return new KeyFormatException(
        column,
        -1,
        "the bytes " + Bytes.toHex(in, from, shown) + (shown < to ? "…" : ""),
        expected + ": " + this);
  }

  /** As in SQL, without lengths. */
  @Override
  public String toString() {
    return array ? sql + " ARRAY" : sql;
  }
}
