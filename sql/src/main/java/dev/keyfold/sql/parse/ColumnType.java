package dev.keyfold.sql.parse;

/**
 * The type of a column as declared.
 *
 * @param name in the form PostgreSQL prints: {@code integer}, {@code character varying}
 * @param size the first number in parentheses, -1 if none exists
 * @param scale the second one, -1 if none exists
 * @param array whether {@code []} follows
 * @param serial whether it was declared serial or bigserial
 * @param at offset in the statement
 */
public record ColumnType(String name, int size, int scale, boolean array, boolean serial, int at) {
  /** As it is printed and stored: {@code numeric(10,2)}, {@code integer[]}. */
  @Override
  public String toString() {
    String numbers = size < 0 ? "" : "(" + size + (scale < 0 ? "" : "," + scale) + ")";
    String withNumbers =
        name.startsWith("timestamp ") || name.startsWith("time ")
            ? name.replaceFirst(" ", numbers + " ")
            : name + numbers;
    return withNumbers + (array ? "[]" : "");
  }
}
