package dev.keyfold.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The type of a field: a {@link Kind} and its parameters. Immutable; equal when it has the same
 * text.
 *
 * <p>Scalars without parameters are constants ({@link #INT64}, {@link #STRING}), the others come
 * from factories ({@link #string(int)}, {@link #list(KeyType)}). {@link #toString()} gives the
 * schema text.
 */
public final class KeyType {
  /** What a value is, and the Java class that reading it gives. */
  public enum Kind {
    BOOL(Boolean.class),
    INT8(Integer.class),
    INT16(Integer.class),
    INT32(Integer.class),
    INT64(Long.class),
    UINT8(Integer.class),
    UINT16(Integer.class),
    UINT32(Long.class),
    UINT64(BigInteger.class),
    /** Integers of any size in one order. */
    INTEGER(BigInteger.class),
    FLOAT(Float.class),
    DOUBLE(Double.class),
    /** Decimals of any size; 2.5 and 2.50 are the same key. */
    DECIMAL(BigDecimal.class),
    /** Decimals of any size whose scale is kept after the value. */
    DECIMAL_EXACT(BigDecimal.class),
    /** Decimals of a fixed precision and scale. */
    DECIMAL_SCALED(BigDecimal.class),
    STRING(String.class),
    BYTES(byte[].class),
    /** Exactly n bytes. */
    FIXED_BYTES(byte[].class),
    UUID(UUID.class),
    DATE(LocalDate.class),
    TIME(LocalTime.class),
    TIMESTAMP_MILLIS(Instant.class),
    TIMESTAMP_MICROS(Instant.class),
    TIMESTAMP_NANOS(Instant.class),
    /** A name with an explicit code; the code is what is written. */
    ENUM(String.class),
    LIST(List.class),
    TUPLE(List.class);

    private final Class<?> javaType;

    Kind(Class<?> javaType) {
      this.javaType = javaType;
    }

    /** The class of the objects that reading a field of this kind gives. */
    public Class<?> javaType() {
      return javaType;
    }
  }

  public static final KeyType BOOL = new KeyType(Kind.BOOL, "bool");
  public static final KeyType INT8 = new KeyType(Kind.INT8, "int8");
  public static final KeyType INT16 = new KeyType(Kind.INT16, "int16");
  public static final KeyType INT32 = new KeyType(Kind.INT32, "int32");
  public static final KeyType INT64 = new KeyType(Kind.INT64, "int64");
  public static final KeyType UINT8 = new KeyType(Kind.UINT8, "uint8");
  public static final KeyType UINT16 = new KeyType(Kind.UINT16, "uint16");
  public static final KeyType UINT32 = new KeyType(Kind.UINT32, "uint32");
  public static final KeyType UINT64 = new KeyType(Kind.UINT64, "uint64");

  // Integers of 3, 5, 6 and 7 bytes, which only the format rowkey has: other formats refuse them.
  public static final KeyType INT24 = sized(Kind.INT32, "int24", 3);
  public static final KeyType INT40 = sized(Kind.INT64, "int40", 5);
  public static final KeyType INT48 = sized(Kind.INT64, "int48", 6);
  public static final KeyType INT56 = sized(Kind.INT64, "int56", 7);
  public static final KeyType UINT24 = sized(Kind.UINT32, "uint24", 3);
  public static final KeyType UINT40 = sized(Kind.UINT64, "uint40", 5);
  public static final KeyType UINT48 = sized(Kind.UINT64, "uint48", 6);
  public static final KeyType UINT56 = sized(Kind.UINT64, "uint56", 7);

  public static final KeyType INTEGER = new KeyType(Kind.INTEGER, "integer");
  public static final KeyType FLOAT = new KeyType(Kind.FLOAT, "float");
  public static final KeyType DOUBLE = new KeyType(Kind.DOUBLE, "double");
  public static final KeyType DECIMAL = new KeyType(Kind.DECIMAL, "decimal");
  public static final KeyType DECIMAL_EXACT = new KeyType(Kind.DECIMAL_EXACT, "decimal(exact)");
  public static final KeyType STRING = new KeyType(Kind.STRING, "string");
  public static final KeyType BYTES = new KeyType(Kind.BYTES, "bytes");
  public static final KeyType UUID = new KeyType(Kind.UUID, "uuid");
  public static final KeyType DATE = new KeyType(Kind.DATE, "date");
  public static final KeyType TIME = new KeyType(Kind.TIME, "time");
  public static final KeyType TIMESTAMP = new KeyType(Kind.TIMESTAMP_MILLIS, "timestamp");
  public static final KeyType TIMESTAMP_MICROS = new KeyType(Kind.TIMESTAMP_MICROS, "timestamp(6)");
  public static final KeyType TIMESTAMP_NANOS = new KeyType(Kind.TIMESTAMP_NANOS, "timestamp(9)");

  /** Every type that takes no parameters, by its schema text. */
  static final Map<String, KeyType> SIMPLE = simple();

  /** The integers that only the format rowkey has, by their schema text. */
  private static final Map<String, KeyType> SIZED = sizedIntegers();

  private final Kind kind;
  private final String text;
  private final int size;
  private final int scale;
  private final Map<String, Integer> codes;
  private final List<KeyField> fields;

  private KeyType(Kind kind, String text) {
    this(kind, text, 0, 0, Map.of(), List.of());
  }

  private KeyType(
      Kind kind,
      String text,
      int size,
      int scale,
      Map<String, Integer> codes,
      List<KeyField> fields) {
    this.kind = kind;
    this.text = text;
    this.size = size;
    this.scale = scale;
    this.codes = codes;
    this.fields = fields;
  }

  private static Map<String, KeyType> simple() {
    Map<String, KeyType> types = new LinkedHashMap<>();
    for (KeyType type :
        new KeyType[] {
          BOOL, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, INTEGER, FLOAT, DOUBLE,
          DECIMAL, STRING, BYTES, UUID, DATE, TIME, TIMESTAMP
        }) {
      types.put(type.text, type);
    }
    return types;
  }

  private static KeyType sized(Kind kind, String text, int bytes) {
    return new KeyType(kind, text, bytes, 0, Map.of(), List.of());
  }

  private static Map<String, KeyType> sizedIntegers() {
    Map<String, KeyType> types = new LinkedHashMap<>();
    for (KeyType type :
        new KeyType[] {INT24, INT40, INT48, INT56, UINT24, UINT40, UINT48, UINT56}) {
      types.put(type.text, type);
    }
    return types;
  }

  /** The type of that schema text if it takes no parameters, null otherwise. */
  static @Nullable KeyType named(String text) {
    KeyType type = SIMPLE.get(text);
    return type != null ? type : SIZED.get(text);
  }

  /** Whether this is an integer of 3, 5, 6 or 7 bytes; {@link #size()} says of how many. */
  boolean isSizedInteger() {
    return size > 0
        && (kind == Kind.INT32 || kind == Kind.INT64 || kind == Kind.UINT32 || kind == Kind.UINT64);
  }

  /** Text of at most {@code maxBytes} UTF-8 bytes. */
  public static KeyType string(int maxBytes) {
    checkSize("string", maxBytes);
    return new KeyType(Kind.STRING, "string(" + maxBytes + ")", maxBytes, 0, Map.of(), List.of());
  }

  /** Exactly {@code length} bytes. */
  public static KeyType bytes(int length) {
    checkSize("bytes", length);
    return new KeyType(Kind.FIXED_BYTES, "bytes(" + length + ")", length, 0, Map.of(), List.of());
  }

  /**
   * Decimals of at most {@code precision} digits, {@code scale} of them after the point; others are
   * refused.
   */
  public static KeyType decimal(int precision, int scale) {
    if (precision < 1 || precision > 600 || scale < 0 || scale > precision) {
      throw new KeySchemaException(
          null,
          -1,
          "decimal(" + precision + "," + scale + ")",
          "decimal(p,s) with 1 <= p <= 600 and 0 <= s <= p");
    }
    return new KeyType(
        Kind.DECIMAL_SCALED,
        "decimal(" + precision + "," + scale + ")",
        precision,
        scale,
        Map.of(),
        List.of());
  }

  /** Timestamps with 3 (millis), 6 (micros) or 9 (nanos) digits after the second. */
  public static KeyType timestamp(int digits) {
    return switch (digits) {
      case 3 -> TIMESTAMP;
      case 6 -> TIMESTAMP_MICROS;
      case 9 -> TIMESTAMP_NANOS;
      default ->
          throw new KeySchemaException(
              null,
              -1,
              "timestamp(" + digits + ")",
              "timestamp (millis), timestamp(6) or timestamp(9)");
    };
  }

  /** Names with explicit codes 0..65535; the code decides the order and never changes. */
  public static KeyType enumeration(Map<String, Integer> codes) {
    if (codes.isEmpty()) {
      throw new KeySchemaException(
          null, -1, "enum()", "at least one name with its code, as in enum(NEW=1,PAID=2)");
    }
    Set<Integer> seen = new HashSet<>();
    StringJoiner text = new StringJoiner(",", "enum(", ")");
    codes.forEach(
        (name, code) -> {
          if (!KeyField.isName(name) || code < 0 || code > Limits.ENUM_CODE || !seen.add(code)) {
            throw new KeySchemaException(
                null,
                -1,
                "enum constant " + name + "=" + code,
                "a unique name and a unique code from 0 to 65535");
          }
          text.add(name + "=" + code);
        });
    return new KeyType(
        Kind.ENUM,
        text.toString(),
        0,
        0,
        java.util.Collections.unmodifiableMap(new LinkedHashMap<>(codes)),
        List.of());
  }

  /** A list of elements that are never null. */
  public static KeyType list(KeyType element) {
    return list(element, KeyOrder.ASC);
  }

  /**
   * A list; {@code order} says whether elements may be null and where nulls sort. Elements have no
   * direction.
   */
  public static KeyType list(KeyType element, KeyOrder order) {
    if (order.isDescending()) {
      throw new KeySchemaException(
          null, -1, "list<" + element + " desc>", "desc on the list itself");
    }
    KeyField field = new KeyField("element", element, order);
    return nested(Kind.LIST, "list<" + element + order.text() + ">", List.of(field));
  }

  /** Several fields as one: ordered by the first, then the second, and so on. */
  public static KeyType tuple(List<KeyField> fields) {
    if (fields.isEmpty() || fields.size() > Limits.FIELDS) {
      throw new KeySchemaException(
          null, -1, "a tuple of " + fields.size() + " fields", "1 to " + Limits.FIELDS + " fields");
    }
    Set<String> names = new HashSet<>();
    StringJoiner text = new StringJoiner(", ", "tuple<", ">");
    for (KeyField field : fields) {
      if (field.added()) {
        throw new KeySchemaException(
            field.name(),
            -1,
            "an added field inside a tuple",
            "added fields only at the end of the key");
      }
      if (!names.add(field.name())) {
        throw new KeySchemaException(
            field.name(), -1, "a second field of that name", "different names");
      }
      text.add(field.toString());
    }
    return nested(Kind.TUPLE, text.toString(), List.copyOf(fields));
  }

  private static KeyType nested(Kind kind, String text, List<KeyField> fields) {
    KeyType type = new KeyType(kind, text, 0, 0, Map.of(), fields);
    if (type.depth() > Limits.NESTING) {
      throw new KeySchemaException(
          null,
          -1,
          "lists and tuples nested " + type.depth() + " deep",
          "at most " + Limits.NESTING);
    }
    return type;
  }

  private static void checkSize(String name, int size) {
    if (size < 1 || size > Limits.KEY_BYTES) {
      throw new KeySchemaException(
          null, -1, name + "(" + size + ")", "a size from 1 to " + Limits.KEY_BYTES);
    }
  }

  private int depth() {
    int deepest = 0;
    for (KeyField field : fields) {
      deepest = Math.max(deepest, field.type().depth());
    }
    return fields.isEmpty() ? 0 : deepest + 1;
  }

  /** What the values are. */
  public Kind kind() {
    return kind;
  }

  /**
   * Most UTF-8 bytes of a string(n), length of a bytes(n), precision of a decimal(p,s), bytes of
   * int24 to int56 and uint24 to uint56; 0 where none exists.
   */
  public int size() {
    return size;
  }

  /** Scale of a decimal(p,s). */
  public int scale() {
    return scale;
  }

  /** Names and codes of an enum, in the order they were given; empty for other kinds. */
  public Map<String, Integer> codes() {
    return codes;
  }

  /**
   * The fields of a tuple; for a list one field, which describes the elements; empty for other
   * kinds.
   */
  public List<KeyField> fields() {
    return fields;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyType that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return Objects.hash(text);
  }

  /** The schema text: {@code string(32)}, {@code list<int64 null first>}. */
  @Override
  public String toString() {
    return text;
  }
}
