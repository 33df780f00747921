package dev.keyfold.sql.row;

import dev.keyfold.codec.KeyException;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.session.SessionTransaction;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreFullException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.table.errors.CopiedTableException;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.errors.QueryException;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.errors.TableException;

/** Maps the exceptions of tables and stores to SQLSTATEs. Stateless. */
public final class StatementErrors {
  private StatementErrors() {}

  /** The exception that a statement throws instead; an unknown one is returned unchanged. */
  public static RuntimeException translated(RuntimeException failure) {
    if (failure instanceof SqlStateException) {
      return failure;
    }
    if (failure instanceof ConflictException conflict) {
      return SessionTransaction.serialization(conflict);
    }
    String state = state(failure);
    return state == null
        ? failure
        : new SqlStateException(state, String.valueOf(failure.getMessage()), 0, null, failure);
  }

  private static @org.jspecify.annotations.Nullable String state(RuntimeException failure) {
    if (failure instanceof DuplicateKeyException) {
      return SqlStates.UNIQUE_VIOLATION;
    }
    if (failure instanceof RowException) {
      return SqlStates.DATA_EXCEPTION;
    }
    if (failure instanceof ScanRefusedException) {
      return SqlStates.CONFIGURATION_LIMIT_EXCEEDED;
    }
    if (failure instanceof QueryException) {
      return SqlStates.SYNTAX_ERROR;
    }
    if (failure instanceof CopiedTableException) {
      return SqlStates.NOT_IN_PREREQUISITE_STATE;
    }
    if (failure instanceof TableException || failure instanceof KeyException) {
      return SqlStates.INVALID_DEFINITION;
    }
    if (failure instanceof UnsupportedStoreException) {
      return SqlStates.FEATURE_NOT_SUPPORTED;
    }
    if (failure instanceof StoreFullException) {
      return "53100";
    }
    return failure instanceof StoreException ? SqlStates.IO_ERROR : null;
  }
}
