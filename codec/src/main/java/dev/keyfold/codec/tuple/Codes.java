package dev.keyfold.codec.tuple;

import org.jspecify.annotations.Nullable;

/** The codes that items begin with. They are on disk, and never change. */
final class Codes {
  static final int NULL = 0x00;
  static final int BYTES = 0x01;
  static final int STRING = 0x02;
  static final int NESTED = 0x05;
  static final int BIG_NEGATIVE = 0x0B;
  static final int ZERO = 0x14;
  static final int BIG_POSITIVE = 0x1D;
  static final int FLOAT = 0x20;
  static final int DOUBLE = 0x21;
  static final int FALSE = 0x26;
  static final int TRUE = 0x27;
  static final int UUID = 0x30;
  static final int VERSIONSTAMP = 0x33;

  /** Ends content, and lists and tuples. */
  static final byte END = 0x00;

  /** After {@link #END}: a zero byte of the content, or a null in a list. Above every code. */
  static final byte NOT_THE_END = (byte) 0xFF;

  /** What an integer begins with is 14 and how many bytes follow, up to as many as these. */
  static final int SHORT_BYTES = 8;

  private Codes() {}

  static boolean isInteger(int code) {
    return code >= BIG_NEGATIVE && code <= BIG_POSITIVE;
  }

  /** What a code represents, for messages; null if it is none. */
  static @Nullable String name(int code) {
    if (isInteger(code)) {
      return "an integer";
    }
    return switch (code) {
      case NULL -> "null";
      case BYTES -> "bytes";
      case STRING -> "a string";
      case NESTED -> "a list or tuple";
      case FLOAT -> "a float";
      case DOUBLE -> "a double";
      case FALSE -> "false";
      case TRUE -> "true";
      case UUID -> "a uuid";
      case VERSIONSTAMP -> "a versionstamp";
      default -> null;
    };
  }
}
