package dev.keyfold.pg.catalog;

import dev.keyfold.codec.KeyType;
import dev.keyfold.pg.value.PgType;
import dev.keyfold.pg.value.WireType;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The types of columns: as declared in SQL, else as the table stores them. Stateless. */
final class ColumnTypes {
  private static final Pattern DECLARED =
      Pattern.compile(
          "([a-z ]+?)(?:\\((\\d+)(?:,\\s*(\\d+))?\\))?( with(?:out)? time zone)?(\\[])?");
  private static final int HEADER = 4;
  private static final Map<String, PgType> NAMES = new HashMap<>();

  static {
    for (PgType type : PgType.values()) {
      NAMES.put(type.sqlName(), type);
    }
  }

  private ColumnTypes() {}

  static WireType of(String declared, KeyType stored) {
    Matcher matcher = DECLARED.matcher(declared);
    if (!declared.isEmpty() && matcher.matches()) {
      String zone = matcher.group(4);
      PgType type = NAMES.get(matcher.group(1) + (zone == null ? "" : zone));
      if (type != null) {
        return new WireType(type, matcher.group(5) != null, modifier(type, matcher));
      }
    }
    return of(stored);
  }

  private static int modifier(PgType type, Matcher declared) {
    if (declared.group(2) == null) {
      return -1;
    }
    int size = Integer.parseInt(declared.group(2));
    return switch (type) {
      case NUMERIC -> {
        int scale = declared.group(3) == null ? 0 : Integer.parseInt(declared.group(3));
        yield (size << 16 | scale) + HEADER;
      }
      case VARCHAR, BPCHAR -> size + HEADER;
      case TIME, TIMESTAMP, TIMESTAMPTZ -> size;
      default -> -1;
    };
  }

  private static WireType of(KeyType stored) {
    return switch (stored.kind()) {
      case BOOL -> plain(PgType.BOOL);
      case INT8, INT16, UINT8 -> plain(PgType.INT2);
      case INT32, UINT16 -> plain(PgType.INT4);
      case INT64, UINT32 -> plain(PgType.INT8);
      case FLOAT -> plain(PgType.FLOAT4);
      case DOUBLE -> plain(PgType.FLOAT8);
      case UINT64, INTEGER, DECIMAL, DECIMAL_EXACT -> plain(PgType.NUMERIC);
      case DECIMAL_SCALED ->
          new WireType(PgType.NUMERIC, false, (stored.size() << 16 | stored.scale()) + HEADER);
      case BYTES, FIXED_BYTES -> plain(PgType.BYTEA);
      case UUID -> plain(PgType.UUID);
      case DATE -> plain(PgType.DATE);
      case TIME -> plain(PgType.TIME);
      case TIMESTAMP_MILLIS -> plain(PgType.TIMESTAMP);
      case LIST -> new WireType(of(stored.fields().get(0).type()).type(), true, -1);
      default -> plain(PgType.TEXT);
    };
  }

  static WireType plain(PgType type) {
    return new WireType(type, false, -1);
  }

  /** As SQL writes it: {@code character varying(100)}, {@code numeric(10,2)[]}. */
  static String name(WireType type) {
    int modifier = type.modifier();
    String size =
        modifier < 0
            ? ""
            : switch (type.type()) {
              case VARCHAR, BPCHAR -> "(" + (modifier - HEADER) + ")";
              case NUMERIC ->
                  "(" + ((modifier - HEADER) >> 16) + "," + ((modifier - HEADER) & 0xffff) + ")";
              default -> "";
            };
    return type.type().sqlName() + size + (type.array() ? "[]" : "");
  }
}
