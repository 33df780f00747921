package dev.keyfold.sql.query.scan;

import org.apache.calcite.DataContext;
import org.jspecify.annotations.Nullable;

/** A value that is known when a query runs: a constant or a parameter. In the runtime's form. */
public sealed interface Operand {
  @Nullable Object value(DataContext context);

  /** A literal. */
  record Constant(@Nullable Object constant) implements Operand {
    @Override
    public @Nullable Object value(DataContext context) {
      return constant;
    }

    @Override
    public String toString() {
      return constant instanceof String text
          ? "'" + text.replace("'", "''") + "'"
          : String.valueOf(constant);
    }
  }

  /** {@code ?}, counted from 0. */
  record Parameter(int index) implements Operand {
    @Override
    public @Nullable Object value(DataContext context) {
      return context instanceof QueryContext own ? own.parameter(index) : context.get("?" + index);
    }

    @Override
    public String toString() {
      return "?" + (index + 1);
    }
  }
}
