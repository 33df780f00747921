package dev.keyfold.sql.errors;

import org.jspecify.annotations.Nullable;

/** Makes exceptions from offsets, which count from 0, where positions count from 1. */
public final class SqlErrors {
  private SqlErrors() {}

  /** An error at that offset; -1 if it has none. */
  public static SqlStateException at(String state, String message, int offset) {
    return at(state, message, offset, null);
  }

  /** The same with a hint. */
  public static SqlStateException at(
      String state, String message, int offset, @Nullable String hint) {
    return new SqlStateException(state, message, offset + 1, hint, null);
  }
}
