package dev.keyfold.table.expr;

import org.jspecify.annotations.Nullable;

/** A row whose fields can be asked for by their position in the table's definition. */
@FunctionalInterface
public interface RowAccess {
  /** The value as an object of its {@code Kind.javaType()}, null if it is null. */
  @Nullable Object get(int field);
}
