package dev.keyfold.pg.session;

import dev.keyfold.pg.message.BackendWriter.Severity;
import dev.keyfold.pg.message.BackendWriter.Status;
import dev.keyfold.sql.SqlResult;
import dev.keyfold.sql.SqlSession;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.Statement;
import dev.keyfold.sql.result.RowCursor;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of a connection as clients of PostgreSQL expect it: several statements of one
 * message are one transaction, and after an error an explicit one takes nothing but its end. Not
 * thread-safe.
 */
final class TransactionBlock {
  private static final RowCursor NO_ROWS =
      new RowCursor() {
        @Override
        public boolean next() {
          return false;
        }

        @Override
        public @Nullable Object get(int column) {
          return null;
        }

        @Override
        public void close() {}
      };

  private final SqlSession session;
  private final Output out;

  /** Makes what was committed as durable as the server promises. */
  private final Runnable acknowledge;

  private boolean failed;
  private boolean implicit;

  TransactionBlock(SqlSession session, Output out, Runnable acknowledge) {
    this.session = session;
    this.out = out;
    this.acknowledge = acknowledge;
  }

  Status status() {
    if (failed) {
      return Status.FAILED;
    }
    return session.inTransaction() && !implicit ? Status.IN_TRANSACTION : Status.IDLE;
  }

  /** Whether BEGIN was said, and neither COMMIT nor ROLLBACK since. */
  boolean isExplicit() {
    return failed || (session.inTransaction() && !implicit);
  }

  /**
   * Runs a statement.
   *
   * @param alone whether it is the only one of its message, so that it needs no transaction around
   * @return the result; the caller closes it
   */
  SqlResult run(Statement statement, boolean alone, Supplier<SqlResult> execute) {
    boolean ends = ends(statement);
    if (!ends && !(statement instanceof Statement.RollbackTo)) {
      checkUsable();
    }
    if (failed && statement instanceof Statement.Commit) {
      failed = false;
      return session.execute("rollback");
    }
    if (statement instanceof Statement.Begin && session.inTransaction()) {
      if (!implicit) {
        warn(SqlStates.ACTIVE_TRANSACTION, "there is already a transaction in progress");
      }
      implicit = false; // what came before in the same message belongs to it
      return execute.get();
    }
    if (ends && !isExplicit()) {
      warn(SqlStates.NO_ACTIVE_TRANSACTION, "there is no transaction in progress");
    }
    if (!alone && !ends && !session.inTransaction() && inTransaction(statement)) {
      session.execute("begin").close();
      implicit = true;
    }
    SqlResult result = execute.get();
    if (statement instanceof Statement.RollbackTo || ends) {
      failed = false;
    }
    if (!session.inTransaction()) {
      implicit = false;
      if (changes(statement)) {
        acknowledge.run();
      }
    }
    return result;
  }

  static boolean ends(Statement statement) {
    return statement instanceof Statement.Commit || statement instanceof Statement.Rollback;
  }

  /** Refuses everything after an error within BEGIN. */
  void checkUsable() {
    if (failed) {
      throw new SqlStateException(
          SqlStates.IN_FAILED_TRANSACTION,
          "current transaction is aborted, commands ignored until end of transaction block",
          "ROLLBACK, and run the transaction again.");
    }
  }

  /** Runs a COPY with the client. */
  void runCopy(Statement copy, boolean alone, Runnable work) {
    run(
            copy,
            alone,
            () -> {
              work.run();
              return SqlResult.of(List.of(), NO_ROWS);
            })
        .close();
  }

  private void warn(String state, String message) {
    Errors.write(out.writer(), Severity.WARNING, new SqlStateException(state, message));
  }

  /** Whether it may be one of several in an implicit transaction; definitions commit themselves. */
  private static boolean inTransaction(Statement statement) {
    return statement instanceof Statement.Query
        || statement instanceof Statement.Insert
        || statement instanceof Statement.Update
        || statement instanceof Statement.Delete
        || statement instanceof Statement.Truncate
        || statement instanceof Statement.Copy;
  }

  private static boolean changes(Statement statement) {
    return !(statement instanceof Statement.Set
        || statement instanceof Statement.Show
        || statement instanceof Statement.Empty
        || statement instanceof Statement.Rollback
        || (statement instanceof Statement.Query query && !query.text().contains("nextval")));
  }

  /** A statement has failed; an implicit transaction is rolled back at once. */
  void failed() {
    if (implicit || !session.inTransaction()) {
      session.execute("rollback").close();
      implicit = false;
      return;
    }
    failed = true;
  }

  /** The end of a message, or of a series of them: commits an implicit transaction. */
  void end() {
    if (!implicit) {
      return;
    }
    implicit = false;
    if (session.inTransaction()) {
      session.execute("commit").close();
      acknowledge.run();
    }
  }
}
