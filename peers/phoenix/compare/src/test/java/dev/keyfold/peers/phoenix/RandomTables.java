package dev.keyfold.peers.phoenix;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Random tables, indexes and values; nothing that Phoenix refuses or corrupts. */
final class RandomTables {
  private static final KeyType[] TYPES = {
    KeyType.BOOL,
    KeyType.INT8,
    KeyType.INT16,
    KeyType.INT32,
    KeyType.INT64,
    KeyType.UINT8,
    KeyType.UINT16,
    KeyType.UINT32,
    KeyType.UINT64,
    KeyType.FLOAT,
    KeyType.DOUBLE,
    KeyType.DECIMAL,
    KeyType.DECIMAL,
    KeyType.DECIMAL,
    KeyType.STRING,
    KeyType.STRING,
    KeyType.STRING,
    KeyType.STRING,
    KeyType.DATE,
    KeyType.TIMESTAMP,
    KeyType.TIMESTAMP_NANOS
  };
  private static final int[] BUCKETS = {1, 2, 3, 16, 100, 255, 256};
  private static final int[] CHARACTERS = {
    'a', 'b', ' ', 1, 2, 0x1F, 0x7F, 0x80, 0xE9, 0x7FF, 0x800, 0xD7FF, 0xFFFF, 0x10000, 0x10FFFF
  };
  private static final long[] WHOLE = {
    0, 1, 127, 128, 255, 256, 32_767, 65_536, Integer.MAX_VALUE, 1L << 40, Long.MAX_VALUE
  };

  private final Random random;

  RandomTables(Random random) {
    this.random = random;
  }

  /** The key of a table; one in five ends with VARBINARY. */
  KeySchema key() {
    boolean raw = random.nextInt(5) == 0;
    KeySchema.Builder builder =
        KeySchema.builder().format(KeyFormats.named(raw ? "phoenix:varbinary" : "phoenix"));
    int fields = 1 + random.nextInt(5);
    for (int i = 0; i < fields; i++) {
      boolean last = raw && i + 1 == fields;
      KeyType type = last ? KeyType.BYTES : type();
      if (!raw && i + 1 == fields && random.nextInt(3) == 0) {
        boolean nulls = isVariable(type) && random.nextBoolean();
        type = KeyType.list(type, nulls ? KeyOrder.ASC_NULLS_FIRST : KeyOrder.ASC);
      }
      boolean boolArray =
          type.kind() == Kind.LIST && type.fields().get(0).type().kind() == Kind.BOOL;
      // Phoenix makes the only column of a key NOT NULL by itself.
      boolean nullable = isVariable(type) && fields > 1 && random.nextInt(3) > 0;
      builder.field(
          "k" + i, type, KeyOrder.of(random.nextBoolean() && !last && !boolArray, nullable, false));
    }
    if (random.nextInt(3) == 0) {
      builder.shards(BUCKETS[random.nextInt(BUCKETS.length)]);
    }
    return builder.build();
  }

  /** Whether the key ends with bytes whose trailing zeros Phoenix takes for separators. */
  static boolean losesZeros(KeySchema key) {
    KeyField last = key.field(key.size() - 1);
    return last.type().kind() == Kind.LIST
        && !last.order().isDescending()
        && !isVariable(last.type().fields().get(0).type());
  }

  static boolean isVariable(KeyType type) {
    return switch (type.kind()) {
      case STRING -> type.size() == 0;
      case BYTES, DECIMAL, DECIMAL_SCALED, LIST -> true;
      default -> false;
    };
  }

  private KeyType type() {
    int precision = 1 + random.nextInt(38);
    return switch (random.nextInt(14)) {
      case 0, 1 -> KeyType.string(1 + random.nextInt(8));
      case 2 -> KeyType.bytes(1 + random.nextInt(8));
      // Phoenix refuses zero where no digit is left before the point.
      case 3 -> KeyType.decimal(precision, random.nextInt(precision));
      default -> TYPES[random.nextInt(TYPES.length)];
    };
  }

  /** Columns beside the key, in the directions that an index gives them. */
  List<KeyField> columns() {
    List<KeyField> columns = new ArrayList<>();
    boolean nullable = random.nextInt(4) > 0;
    for (int i = random.nextInt(3); i >= 0; i--) {
      KeyType type = type();
      // A BINARY that may be null cannot be indexed.
      boolean mayBeNull = nullable && type.kind() != Kind.FIXED_BYTES;
      columns.add(new KeyField("v" + i, type, KeyOrder.of(random.nextBoolean(), mayBeNull, false)));
    }
    return columns;
  }

  /** Some of the columns of key and table, in any order and direction. */
  List<KeyField> indexed(KeySchema key, List<KeyField> columns) {
    List<KeyField> all = new ArrayList<>(columns);
    for (KeyField field : key.fields()) {
      if (field.type().kind() == Kind.LIST) {
        continue; // Phoenix refuses them, and so do we
      }
      KeyOrder order = KeyOrder.of(random.nextBoolean(), field.order().isNullable(), false);
      all.add(new KeyField(field.name(), field.type(), order));
    }
    Collections.shuffle(all, random);
    return all.subList(0, 1 + random.nextInt(Math.min(3, all.size())));
  }

  /** One value for each field, not all of them null. */
  List<Object> values(List<KeyField> fields, boolean mayBeNulls) {
    List<Object> values = new ArrayList<>();
    do {
      values.clear();
      fields.forEach(field -> values.add(value(field)));
    } while (!mayBeNulls && values.stream().allMatch(value -> value == null));
    return values;
  }

  private Object value(KeyField field) {
    KeyType type = field.type();
    if (field.order().isNullable() && random.nextInt(4) == 0) {
      return null;
    }
    return switch (type.kind()) {
      case BOOL -> random.nextBoolean();
      case INT8 -> (int) (byte) whole();
      case INT16 -> (int) (short) whole();
      case INT32 -> (int) whole();
      case INT64 -> whole();
      case UINT8 -> (int) whole() & 0x7F;
      case UINT16 -> (int) whole() & 0x7FFF;
      case UINT32 -> whole() & 0x7FFF_FFFFL;
      case UINT64 -> BigInteger.valueOf(whole() & Long.MAX_VALUE);
      case FLOAT -> (float) (random.nextGaussian() * Math.pow(10, random.nextInt(60) - 30));
      case DOUBLE -> random.nextGaussian() * Math.pow(10, random.nextInt(200) - 100);
      case DECIMAL -> decimal();
      case DECIMAL_SCALED -> scaled(type);
      case STRING -> type.size() == 0 ? text() : character(type.size());
      case BYTES -> bytes(1 + random.nextInt(6));
      case FIXED_BYTES -> bytes(type.size());
      case DATE -> LocalDate.ofEpochDay(whole() >> 32);
      case TIMESTAMP_MILLIS -> Instant.ofEpochMilli(whole());
      // Timestamp of java.sql is not exact in its first second.
      case TIMESTAMP_NANOS ->
          Instant.ofEpochMilli(whole() / 2).plusNanos(random.nextInt(1_000_000));
      case LIST -> array(type.fields().get(0));
      default -> throw new IllegalStateException(type.toString());
    };
  }

  private List<Object> array(KeyField element) {
    List<Object> array = new ArrayList<>();
    int most = random.nextInt(20) == 0 ? 700 : 5;
    for (int i = random.nextInt(most); i >= 0; i--) {
      boolean nulls = most > 5 && i % 350 != 0; // more than 255 in a row
      array.add(nulls && element.order().isNullable() ? null : value(element));
    }
    return array;
  }

  private long whole() {
    if (random.nextInt(3) == 0) {
      return random.nextLong() >> random.nextInt(64);
    }
    long edge = WHOLE[random.nextInt(WHOLE.length)] + random.nextInt(3) - 1;
    return random.nextBoolean() ? edge : -edge;
  }

  /** Any number of digits and any exponent that Phoenix keeps in both directions. */
  private BigDecimal decimal() {
    if (random.nextInt(3) == 0) {
      return BigDecimal.valueOf(whole(), random.nextInt(5) - 2);
    }
    int digits = 1 + random.nextInt(random.nextBoolean() ? 4 : 38);
    BigInteger unscaled = new BigInteger(130, random).mod(BigInteger.TEN.pow(digits));
    boolean negative = random.nextBoolean();
    // From 1E124 on, one sign of each direction begins with the separator of a null. An index may
    // turn the direction around, so those are left to the vectors.
    int exponent = random.nextInt(126 + 124) - 126;
    BigDecimal value = new BigDecimal(unscaled, unscaled.toString().length() - 1 - exponent);
    return negative ? value.negate() : value;
  }

  private BigDecimal scaled(KeyType type) {
    BigInteger most = BigInteger.TEN.pow(type.size());
    BigInteger unscaled = new BigInteger(most.bitLength() + 7, random).mod(most);
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(random.nextInt(5) == 0 ? 40 : 5); i >= 0; i--) {
      text.appendCodePoint(CHARACTERS[random.nextInt(CHARACTERS.length)]);
    }
    return text.toString();
  }

  /** Control characters too, but no NUL: where the column may be null, an index has a VARCHAR. */
  private String character(int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most); i > 0; i--) {
      text.append((char) (1 + random.nextInt(127)));
    }
    return text.append((char) ('!' + random.nextInt(95))).toString();
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (random.nextBoolean() ? random.nextInt(3) - 1 : random.nextInt());
    }
    return bytes;
  }
}
