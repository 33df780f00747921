package dev.keyfold.table.where;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/**
 * A value as it was written.
 *
 * @param at offset of its first character in the text
 * @param value a {@link String}, a {@link Boolean}, a {@link Long}, {@link BigInteger} or {@link
 *     BigDecimal}, a {@link Double} for a negative zero (which the other numbers cannot hold), a
 *     {@link Hex}, an unmodifiable {@link List} of such values, or null inside a list
 */
public record Literal(int at, Object value) {
  /**
   * Bytes, {@code x'00ff'}.
   *
   * @param digits an even number of hexadecimal digits
   */
  public record Hex(String digits) {
    @Override
    public String toString() {
      return "x'" + digits + "'";
    }
  }
}
