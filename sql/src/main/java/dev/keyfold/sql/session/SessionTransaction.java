package dev.keyfold.sql.session;

import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.store.RetryPolicy;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.table.ManualTransaction;
import dev.keyfold.table.TableTransaction;
import dev.keyfold.table.Tables;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of a session: between BEGIN and COMMIT, or around one statement. A statement that
 * fails is undone alone where the store has savepoints; elsewhere, and after a conflict, only
 * ROLLBACK is left. Not thread-safe.
 */
public final class SessionTransaction {
  private @Nullable ManualTransaction manual;
  private boolean explicit;
  private @Nullable String failed;
  private final Map<String, Integer> savepoints = new LinkedHashMap<>();

  SessionTransaction() {}

  /** Whether BEGIN was said. */
  public boolean isOpen() {
    return explicit;
  }

  @Nullable TableTransaction reading() {
    return manual == null ? null : manual.transaction();
  }

  /** Throws if a statement before failed so that only ROLLBACK is left. */
  public void check() {
    if (failed != null) {
      throw new SqlStateException(
          SqlStates.IN_FAILED_TRANSACTION,
          "the transaction has failed and takes no more statements: " + failed,
          "ROLLBACK, and run the transaction again.");
    }
  }

  /** Begins one, if none is open. */
  public void begin(Tables tables) {
    if (!explicit) {
      manual = tables.begin();
      explicit = true;
    }
  }

  /** Commits it, if one is open. Throws, and has rolled back, if it conflicts with others. */
  public void commit() {
    ManualTransaction ending = manual;
    String reason = failed;
    forget();
    if (ending == null) {
      return;
    }
    if (reason != null) {
      ending.close();
      throw new SqlStateException(
          SqlStates.IN_FAILED_TRANSACTION,
          "the transaction was rolled back, not committed: " + reason,
          "Run the transaction again.");
    }
    try {
      ending.commit();
    } catch (ConflictException conflict) {
      throw serialization(conflict);
    }
  }

  /** Rolls it back, if one is open. */
  public void rollback() {
    ManualTransaction ending = manual;
    forget();
    if (ending != null) {
      ending.close();
    }
  }

  private void forget() {
    manual = null;
    explicit = false;
    failed = null;
    savepoints.clear();
  }

  /** The retryable error. */
  public static SqlStateException serialization(ConflictException conflict) {
    return new SqlStateException(
        SqlStates.SERIALIZATION_FAILURE,
        "could not serialize access: another transaction changed what this one has read ("
            + conflict.getMessage()
            + ")",
        0,
        "ROLLBACK, and run the transaction again.",
        conflict);
  }

  /** Sets a savepoint; one of the same name is replaced. */
  public void savepoint(String name) {
    ManualTransaction open = required("SAVEPOINT");
    savepoints.remove(name);
    savepoints.put(name, open.savepoint());
  }

  /** Undoes what was done since the savepoint, also a failure. */
  public void rollbackTo(String name, int offset) {
    ManualTransaction open = required("ROLLBACK TO SAVEPOINT");
    open.rollbackTo(mark(name, offset));
    forgetAfter(name, false);
    failed = null;
  }

  /** Forgets the savepoint and those after it. */
  public void release(String name, int offset) {
    var unused = required("RELEASE SAVEPOINT");
    int known = mark(name, offset);
    forgetAfter(name, known >= 0);
  }

  private void forgetAfter(String name, boolean itself) {
    boolean behind = false;
    for (String each : savepoints.keySet().toArray(new String[0])) {
      boolean found = each.equals(name);
      if (behind || (found && itself)) {
        savepoints.remove(each);
      }
      behind |= found;
    }
  }

  private int mark(String name, int offset) {
    Integer mark = savepoints.get(name);
    if (mark == null) {
      throw SqlErrors.at(
          "3B001",
          "found the savepoint '"
              + name
              + "', expected "
              + (savepoints.isEmpty()
                  ? "none: the transaction has no savepoint"
                  : "one of " + String.join(", ", savepoints.keySet())),
          offset);
    }
    return mark;
  }

  private ManualTransaction required(String statement) {
    if (manual == null || !explicit) {
      throw new SqlStateException(
          SqlStates.NO_ACTIVE_TRANSACTION,
          statement + " needs an open transaction",
          "BEGIN first.");
    }
    return manual;
  }

  /**
   * Runs the work of one statement: all of it or nothing. Outside of a transaction it is committed
   * at once, and run again after a conflict.
   */
  public <T> T run(Tables tables, Function<ManualTransaction, T> work) {
    check();
    ManualTransaction open = manual;
    if (open != null) {
      return within(open, work);
    }
    try {
      return RetryPolicy.DEFAULT.run(
          () -> {
            try (ManualTransaction own = tables.begin()) {
              manual = own;
              T result = work.apply(own);
              own.commit();
              return result;
            } finally {
              manual = null;
            }
          });
    } catch (ConflictException conflict) {
      throw serialization(conflict);
    }
  }

  /** The same for work that cannot be done twice: it is not run again after a conflict. */
  public <T> T runOnce(Tables tables, Function<ManualTransaction, T> work) {
    check();
    ManualTransaction open = manual;
    if (open != null) {
      return within(open, work);
    }
    try (ManualTransaction own = tables.begin()) {
      manual = own;
      T result = work.apply(own);
      own.commit();
      return result;
    } catch (ConflictException conflict) {
      throw serialization(conflict);
    } finally {
      manual = null;
    }
  }

  private <T> T within(ManualTransaction open, Function<ManualTransaction, T> work) {
    int before = -1;
    try {
      before = open.savepoint();
    } catch (UnsupportedStoreException without) {
      // then a failure is for the whole
    }
    try {
      return work.apply(open);
    } catch (ConflictException conflict) {
      failed = "another transaction changed what it has read";
      throw serialization(conflict);
    } catch (RuntimeException | Error e) {
      if (before < 0) {
        failed = "a statement failed, and this store has no savepoints to undo it alone";
      } else {
        open.rollbackTo(before);
      }
      throw e;
    }
  }
}
