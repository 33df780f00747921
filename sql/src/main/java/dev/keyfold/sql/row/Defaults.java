package dev.keyfold.sql.row;

import dev.keyfold.sql.parse.Cell;
import dev.keyfold.sql.parse.Cells;
import dev.keyfold.sql.session.SessionState;
import org.jspecify.annotations.Nullable;

/** Default values, which the catalog keeps as text. */
public final class Defaults {
  private Defaults() {}

  public static @Nullable Object evaluate(Workshop shop, SessionState session, String expression) {
    Cell cell = Cells.of(RowExpressions.stored(expression));
    return new Values(shop, session, new Object[0]).of(cell);
  }
}
