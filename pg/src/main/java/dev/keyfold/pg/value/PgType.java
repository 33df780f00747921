package dev.keyfold.pg.value;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The types that values have on the wire, with the numbers PostgreSQL gives them. */
public enum PgType {
  BOOL(16, 1000, 1, "bool", "boolean", 'B'),
  BYTEA(17, 1001, -1, "bytea", "bytea", 'U'),
  CHAR(18, 1002, 1, "char", "\"char\"", 'Z'),
  NAME(19, 1003, 64, "name", "name", 'S'),
  INT8(20, 1016, 8, "int8", "bigint", 'N'),
  INT2(21, 1005, 2, "int2", "smallint", 'N'),
  INT4(23, 1007, 4, "int4", "integer", 'N'),
  TEXT(25, 1009, -1, "text", "text", 'S'),
  OID(26, 1028, 4, "oid", "oid", 'N'),
  JSON(114, 199, -1, "json", "json", 'U'),
  FLOAT4(700, 1021, 4, "float4", "real", 'N'),
  FLOAT8(701, 1022, 8, "float8", "double precision", 'N'),
  UNKNOWN(705, 0, -2, "unknown", "unknown", 'X'),
  BPCHAR(1042, 1014, -1, "bpchar", "character", 'S'),
  VARCHAR(1043, 1015, -1, "varchar", "character varying", 'S'),
  DATE(1082, 1182, 4, "date", "date", 'D'),
  TIME(1083, 1183, 8, "time", "time without time zone", 'D'),
  TIMESTAMP(1114, 1115, 8, "timestamp", "timestamp without time zone", 'D'),
  TIMESTAMPTZ(1184, 1185, 8, "timestamptz", "timestamp with time zone", 'D'),
  INTERVAL(1186, 1187, 16, "interval", "interval", 'T'),
  NUMERIC(1700, 1231, -1, "numeric", "numeric", 'N'),
  UUID(2950, 2951, 16, "uuid", "uuid", 'U'),
  JSONB(3802, 3807, -1, "jsonb", "jsonb", 'U');

  private static final Map<Integer, WireType> BY_OID = new HashMap<>();

  static {
    for (PgType type : values()) {
      BY_OID.put(type.oid, new WireType(type, false, -1));
      if (type.arrayOid != 0) {
        BY_OID.put(type.arrayOid, new WireType(type, true, -1));
      }
    }
  }

  private final int oid;
  private final int arrayOid;
  private final short size;
  private final String shortName;
  private final String sqlName;
  private final char category;

  PgType(int oid, int arrayOid, int size, String shortName, String sqlName, char category) {
    this.oid = oid;
    this.arrayOid = arrayOid;
    this.size = (short) size;
    this.shortName = shortName;
    this.sqlName = sqlName;
    this.category = category;
  }

  public int oid() {
    return oid;
  }

  /** Of arrays of it; 0 if there are none. */
  public int arrayOid() {
    return arrayOid;
  }

  /** Bytes of a value; -1 if they vary, -2 for text that ends with a zero. */
  public short size() {
    return size;
  }

  /** As pg_type names it. */
  public String shortName() {
    return shortName;
  }

  /** As SQL names it. */
  public String sqlName() {
    return sqlName;
  }

  /** Of pg_type.typcategory. */
  public char category() {
    return category;
  }

  /** The type, or array of a type, of that number; null if it is unknown here. */
  public static @Nullable WireType byOid(int oid) {
    return BY_OID.get(oid);
  }
}
