package dev.keyfold.codec;

/**
 * Every limit of the codec in one place. A limit is checked before anything is written and after
 * anything is read; what exceeds it is an error, never a truncation.
 */
public final class Limits {
  /** Longest key in bytes. A store may have a lower limit of its own. */
  public static final int KEY_BYTES = 1 << 20;

  /** Most fields of one schema, and most fields of one tuple. */
  public static final int FIELDS = 256;

  /** Deepest nesting of lists and tuples. */
  public static final int NESTING = 16;

  /** Longest {@code integer} in bytes: its length is one byte on the wire. */
  public static final int INTEGER_BYTES = 255;

  /**
   * Most significant decimal digits of a {@code decimal}; bounds the quadratic cost of converting
   * them.
   */
  public static final int DECIMAL_DIGITS = 65_536;

  /** Most shards: the prefix is two bytes. */
  public static final int SHARDS = 65_535;

  /** Largest enum code: it is two bytes. */
  public static final int ENUM_CODE = 65_535;

  /** Longest field name in characters. */
  public static final int NAME_LENGTH = 255;

  /** Longest schema text in characters. */
  public static final int SCHEMA_TEXT = 1 << 16;

  /**
   * Most key ranges one {@link KeySelection} may expand to (IN lists multiply, open shards
   * multiply).
   */
  public static final int RANGES = 1 << 20;

  private Limits() {}
}
