package dev.keyfold.codec.guess;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;

/** Random schemas of each format, with values as people put them into keys. */
final class LikelyKeys {
  private static final String[] WORDS = {
    "books", "toys", "garden", "music", "sports", "food", "tools", "paper", "größe", "eu-west",
    "us-east", "active", "deleted", "pending", "user", "order", "session", "device", "alpha", "beta"
  };
  private static final KeyType CATEGORY = KeyType.enumeration(Map.of("A", 1, "B", 2, "C", 7));

  private static final KeyType[] NATIVE = {
    KeyType.STRING,
    KeyType.STRING,
    KeyType.STRING,
    KeyType.INT64,
    KeyType.INT64,
    KeyType.TIMESTAMP,
    KeyType.TIMESTAMP,
    KeyType.UUID,
    KeyType.UUID,
    KeyType.INT32,
    KeyType.INT16,
    KeyType.UINT32,
    KeyType.UINT64,
    KeyType.UINT8,
    KeyType.BOOL,
    KeyType.DOUBLE,
    KeyType.FLOAT,
    KeyType.DATE,
    KeyType.TIME,
    KeyType.DECIMAL,
    KeyType.INTEGER,
    KeyType.BYTES,
    KeyType.bytes(12),
    KeyType.TIMESTAMP_MICROS,
    KeyType.TIMESTAMP_NANOS,
    KeyType.decimal(10, 2),
    CATEGORY,
    KeyType.string(20)
  };
  private static final KeyType[] PHOENIX = {
    KeyType.STRING,
    KeyType.STRING,
    KeyType.STRING,
    KeyType.INT64,
    KeyType.INT64,
    KeyType.TIMESTAMP,
    KeyType.TIMESTAMP,
    KeyType.INT32,
    KeyType.INT16,
    KeyType.UINT32,
    KeyType.UINT64,
    KeyType.BOOL,
    KeyType.DOUBLE,
    KeyType.FLOAT,
    KeyType.DATE,
    KeyType.DECIMAL,
    KeyType.BYTES,
    KeyType.bytes(12),
    KeyType.TIMESTAMP_NANOS,
    KeyType.string(20),
    KeyType.decimal(10, 2)
  };
  private static final KeyType[] DELIMITED = {
    KeyType.STRING,
    KeyType.STRING,
    KeyType.string(32),
    KeyType.INT64,
    KeyType.TIMESTAMP,
    KeyType.UUID,
    KeyType.decimal(18, 6),
    KeyType.BYTES
  };
  private static final KeyType[] ROWKEY = {
    KeyType.STRING,
    KeyType.STRING,
    KeyType.INT64,
    KeyType.INT32,
    KeyType.UINT64,
    KeyType.UINT16,
    KeyType.INT48,
    KeyType.INTEGER,
    KeyType.BOOL,
    KeyType.BYTES
  };
  private static final KeyType[] TUPLE = {
    KeyType.STRING,
    KeyType.STRING,
    KeyType.INT64,
    KeyType.INTEGER,
    KeyType.UUID,
    KeyType.DOUBLE,
    KeyType.FLOAT,
    KeyType.BOOL,
    KeyType.BYTES,
    KeyType.list(KeyType.INT64, KeyOrder.ASC)
  };
  private static final KeyType[] TEXT = {
    KeyType.STRING,
    KeyType.STRING,
    KeyType.STRING,
    KeyType.INT64,
    KeyType.UUID,
    KeyType.TIMESTAMP,
    KeyType.DATE,
    KeyType.decimal(8, 0),
    KeyType.BOOL,
    KeyType.UINT32
  };
  private static final String[] DELIMITERS = {"#", ":", "/", "|", "::", "."};

  /** Kinds of fields that show alone. */
  private static final EnumSet<KeyType.Kind> SHOWS =
      EnumSet.complementOf(
          EnumSet.of(
              KeyType.Kind.BYTES,
              KeyType.Kind.FIXED_BYTES,
              KeyType.Kind.BOOL,
              KeyType.Kind.UINT8,
              KeyType.Kind.INT8,
              KeyType.Kind.INT16,
              KeyType.Kind.UINT16,
              KeyType.Kind.ENUM));

  private final Random random;

  LikelyKeys(Random random) {
    this.random = random;
  }

  /**
   * A schema of a format: one of the six, or {@code text}. Not one field alone of random bytes or
   * of one or two bytes: whoever sees such keys sees no structure, and is right.
   */
  KeySchema schema(String format) {
    while (true) {
      try {
        KeySchema schema = tried(format);
        if (schema.size() > 1 || schema.shards() > 0 || SHOWS.contains(kind(schema))) {
          return schema;
        }
      } catch (KeyException refused) {
        // another one
      }
    }
  }

  private static KeyType.Kind kind(KeySchema schema) {
    return schema.field(0).type().kind();
  }

  private KeySchema tried(String format) {
    int fields = 1 + random.nextInt(4);
    KeySchema.Builder builder = KeySchema.builder();
    switch (format) {
      case "native" -> {
        for (int i = 0; i < fields; i++) {
          boolean nullable = random.nextInt(6) == 0;
          KeyOrder order = KeyOrder.of(random.nextInt(4) == 0, nullable, random.nextBoolean());
          builder.field("f" + i, of(NATIVE), order);
        }
        if (random.nextInt(4) == 0) {
          builder.shards(shards(), 1 + random.nextInt(fields));
        }
      }
      case "phoenix" -> {
        builder.format(KeyFormats.PHOENIX);
        for (int i = 0; i < fields; i++) {
          KeyType type = of(PHOENIX);
          boolean nullable = type.equals(KeyType.STRING) && random.nextInt(5) == 0;
          builder.field("f" + i, type, KeyOrder.of(random.nextInt(4) == 0, nullable, false));
        }
        if (random.nextInt(4) == 0) {
          builder.shards(new int[] {4, 8, 16, 64, 256}[random.nextInt(5)]);
        }
      }
      case "delimited" -> {
        String delimiter = new String[] {"1f", "1f", "00", "ff", "0001"}[random.nextInt(5)];
        builder.format(KeyFormats.named("delimited:" + delimiter));
        for (int i = 0; i < fields; i++) {
          builder.field("f" + i, of(DELIMITED));
        }
        if (fields == 1 || random.nextInt(3) == 0) { // one field alone has no delimiter
          builder.shards(shards());
        }
      }
      case "rowkey" -> all(builder.format(KeyFormats.ROWKEY), fields, ROWKEY);
      case "tuple" -> all(builder.format(KeyFormats.TUPLE), fields, TUPLE);
      case "compound" -> {
        String revision = random.nextBoolean() ? "compound" : "compound:unescaped";
        builder.format(KeyFormats.named(revision)).field("kind", KeyType.STRING);
        builder.field("key", KeyType.STRING);
        KeyType sub = random.nextInt(4) == 0 ? KeyType.DOUBLE : KeyType.STRING;
        builder.field("sub", sub, KeyOrder.ASC_NULLS_FIRST);
      }
      default -> {
        String delimiter = DELIMITERS[random.nextInt(DELIMITERS.length)];
        all(builder.format(KeyFormats.named("delimited:" + delimiter)), fields, TEXT);
      }
    }
    return builder.build();
  }

  private void all(KeySchema.Builder builder, int fields, KeyType[] types) {
    for (int i = 0; i < fields; i++) {
      builder.field("f" + i, of(types));
    }
  }

  private int shards() {
    return new int[] {4, 16, 64, 256, 1000}[random.nextInt(5)];
  }

  private KeyType of(KeyType[] types) {
    return types[random.nextInt(types.length)];
  }

  /** Different keys of a schema, sorted. */
  List<byte[]> keys(KeySchema schema, int count) {
    List<List<Object>> pools = new ArrayList<>();
    int[] styles = new int[schema.size()];
    for (int i = 0; i < schema.size(); i++) {
      styles[i] = random.nextInt(100);
      boolean few = i < schema.size() - 1 && random.nextInt(3) > 0;
      List<Object> pool = new ArrayList<>();
      for (int k = 0; k < (few ? 3 + random.nextInt(20) : count); k++) {
        pool.add(value(schema, i, styles[i]));
      }
      pools.add(pool);
    }
    TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
    for (int tries = 0; tries < 6 * count && keys.size() < count; tries++) {
      Object[] row = new Object[schema.size()];
      for (int i = 0; i < row.length; i++) {
        List<Object> pool = pools.get(i);
        row[i] = pool.get(random.nextInt(pool.size()));
      }
      if (schema.format().name().startsWith("compound")) {
        compound(schema, row);
      }
      try {
        keys.add(schema.encode(row));
      } catch (KeyException unfit) {
        // a delimiter in a text, an empty last component: not a key of this format
      }
    }
    return new ArrayList<>(keys);
  }

  private void compound(KeySchema schema, Object[] row) {
    boolean list = schema.field(2).type().equals(KeyType.DOUBLE);
    boolean meta = random.nextInt(8) == 0;
    row[0] =
        meta
            ? (list ? "LM" : random.nextBoolean() ? "T" : "PM")
            : list ? "L" : new String[] {"H", "H", "S", "Z"}[random.nextInt(4)];
    row[2] = meta ? null : list ? (Object) (double) random.nextInt(500) : text(30);
  }

  private Object value(KeySchema schema, int field, int style) {
    if (schema.field(field).order().isNullable() && random.nextInt(5) == 0) {
      return null;
    }
    KeyType type = schema.field(field).type();
    boolean negative = !schema.format().name().equals("rowkey") && style % 5 == 0;
    return switch (type.kind()) {
      case STRING -> shorter(text(style), type.size());
      case BOOL -> random.nextBoolean();
      case INT8, UINT8 -> random.nextInt(120);
      case INT16, UINT16 -> number(style, negative && !type.toString().startsWith("u"), 30_000);
      case INT32 -> number(style, negative, 100_000_000);
      case UINT32 -> (long) number(style, false, 100_000_000);
      case INT64 -> integer(style, negative);
      case UINT64 -> BigInteger.valueOf(integer(style, false));
      case INTEGER -> BigInteger.valueOf(integer(style, negative));
      case FLOAT -> Math.round(random.nextFloat() * 10_000) / 100f;
      case DOUBLE ->
          style < 60 ? Math.round(random.nextDouble() * 100_000) / 100.0 : random.nextGaussian();
      case DECIMAL, DECIMAL_EXACT -> BigDecimal.valueOf(1 + random.nextInt(1_000_000), 2);
      case DECIMAL_SCALED -> BigDecimal.valueOf(random.nextInt(10_000_000), type.scale());
      case BYTES -> bytes(4 + random.nextInt(12));
      case FIXED_BYTES -> bytes(type.size());
      case UUID ->
          new UUID(
              (random.nextLong() & ~0xF000L) | 0x4000L,
              (random.nextLong() >>> 2) | 0x8000000000000000L);
      case DATE -> LocalDate.of(2020, 1, 1).plusDays(random.nextInt(2_000));
      case TIME -> LocalTime.ofSecondOfDay(random.nextInt(86_400));
      case TIMESTAMP_MILLIS -> Instant.ofEpochMilli(millis());
      case TIMESTAMP_MICROS ->
          Instant.ofEpochMilli(millis()).plusNanos(1000L * random.nextInt(1000));
      case TIMESTAMP_NANOS -> Instant.ofEpochMilli(millis()).plusNanos(random.nextInt(1_000_000));
      case ENUM -> new String[] {"A", "B", "C"}[random.nextInt(3)];
      case LIST -> List.of((long) random.nextInt(1000), (long) random.nextInt(1000));
      case TUPLE -> throw new IllegalStateException("no tuples here");
    };
  }

  private static String shorter(String text, int most) {
    String ascii = most > 0 ? text.replaceAll("[^ -~]", "o") : text;
    return most > 0 && ascii.length() > most ? ascii.substring(0, most) : ascii;
  }

  private int number(int style, boolean negative, int most) {
    int number = style < 50 ? random.nextInt(1_000) : random.nextInt(most);
    return negative && random.nextBoolean() ? -number : number;
  }

  private long integer(int style, boolean negative) {
    long number =
        style < 40
            ? random.nextInt(10_000)
            : style < 80 ? 10_000_000L + random.nextInt(5_000_000) : millis();
    return negative && random.nextBoolean() ? -number : number;
  }

  private long millis() {
    return 1_577_836_800_000L + (long) (random.nextDouble() * 180_000_000_000L);
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private String text(int style) {
    if (style < 30) {
      return String.format("USR_%05d", random.nextInt(100_000));
    } else if (style < 60) {
      return WORDS[random.nextInt(WORDS.length)] + random.nextInt(1_000);
    } else if (style < 80) {
      StringBuilder text = new StringBuilder();
      for (int i = 4 + random.nextInt(10); i > 0; i--) {
        text.append((char) ('a' + random.nextInt(26)));
      }
      return text.toString();
    }
    return WORDS[random.nextInt(WORDS.length)];
  }
}
