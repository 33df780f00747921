package dev.keyfold.sql.jdbc;

import dev.keyfold.sql.SqlSession;
import dev.keyfold.sql.errors.SqlStates;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** A statement that may be canceled, and that a timeout may end. */
abstract class TimedStatement implements Statement {
  private final KeyfoldConnection connection;
  private int timeout;
  private volatile @Nullable SqlSession running;
  private @Nullable QueryTimer timer;

  TimedStatement(KeyfoldConnection connection) {
    this.connection = connection;
  }

  abstract void checkOpen() throws SQLException;

  abstract boolean hasResult();

  abstract void closeResult() throws SQLException;

  @Override
  public int getQueryTimeout() {
    return timeout;
  }

  @Override
  public void setQueryTimeout(int seconds) throws SQLException {
    checkOpen();
    if (seconds < 0) {
      throw new SQLException(
          "found a timeout of " + seconds + " seconds, expected 0 for none, or more", "22023");
    }
    timeout = seconds;
  }

  /** Ends what this statement is doing, also while its rows are read. Any thread may call it. */
  @Override
  public void cancel() throws SQLException {
    checkOpen();
    SqlSession session = running;
    if (session != null) {
      session.cancel();
    }
  }

  /** Runs work; it may be canceled, or run out of time, until its rows are read or closed. */
  final <T> T timed(boolean transactional, KeyfoldConnection.Work<T> work) throws SQLException {
    closeResult();
    try {
      T done =
          connection.run(
              transactional,
              session -> {
                running = session;
                timer = timeout == 0 ? null : QueryTimer.start(session, timeout);
                return work.run(session);
              });
      if (!hasResult()) {
        ended();
      }
      return done;
    } catch (SQLException e) {
      throw failed(e);
    } catch (RuntimeException | Error e) {
      ended();
      throw e;
    }
  }

  /** The error of the statement: a timeout if that is what ended it. */
  final SQLException failed(SQLException e) {
    boolean late = timer != null && timer.hasExpired();
    ended();
    return late && SqlStates.QUERY_CANCELED.equals(e.getSQLState())
        ? new SQLTimeoutException(
            "the statement was canceled after its timeout of " + timeout + " s",
            SqlStates.QUERY_CANCELED,
            e)
        : e;
  }

  /** Nothing is left to cancel. */
  final void ended() {
    running = null;
    if (timer != null) {
      timer.stop();
      timer = null;
    }
  }
}
