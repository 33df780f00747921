package dev.keyfold.codec.tuple;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;

/** A field as the tuple layer sees it: which codes it begins with, and which values it takes. */
final class TupleSlot {
  final KeyField field;

  /** The field as errors name it: {@code address.city}, {@code tags[]} for the elements of tags. */
  final String path;

  final Kind kind;
  final boolean nullable;

  /** The lowest and highest code of a value that is not null. */
  final int lowCode;

  final int highCode;

  /** Whether every long is a value: int64 and integer. */
  final boolean anyLong;

  /** Smallest and largest value of an integer type that fits a long. */
  final long min;

  final long max;

  /** Most bytes of a string(n). */
  final int maxBytes;

  /** Elements of a list (one slot), fields of a tuple. */
  final TupleSlot[] inner;

  private TupleSlot(KeyField field, String path) {
    KeyType type = field.type();
    this.field = field;
    this.path = path;
    this.kind = type.kind();
    this.nullable = field.order().isNullable();
    this.lowCode = lowCode(kind);
    this.highCode = highCode(kind);
    this.anyLong = kind == Kind.INT64 || kind == Kind.INTEGER;
    this.min = min(kind);
    this.max = max(kind);
    this.maxBytes = kind == Kind.STRING && type.size() > 0 ? type.size() : Integer.MAX_VALUE;
    String prefix = path + (kind == Kind.LIST ? "[]" : ".");
    this.inner =
        type.fields().stream()
            .map(
                member ->
                    new TupleSlot(member, kind == Kind.LIST ? prefix : prefix + member.name()))
            .toArray(TupleSlot[]::new);
  }

  static TupleSlot[] slots(KeySchema schema) {
    return schema.fields().stream()
        .map(field -> new TupleSlot(field, field.name()))
        .toArray(TupleSlot[]::new);
  }

  private static int lowCode(Kind kind) {
    return switch (kind) {
      case BOOL -> Codes.FALSE;
      case FLOAT -> Codes.FLOAT;
      case DOUBLE -> Codes.DOUBLE;
      case STRING -> Codes.STRING;
      case BYTES, FIXED_BYTES -> Codes.BYTES;
      case UUID -> Codes.UUID;
      case LIST, TUPLE -> Codes.NESTED;
      default -> Codes.BIG_NEGATIVE;
    };
  }

  private static int highCode(Kind kind) {
    int low = lowCode(kind);
    return low == Codes.BIG_NEGATIVE ? Codes.BIG_POSITIVE : kind == Kind.BOOL ? Codes.TRUE : low;
  }

  private static long min(Kind kind) {
    return switch (kind) {
      case INT8 -> Byte.MIN_VALUE;
      case INT16 -> Short.MIN_VALUE;
      case INT32 -> Integer.MIN_VALUE;
      case INT64, INTEGER -> Long.MIN_VALUE;
      default -> 0;
    };
  }

  private static long max(Kind kind) {
    return switch (kind) {
      case INT8 -> Byte.MAX_VALUE;
      case INT16 -> Short.MAX_VALUE;
      case INT32 -> Integer.MAX_VALUE;
      case UINT8 -> 0xFF;
      case UINT16 -> 0xFFFF;
      case UINT32 -> 0xFFFF_FFFFL;
      default -> Long.MAX_VALUE;
    };
  }
}
