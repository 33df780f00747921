package dev.keyfold.sql.jdbc;

import java.sql.SQLException;
import java.sql.Wrapper;

/** The methods of {@link Wrapper}, for objects that wrap nothing but themselves. */
interface Unwrapping extends Wrapper {
  @Override
  default <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw new SQLException("cannot unwrap to " + type.getName(), "0A000");
  }

  @Override
  default boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
