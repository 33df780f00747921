package dev.keyfold.sql.parse;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** A value of INSERT … VALUES or of SET: simple ones are known without evaluating anything. */
public sealed interface Cell {
  /** The key word DEFAULT. */
  record Default(int at) implements Cell {}

  /**
   * A literal.
   *
   * @param value null, a {@link String}, a {@link Boolean}, a {@link BigDecimal}, or bytes
   */
  record Constant(@Nullable Object value, int at) implements Cell {}

  /** {@code ?} or {@code $1}, from 0. */
  record Parameter(int index, int at) implements Cell {}

  /** {@code excluded.name}: the value that ON CONFLICT could not insert. */
  record Excluded(String column, int at) implements Cell {}

  /** Anything else. */
  record Computed(Fragment expression) implements Cell {
    @Override
    public int at() {
      return expression.start();
    }
  }

  /** Offset in the statement. */
  int at();
}
