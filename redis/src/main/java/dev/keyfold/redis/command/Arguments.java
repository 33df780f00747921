package dev.keyfold.redis.command;

/** Numbers and words among arguments, as strict as Redis and with its errors. */
public final class Arguments {
  private static final double MOST_MILLIS = 1L << 62;

  /** More digits than any double has. */
  private static final int LONGEST_REAL = 5 * 1024;

  /**
   * Integers with at most this many characters, sign included, convert to double without rounding.
   */
  private static final int EXACT_DIGITS = 15;

  private Arguments() {}

  /** Whether the bytes are that word, in letters of any case. The word is in either case. */
  public static boolean is(byte[] bytes, String word) {
    if (bytes.length != word.length()) {
      return false;
    }
    for (int i = 0; i < bytes.length; i++) {
      int a = bytes[i] & 0xff;
      int b = word.charAt(i);
      if (a != b && (fold(a) != fold(b))) {
        return false;
      }
    }
    return true;
  }

  private static int fold(int c) {
    return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
  }

  /** A 64-bit integer; else {@code ERR value is not an integer or out of range}. */
  public static long integer(byte[] text) {
    if (!isInteger(text)) {
      throw CommandException.notAnInteger();
    }
    return parse(text);
  }

  /** An integer of 32 bits; else one of the two errors that Redis has for that. */
  public static int int32(byte[] text) {
    long value = integer(text);
    if (value != (int) value) {
      throw CommandException.err(
          "value is out of range, value must between -2147483648 and 2147483647");
    }
    return (int) value;
  }

  /** An integer of a range; else {@code ERR } and the text. */
  public static long integer(byte[] text, long least, long most, String otherwise) {
    if (!isInteger(text)) {
      throw CommandException.err(otherwise);
    }
    long value = parse(text);
    if (value < least || value > most) {
      throw CommandException.err(otherwise);
    }
    return value;
  }

  /**
   * Whether the bytes are an integer of 64 bits in its only form: no plus sign, no blanks, no zeros
   * in front.
   */
  public static boolean isInteger(byte[] text) {
    int length = text.length;
    if (length == 0 || length > 20) {
      return false;
    }
    boolean negative = text[0] == '-';
    int first = negative ? 1 : 0;
    if (first == length) {
      return false;
    }
    if (text[first] == '0') {
      return length == 1;
    }
    long value = 0;
    for (int i = first; i < length; i++) {
      int digit = text[i] - '0';
      if (digit < 0 || digit > 9) {
        return false;
      }
      // Negative, as that side reaches one further.
      if (value < Long.MIN_VALUE / 10 || value * 10 < Long.MIN_VALUE + digit) {
        return false;
      }
      value = value * 10 - digit;
    }
    return negative || value != Long.MIN_VALUE;
  }

  private static long parse(byte[] text) {
    boolean negative = text[0] == '-';
    long value = 0;
    for (int i = negative ? 1 : 0; i < text.length; i++) {
      value = value * 10 - (text[i] - '0');
    }
    return negative ? value : -value;
  }

  /** A number, infinite ones included; else {@code ERR value is not a valid float}. */
  public static double real(byte[] text) {
    return real(text, "value is not a valid float");
  }

  /** A number, infinite ones included; else {@code ERR } and the text. */
  public static double real(byte[] text, String otherwise) {
    double value = realOrNan(text);
    if (Double.isNaN(value)) {
      throw CommandException.err(otherwise);
    }
    return value;
  }

  /**
   * A number in the syntax of C, including infinity and hexadecimal; NaN if the text is not one.
   * Whitespace and the type suffixes of Java are not accepted.
   */
  public static double realOrNan(byte[] text) {
    double value = rough(text);
    boolean digits = text.length > 0 && !Character.isLetter(text[text.length - 1]);
    boolean tooBig = digits && Double.isInfinite(value);
    return tooBig || (value == 0 && !isZero(text)) ? Double.NaN : value;
  }

  /**
   * A number as C's strtod parses a whole text: whitespace may precede it, a zero byte ends it, an
   * empty text is zero, an overflow is infinite. NaN if the text is not a number.
   */
  public static double strtod(byte[] text) {
    int end = 0;
    while (end < text.length && text[end] != 0) {
      end++;
    }
    int start = 0;
    while (start < end && (text[start] == ' ' || (text[start] >= '\t' && text[start] <= '\r'))) {
      start++;
    }
    return end == 0 ? 0 : rough(java.util.Arrays.copyOfRange(text, start, end));
  }

  /**
   * As {@link #realOrNan}, but infinite where it is too large for a double, and 0 where it is too
   * small.
   */
  static double rough(byte[] text) {
    if (text.length == 0 || text.length > LONGEST_REAL) {
      return Double.NaN;
    }
    if (text.length <= EXACT_DIGITS && isInteger(text)) {
      return parse(text);
    }
    String string = new String(text, java.nio.charset.StandardCharsets.ISO_8859_1);
    char first = string.charAt(0);
    boolean signed = first == '+' || first == '-';
    String unsigned = signed ? string.substring(1) : string;
    if (unsigned.equalsIgnoreCase("inf") || unsigned.equalsIgnoreCase("infinity")) {
      return first == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    boolean hex = unsigned.length() > 2 && unsigned.substring(0, 2).equalsIgnoreCase("0x");
    for (int i = 0; i < unsigned.length(); i++) {
      char c = unsigned.charAt(i);
      boolean fits =
          hex
              ? Character.digit(c, 16) >= 0 || "xX.pP+-".indexOf(c) >= 0
              : (c >= '0' && c <= '9') || ".eE+-".indexOf(c) >= 0;
      if (!fits) {
        return Double.NaN;
      }
    }
    try {
      boolean exponentMissing = hex && unsigned.indexOf('p') < 0 && unsigned.indexOf('P') < 0;
      return Double.parseDouble(exponentMissing ? string + "p0" : string);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** Whether the digits before an exponent are all zero. */
  private static boolean isZero(byte[] number) {
    boolean hex = number.length > 2 && "xX".indexOf(number[number[0] < '0' ? 2 : 1]) >= 0;
    for (byte c : number) {
      if ((hex ? "pP" : "eE").indexOf(c) >= 0) {
        break;
      }
      if (Character.digit(c, 16) > 0) {
        return false;
      }
    }
    return true;
  }

  /** A timeout in seconds with a fraction, as milliseconds; 0 for none. */
  public static long timeoutMillis(byte[] text) {
    double seconds = realOrNan(text);
    if (Double.isNaN(seconds)) {
      throw CommandException.err("timeout is not a float or out of range");
    }
    if (seconds < 0) {
      throw CommandException.err("timeout is negative");
    }
    double millis = Math.ceil(seconds * 1000);
    if (!(millis <= MOST_MILLIS)) {
      throw CommandException.err("timeout is out of range");
    }
    return (long) millis;
  }
}
