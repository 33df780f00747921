package dev.keyfold.sql.system;

import dev.keyfold.codec.KeyType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table whose rows are computed when a query reads it. Thread-safe. */
public interface SystemTable {
  /**
   * A column; each may be null.
   *
   * @param name in lower case
   * @param type of its values
   */
  record Column(String name, KeyType type) {}

  /** Its columns. */
  List<Column> columns();

  /** All rows, with values as tables read them: the class that {@link KeyType} names, or null. */
  Iterable<@Nullable Object[]> rows();
}
