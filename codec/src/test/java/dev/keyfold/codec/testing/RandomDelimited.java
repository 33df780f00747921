package dev.keyfold.codec.testing;

import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.bytes.Bytes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Schemas and records of the format {@code delimited}, full of delimiters; and its rule, said once
 * more in hexadecimal text, which values a key can hold.
 */
public final class RandomDelimited {
  private static final String[] DELIMITERS = {"1f", "00", "ff", "0001"};
  private static final String[] HASHES = {"", ",hash=md5", ",hash=xxhash64", ",hash=murmur3"};
  private static final int[] CHARACTERS = {'a', 'b', 0, 1, 0x1E, 0x1F, 0x20, 0x7F, 0xE9, 0x10FFFF};
  private static final int[] BYTES = {0, 0, 1, 0x1E, 0x1F, 0x20, 0x61, 0xFE, 0xFF};
  private static final int[] SHARDS = {1, 3, 16, 256};

  private RandomDelimited() {}

  /** A schema of a few fields, with any of the delimiters. */
  public static KeySchema schema(Random random) {
    KeySchema.Builder builder = KeySchema.builder();
    String delimiter = DELIMITERS[random.nextInt(4)];
    builder.format(KeyFormats.named("delimited:" + delimiter + HASHES[random.nextInt(4)]));
    int fields = 1 + random.nextInt(4);
    for (int i = 0; i < fields; i++) {
      builder.field("f" + i, type(random));
    }
    return builder.shards(random.nextInt(3) == 0 ? SHARDS[random.nextInt(4)] : 0).build();
  }

  private static KeyType type(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> KeyType.INT64;
      case 1 -> KeyType.TIMESTAMP;
      case 2 -> KeyType.UUID;
      case 3 -> KeyType.BYTES;
      case 4, 5 -> KeyType.STRING;
      case 6 -> KeyType.string(1 + random.nextInt(random.nextBoolean() ? 6 : 40));
      default -> {
        int precision = 1 + random.nextInt(18);
        yield KeyType.decimal(precision, random.nextInt(precision + 1));
      }
    };
  }

  /** The delimiter of a schema, in hexadecimal. */
  public static String delimiter(KeySchema schema) {
    String name = schema.format().name();
    return name.equals("delimited") ? "1f" : name.substring(name.indexOf(':') + 1).split(",", 2)[0];
  }

  /** Records, many of them near others, that a key may or may not hold. */
  public static List<List<Object>> records(KeySchema schema, Random random, int count) {
    List<List<Object>> records = new ArrayList<>();
    for (List<Object> record : RandomValues.records(schema, random, count)) {
      List<Object> values = new ArrayList<>(record);
      for (int i = 0; i < values.size(); i++) {
        boolean again = !records.isEmpty() && random.nextInt(3) == 0;
        values.set(
            i,
            again
                ? records.get(random.nextInt(records.size())).get(i)
                : value(schema.field(i).type(), values.get(i), random));
      }
      records.add(Collections.unmodifiableList(values));
    }
    return records;
  }

  /** Records that a key can hold. */
  public static List<List<Object>> fitting(KeySchema schema, Random random, int count) {
    List<List<Object>> fitting = new ArrayList<>();
    while (fitting.size() < count) {
      for (List<Object> record : records(schema, random, count)) {
        if (fitting.size() < count && fits(schema, record)) {
          fitting.add(record);
        }
      }
    }
    return fitting;
  }

  private static Object value(KeyType type, Object value, Random random) {
    if (type.kind() == Kind.TIMESTAMP_MILLIS && random.nextInt(8) > 0) {
      return Instant.ofEpochMilli(((Instant) value).toEpochMilli() & Long.MAX_VALUE);
    }
    int length = random.nextInt(random.nextInt(6) == 0 ? 20 : 4);
    if (type.kind() == Kind.STRING) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < length; i++) {
        int choice = random.nextInt(2) == 0 ? random.nextInt(2) : random.nextInt(10);
        text.appendCodePoint(CHARACTERS[choice]);
      }
      return text.toString();
    }
    if (type.kind() == Kind.BYTES) {
      byte[] bytes = new byte[length];
      for (int i = 0; i < length; i++) {
        bytes[i] = (byte) BYTES[random.nextInt(BYTES.length)];
      }
      return bytes;
    }
    return value;
  }

  /** Whether a key can hold the values. */
  public static boolean fits(KeySchema schema, List<Object> record) {
    for (int i = 0; i < record.size(); i++) {
      if (!fits(schema, i, record.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether a key can hold a value in a field. */
  public static boolean fits(KeySchema schema, int field, Object value) {
    KeyType type = schema.field(field).type();
    if (value instanceof Instant instant) {
      return instant.toEpochMilli() >= 0;
    }
    if (type.kind() != Kind.STRING && type.kind() != Kind.BYTES) {
      return true;
    }
    String hex =
        Bytes.toHex(
            value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value);
    int delimiters = hex.replaceAll("..", "$0 ").split(spaced(delimiter(schema)), -1).length - 1;
    if (type.size() > 0) {
      int bytes = (hex.length() + delimiters * delimiter(schema).length()) / 2;
      return bytes <= type.size() && !hex.endsWith("00");
    }
    long variable = schema.fields().stream().filter(f -> isVariable(f.type())).count();
    return delimiters == 0 || (variable == 1 && field == schema.size() - 1);
  }

  private static String spaced(String hex) {
    return hex.replaceAll("..", "$0 ");
  }

  /** Whether the width of a value depends on the value. */
  public static boolean isVariable(KeyType type) {
    return type.kind() == Kind.BYTES || (type.kind() == Kind.STRING && type.size() == 0);
  }
}
