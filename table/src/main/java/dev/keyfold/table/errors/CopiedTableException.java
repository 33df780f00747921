package dev.keyfold.table.errors;

/**
 * The table lies in a copy that its engine made region by region, so records may lack index entries
 * and unique values. It can be read by primary key; what needs an index is refused until a check
 * has repaired it.
 */
public final class CopiedTableException extends TableException {
  private static final long serialVersionUID = 1;

  public CopiedTableException(String message) {
    super(message);
  }
}
