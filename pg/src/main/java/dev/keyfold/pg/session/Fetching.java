package dev.keyfold.pg.session;

import dev.keyfold.sql.result.SqlColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A running FETCH or MOVE. Not thread-safe. */
final class Fetching {
  private final StatementRunner runner;
  private final Portal portal;
  private final Execution execution;
  private final CursorStatement.Fetch fetch;
  private long done;

  Fetching(
      StatementRunner runner,
      Portal portal,
      CursorStatement.Fetch fetch,
      short @Nullable [] formats) {
    this.runner = runner;
    this.portal = portal;
    this.fetch = fetch;
    Execution running = portal.execution;
    if (running == null) {
      throw new IllegalStateException("a cursor runs since DECLARE");
    }
    this.execution = running;
    running.use(formats == null ? portal.formats : formats);
  }

  boolean sendsRows() {
    return !fetch.move();
  }

  List<SqlColumn> columns() {
    return ColumnNames.named(execution.columns(), portal.statement.text().text());
  }

  /** The formats in which rows are sent. */
  short[] formats() {
    return execution.formats();
  }

  /** Continues; false if the client must take rows first. */
  boolean resume() {
    if (portal.ended || done >= fetch.rows()) {
      return true;
    }
    if (fetch.move()) {
      long moved = runner.skip(execution, fetch.rows());
      done += moved;
      if (moved < fetch.rows()) {
        portal.close();
      }
      return true;
    }
    long before = execution.rows();
    Execution.Stop stop = runner.send(execution, fetch.rows() - done);
    done += execution.rows() - before;
    if (stop == Execution.Stop.END) {
      portal.close(); // it frees what the query holds; later fetches have no rows
    }
    return stop != Execution.Stop.FULL;
  }

  String tag() {
    return (fetch.move() ? "MOVE " : "FETCH ") + done;
  }
}
