package dev.keyfold.sql.jdbc;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTransactionRollbackException;

/** The errors of JDBC. */
final class Sql {
  private Sql() {}

  /** What this driver cannot do. */
  static SQLFeatureNotSupportedException unsupported(String what) {
    return new SQLFeatureNotSupportedException(what + " is not supported", "0A000");
  }

  static SQLException closed(String what) {
    return new SQLNonTransientConnectionException("this " + what + " is closed", "08003");
  }

  /** The exception of JDBC for what a statement threw. */
  static SQLException of(RuntimeException failure) {
    if (!(failure instanceof SqlStateException error)) {
      return new SQLException(
          String.valueOf(failure.getMessage()), SqlStates.INTERNAL_ERROR, failure);
    }
    String state = error.sqlState();
    String text = error.describe();
    return switch (state.substring(0, 2)) {
      case "0A" -> with(new SQLFeatureNotSupportedException(text, state), error);
      case "22" -> new SQLDataException(text, state, error);
      case "23" -> new SQLIntegrityConstraintViolationException(text, state, error);
      case "40" -> new SQLTransactionRollbackException(text, state, error);
      case "42" -> new SQLSyntaxErrorException(text, state, error);
      default -> new SQLException(text, state, error);
    };
  }

  private static SQLException with(SQLException made, Throwable cause) {
    made.initCause(cause);
    return made;
  }
}
