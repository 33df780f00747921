package dev.keyfold.sql.parse;

/** Makes cells of expressions that are stored as text. */
public final class Cells {
  private Cells() {}

  /** The cell that the expression is. */
  public static Cell of(Fragment expression) {
    return ChangeParser.cell(expression);
  }
}
