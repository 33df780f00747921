package dev.keyfold.table.where;

import java.math.BigDecimal;

/** Number tokens to exact values; {@link LiteralValues#normal} gives them their classes. */
final class Numbers {
  /** Most characters; reading digits takes quadratic time, so there must be an end. */
  private static final int LONGEST = 1 << 17;

  private Numbers() {}

  static Object read(Token token) {
    String text = token.text();
    if (text.length() > LONGEST) {
      throw new WhereException(
          null,
          token.at(),
          "a number of " + text.length() + " characters",
          "at most " + LONGEST + " characters");
    }
    try {
      BigDecimal number = new BigDecimal(text);
      if (number.signum() == 0 && text.startsWith("-")) {
        return -0.0;
      }
      return number;
    } catch (NumberFormatException e) {
      throw new WhereException(
          null, token.at(), token.shown(), "a number whose exponent fits 32 bits");
    }
  }
}
