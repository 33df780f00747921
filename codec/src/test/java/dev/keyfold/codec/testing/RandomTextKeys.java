package dev.keyfold.codec.testing;

import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * Schemas and records of text keys, full of delimiters; and the simplest model of such keys: texts
 * joined by the delimiter, which must split into the same texts again.
 */
public final class RandomTextKeys {
  private static final String[] DELIMITERS = {
    "#", ":", ".", "/", "-", "|", "_", "::", "#:#", "--", "\u2192"
  };
  private static final long FIRST_DAY = LocalDate.of(0, 1, 1).toEpochDay();
  private static final long DAYS = LocalDate.of(10_000, 1, 1).toEpochDay() - FIRST_DAY;
  private static final int DIGITS = 600;

  private RandomTextKeys() {}

  /** A schema of a few fields, with one of many delimiters. */
  public static KeySchema schema(Random random) {
    String delimiter = DELIMITERS[random.nextInt(DELIMITERS.length)];
    KeySchema.Builder builder = KeySchema.builder();
    builder.format(KeyFormats.named("delimited:" + delimiter));
    int fields = 1 + random.nextInt(4);
    for (int i = 0; i < fields; i++) {
      KeyType type = type(random);
      while (i < fields - 1 && punctuation(type).contains(delimiter)) {
        type = type(random);
      }
      builder.field("f" + i, type);
    }
    return builder.build();
  }

  /** Punctuation that all texts of a type have. */
  private static String punctuation(KeyType type) {
    return switch (type.kind()) {
      case UUID, DATE -> "-";
      case DECIMAL_SCALED -> type.scale() > 0 ? "." : "";
      case TIMESTAMP_MILLIS, TIMESTAMP_MICROS, TIMESTAMP_NANOS -> "-\n:";
      default -> "";
    };
  }

  private static KeyType type(Random random) {
    KeyType[] simple = {
      KeyType.BOOL,
      KeyType.INT8,
      KeyType.INT16,
      KeyType.INT32,
      KeyType.INT64,
      KeyType.UINT8,
      KeyType.UINT16,
      KeyType.UINT32,
      KeyType.UINT64,
      KeyType.INTEGER,
      KeyType.DECIMAL,
      KeyType.DECIMAL_EXACT,
      KeyType.BYTES,
      KeyType.UUID,
      KeyType.DATE,
      KeyType.TIMESTAMP,
      KeyType.TIMESTAMP_MICROS,
      KeyType.TIMESTAMP_NANOS
    };
    int precision = 1 + random.nextInt(20);
    return switch (random.nextInt(8)) {
      case 0, 1 -> KeyType.STRING;
      case 2 -> KeyType.string(1 + random.nextInt(6));
      case 3 -> KeyType.decimal(precision, random.nextInt(precision + 1));
      case 4 -> random.nextBoolean() ? KeyType.bytes(1 + random.nextInt(4)) : enumeration();
      default -> simple[random.nextInt(simple.length)];
    };
  }

  private static KeyType enumeration() {
    Map<String, Integer> codes = new LinkedHashMap<>();
    codes.put("NEW", 2);
    codes.put("IN_WORK", 1);
    codes.put("a", 700);
    return KeyType.enumeration(codes);
  }

  /** The delimiter of a schema. */
  public static String delimiter(KeySchema schema) {
    return schema.format().name().substring("delimited:".length());
  }

  /** Records, many of them near others, that a key may or may not hold. */
  public static List<List<Object>> records(KeySchema schema, Random random, int count) {
    List<List<Object>> records = new ArrayList<>();
    for (List<Object> record : RandomValues.records(schema, random, count)) {
      List<Object> values = new ArrayList<>(record);
      for (int i = 0; i < values.size(); i++) {
        boolean again = !records.isEmpty() && random.nextInt(3) == 0;
        Object fresh = value(schema, schema.field(i).type(), values.get(i), random);
        values.set(i, again ? records.get(random.nextInt(records.size())).get(i) : fresh);
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
        if (fitting.size() < count && key(schema, record) != null) {
          fitting.add(record);
        }
      }
    }
    return fitting;
  }

  /** Mostly a value that text keys have; the far ends of each type rarely are. */
  private static Object value(KeySchema schema, KeyType type, Object value, Random random) {
    if (type.kind() == Kind.STRING) {
      return string(schema, random);
    }
    if (random.nextInt(8) == 0) {
      return value;
    }
    if (value instanceof LocalDate date) {
      return LocalDate.ofEpochDay(FIRST_DAY + Math.floorMod(date.toEpochDay(), DAYS));
    }
    if (value instanceof Instant instant) {
      long seconds = Math.floorMod(instant.getEpochSecond(), DAYS * 86_400);
      return Instant.ofEpochSecond(FIRST_DAY * 86_400 + seconds, instant.getNano());
    }
    if (type.kind() == Kind.DECIMAL || type.kind() == Kind.DECIMAL_EXACT) {
      return BigDecimal.valueOf(random.nextInt(2_000) - 1_000, random.nextInt(4));
    }
    return value instanceof BigDecimal decimal ? decimal.abs() : value;
  }

  private static String string(KeySchema schema, Random random) {
    String delimiter = delimiter(schema);
    String[] pieces = {
      "a", "b", "0", "\0", "!", "~", "\u00e9", "\udbff\udfff", delimiter, delimiter.substring(0, 1)
    };
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(random.nextInt(6) == 0 ? 12 : 4); i > 0; i--) {
      text.append(pieces[random.nextInt(random.nextInt(3) > 0 ? 8 : pieces.length)]);
    }
    return text.toString();
  }

  /** The key of a record, null if text cannot hold it. */
  public static String key(KeySchema schema, List<Object> record) {
    String[] texts = new String[record.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = text(schema.field(i).type(), record.get(i));
      if (texts[i] == null) {
        return null;
      }
    }
    String delimiter = delimiter(schema);
    String key = String.join(delimiter, texts);
    boolean splits = Arrays.equals(key.split(Pattern.quote(delimiter), texts.length), texts);
    return splits ? key : null;
  }

  private static String text(KeyType type, Object value) {
    return switch (type.kind()) {
      case STRING -> {
        String text = (String) value;
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        yield type.size() > 0 && bytes > type.size() ? null : text;
      }
      case BYTES, FIXED_BYTES -> HexFormat.of().formatHex((byte[]) value);
      case DATE -> value.toString().matches("\\d{4}-.*") ? value.toString() : null;
      case TIMESTAMP_MILLIS, TIMESTAMP_MICROS, TIMESTAMP_NANOS ->
          value.toString().matches("\\d{4}-.*") ? value.toString() : null;
      case DECIMAL_SCALED -> padded(type, (BigDecimal) value);
      case DECIMAL, DECIMAL_EXACT -> plain(type, (BigDecimal) value);
      default -> value.toString();
    };
  }

  private static String padded(KeyType type, BigDecimal value) {
    int whole = Math.max(1, type.size() - type.scale());
    int width = whole + (type.scale() == 0 ? 0 : type.scale() + 1);
    String digits = value.toPlainString();
    return value.signum() < 0 ? null : "0".repeat(width - digits.length()) + digits;
  }

  private static String plain(KeyType type, BigDecimal value) {
    boolean exact = type.kind() == Kind.DECIMAL_EXACT;
    if (!exact && value.signum() == 0) {
      return "0";
    }
    if ((exact && value.scale() < 0)
        || value.precision() > DIGITS
        || value.scale() > DIGITS
        || (long) value.precision() - value.scale() > DIGITS) {
      return null;
    }
    return (exact ? value : value.stripTrailingZeros()).toPlainString();
  }

  /** Whether the order of texts is that of values, so that ranges on the field are possible. */
  public static boolean isOrdered(KeySchema schema, int field) {
    boolean last = field == schema.size() - 1;
    return switch (schema.field(field).type().kind()) {
      case BOOL, UUID, DATE, DECIMAL_SCALED, FIXED_BYTES -> true;
      case STRING -> last;
      case BYTES -> last || delimiter(schema).charAt(0) < '0';
      default -> false;
    };
  }
}
