package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;

/** A field as Phoenix sees it: everything that can be known before the first value. */
final class Column {
  /** Shape of the bytes; {@link #FIXED} has a {@link #width}, the others tell their own end. */
  static final int FIXED = 0;

  static final int TEXT = 1;
  static final int DECIMAL = 2;
  static final int ENCODED = 3;

  /** Whatever is left of the key. */
  static final int RAW = 4;

  /** An array, which is whatever is left of the key too. */
  static final int ARRAY = 5;

  static final int SHORT_VARCHAR = 1;
  static final int SHORT_CHAR = 2;

  /** Eight bytes of which every value is valid. */
  static final int SHORT_LONG = 3;

  final KeyField field;
  final String name;
  final Kind kind;
  final int shape;
  final int width;
  final boolean nullable;

  /** All ones where DESC, else 0. */
  final long mask;

  /** What a big-endian integer is xored with: the sign bit of its width, and the mask. */
  final long flip;

  /** Largest value of an unsigned type, -1 for the others. */
  final long unsignedMax;

  /** Whether no column follows. */
  final boolean last;

  /** Whether this column and all after it may be null, so that a key may end before it. */
  final boolean mayEnd;

  /** The shortcut that putting a value takes; 0 for none. */
  final int shortcut;

  private Column(KeyField field, boolean raw, boolean last, boolean mayEndBehind) {
    KeyType type = field.type();
    this.field = field;
    this.name = field.name();
    this.kind = type.kind();
    this.width = width(type);
    this.shape = shape(type, raw);
    this.nullable = field.order().isNullable();
    this.mask = field.order().isDescending() ? -1L : 0L;
    this.flip = (isSigned(kind) ? 1L << (width * 8 - 1) : 0) ^ mask;
    this.unsignedMax = isUnsigned(kind) ? (1L << (width * 8 - 1)) - 1 : -1;
    this.last = last;
    this.mayEnd = nullable && mayEndBehind;
    this.shortcut = shortcut();
  }

  static Column[] columns(KeySchema schema) {
    boolean raw = ((PhoenixFormat) schema.format()).isVarbinary();
    int size = schema.size();
    Column[] columns = new Column[size];
    boolean mayEnd = true;
    for (int i = size - 1; i >= 0; i--) {
      columns[i] = new Column(schema.field(i), raw, i + 1 == size, mayEnd);
      mayEnd = columns[i].mayEnd;
    }
    return columns;
  }

  /** Bytes of a value of fixed width, 0 for the other types. */
  static int width(KeyType type) {
    return switch (type.kind()) {
      case BOOL, INT8, UINT8 -> 1;
      case INT16, UINT16 -> 2;
      case INT32, UINT32, FLOAT -> 4;
      case INT64, UINT64, DOUBLE, DATE, TIMESTAMP_MILLIS -> 8;
      case TIMESTAMP_NANOS -> 12;
      case STRING, FIXED_BYTES -> type.size();
      default -> 0;
    };
  }

  private static int shape(KeyType type, boolean raw) {
    if (width(type) > 0) {
      return FIXED;
    }
    return switch (type.kind()) {
      case STRING -> TEXT;
      case BYTES -> raw ? RAW : ENCODED;
      case LIST -> ARRAY;
      default -> DECIMAL;
    };
  }

  private static boolean isSigned(Kind kind) {
    return switch (kind) {
      case INT8, INT16, INT32, INT64, DATE, TIMESTAMP_MILLIS -> true;
      default -> false;
    };
  }

  static boolean isUnsigned(Kind kind) {
    return switch (kind) {
      case UINT8, UINT16, UINT32, UINT64 -> true;
      default -> false;
    };
  }

  private int shortcut() {
    return switch (kind) {
      case STRING -> shape == TEXT ? SHORT_VARCHAR : SHORT_CHAR;
      case INT64, TIMESTAMP_MILLIS -> SHORT_LONG;
      default -> 0;
    };
  }

  /** Whether the column takes all that is left of the key, without a separator of its own. */
  boolean isRest() {
    return shape == RAW || shape == ARRAY;
  }

  boolean isChar() {
    return kind == Kind.STRING && shape == FIXED;
  }

  /** Bytes of the separator: one, but two after VARBINARY_ENCODED. */
  int separator() {
    return shape == ENCODED ? 2 : 1;
  }

  /** Whether a null does not sort before all values: a DESC value that begins FFFF is 0000. */
  boolean nullsAmongValues() {
    return nullable && shape == ENCODED && mask != 0;
  }

  /** The type in the words of Phoenix. */
  String sqlType() {
    String name = sqlType(field.type(), shape == RAW);
    return mask == 0 ? name : name + " DESC";
  }

  private static String sqlType(KeyType type, boolean raw) {
    return switch (type.kind()) {
      case BOOL -> "BOOLEAN";
      case INT8 -> "TINYINT";
      case INT16 -> "SMALLINT";
      case INT32 -> "INTEGER";
      case INT64 -> "BIGINT";
      case UINT8 -> "UNSIGNED_TINYINT";
      case UINT16 -> "UNSIGNED_SMALLINT";
      case UINT32 -> "UNSIGNED_INT";
      case UINT64 -> "UNSIGNED_LONG";
      case FLOAT -> "FLOAT";
      case DOUBLE -> "DOUBLE";
      case STRING -> type.size() == 0 ? "VARCHAR" : "CHAR(" + type.size() + ")";
      case BYTES -> raw ? "VARBINARY" : "VARBINARY_ENCODED";
      case FIXED_BYTES -> "BINARY(" + type.size() + ")";
      case DATE, TIMESTAMP_MILLIS -> "DATE";
      case TIMESTAMP_NANOS -> "TIMESTAMP";
      case LIST -> sqlType(type.fields().get(0).type(), false) + " ARRAY";
      default -> "DECIMAL";
    };
  }
}
