package dev.keyfold.table.expr;

/** A row whose fields can be asked for by their position in the table's definition. */
@FunctionalInterface
public interface RowAccess {
  /** The value as an object of its {@code Kind.javaType()}, null if it is null. */
  Object get(int field);
}
