package dev.keyfold.codec.native1;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;

/**
 * A field as the native format sees it: everything that can be known before the first value, so
 * that writing and reading a field of fixed width is a load, an exclusive-or and a store.
 */
final class Slot {
  static final byte NULL_FIRST = 1;
  static final byte PRESENT = 2;
  static final byte NULL_LAST = 3;

  static final int SHORT_STRING = 1;

  /** Eight bytes of which every value is valid. */
  static final int SHORT_LONG = 2;

  static final int SHORT_UUID = 3;

  /** A decimal of any size, which mostly is a small one. */
  static final int SHORT_DECIMAL = 4;

  final KeyField field;

  /** The field as errors name it: {@code address.city}, {@code tags[]} for the elements of tags. */
  final String path;

  final Kind kind;
  final boolean nullable;
  final boolean added;
  final byte nullMark;

  /** All ones where the body is complemented (DESC), else 0. */
  final long mask;

  /** Bytes of a body of fixed width, 0 if the body tells its own end. */
  final int width;

  /** The sign bit of a signed integer of {@link #width} bytes, else 0. */
  final long sign;

  /** What a big-endian integer body is xored with: the sign bit, and the mask. */
  final long flip;

  /**
   * How far a raw integer body of {@link #width} bytes is shifted up and down again to extend its
   * sign.
   */
  final int shift;

  /** {@link #width} of a field that is never null, else 0: what a reader may pass over blindly. */
  final int fixedBytes;

  /** The shortcut that fields of this kind take when they are never null; 0 for none. */
  final int shortcut;

  /** Most UTF-8 bytes of a string(n). */
  final int maxBytes;

  /** Elements of a list (one slot), fields of a tuple. */
  final Slot[] inner;

  private Slot(KeyField field, String path) {
    KeyOrder order = field.order();
    KeyType type = field.type();
    this.field = field;
    this.path = path;
    this.kind = type.kind();
    this.nullable = order.isNullable();
    this.added = field.added();
    this.nullMark = order.isNullsLast() ? NULL_LAST : NULL_FIRST;
    this.mask = order.isDescending() ? -1L : 0L;
    this.width = width(type);
    boolean signed = isSigned(type);
    this.sign = signed ? 1L << (width * 8 - 1) : 0;
    this.flip = sign ^ mask;
    this.shift = width > 0 && width <= 8 ? 64 - width * 8 : 0;
    this.maxBytes = kind == Kind.STRING && type.size() > 0 ? type.size() : Integer.MAX_VALUE;
    this.fixedBytes = nullable ? 0 : width;
    this.shortcut = nullable ? 0 : shortcut(kind);
    this.inner =
        type.fields().stream()
            .map(
                member -> new Slot(member, path + (kind == Kind.LIST ? "[]" : "." + member.name())))
            .toArray(Slot[]::new);
  }

  static Slot[] slots(KeySchema schema) {
    return schema.fields().stream()
        .map(field -> new Slot(field, field.name()))
        .toArray(Slot[]::new);
  }

  private static int shortcut(Kind kind) {
    return switch (kind) {
      case STRING -> SHORT_STRING;
      case INT64, TIMESTAMP_MILLIS, TIMESTAMP_MICROS -> SHORT_LONG;
      case UUID -> SHORT_UUID;
      case DECIMAL -> SHORT_DECIMAL;
      default -> 0;
    };
  }

  /** Whether a decimal(p,s) is an int64, as it is up to 18 digits. */
  boolean isScaledLong() {
    return kind == Kind.DECIMAL_SCALED && width == 8;
  }

  private static boolean isSigned(KeyType type) {
    return switch (type.kind()) {
      case INT8, INT16, INT32, INT64, DATE, TIMESTAMP_MILLIS, TIMESTAMP_MICROS -> true;
      case DECIMAL_SCALED -> width(type) == 8;
      default -> false;
    };
  }

  private static int width(KeyType type) {
    return switch (type.kind()) {
      case BOOL, INT8, UINT8 -> 1;
      case INT16, UINT16, ENUM -> 2;
      case INT32, UINT32, FLOAT, DATE -> 4;
      case TIME -> 6;
      case INT64, UINT64, DOUBLE, TIMESTAMP_MILLIS, TIMESTAMP_MICROS -> 8;
      case TIMESTAMP_NANOS -> 12;
      case UUID -> 16;
      case FIXED_BYTES -> type.size();
      case DECIMAL_SCALED -> type.size() <= 18 ? 8 : 0;
      case INTEGER, DECIMAL, DECIMAL_EXACT, STRING, BYTES, LIST, TUPLE -> 0;
    };
  }
}
