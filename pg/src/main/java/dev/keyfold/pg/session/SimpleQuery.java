package dev.keyfold.pg.session;

import dev.keyfold.sql.SqlScript;
import dev.keyfold.sql.errors.SqlStateException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The statements of one Query message, one after another in one transaction. It stops where the
 * client must take rows or send the data of a COPY, and continues from there. Not thread-safe.
 */
final class SimpleQuery {
  private static final short[] TEXT = {};
  private static final int[] NO_TYPES = {};

  private final StatementRunner runner;
  private final TransactionBlock block;
  private final CopyTransfer copy;
  private final Cursors cursors;
  private final PortStatements own;
  private final Output out;
  private final String sql;
  private final List<SqlScript.Part> parts;
  private int next;
  private @Nullable Execution execution;
  private @Nullable Fetching fetching;

  SimpleQuery(
      StatementRunner runner,
      TransactionBlock block,
      CopyTransfer copy,
      Cursors cursors,
      PortStatements own,
      Output out,
      String sql) {
    this.runner = runner;
    this.block = block;
    this.copy = copy;
    this.cursors = cursors;
    this.own = own;
    this.out = out;
    this.sql = sql;
    this.parts = SqlScript.split(sql);
  }

  /** Whether the client must send the data of a COPY. */
  boolean isCopying() {
    return copy.isReceiving();
  }

  /** Continues; false if it stopped in the middle. */
  boolean resume() {
    if (parts.isEmpty()) {
      out.writer().emptyQuery();
      return true;
    }
    while (true) {
      if (copy.isReceiving() || !sendRows() || !fetchRows()) {
        return false;
      }
      if (next >= parts.size()) {
        block.end();
        return true;
      }
      SqlScript.Part part = parts.get(next++);
      if (!own.run(part.text())) {
        start(part);
      }
    }
  }

  private void start(SqlScript.Part part) {
    int end = part.start() + part.text().length();
    Prepared cursor = cursors.prepare(sql, part.start(), end, NO_TYPES);
    Prepared prepared = cursor == null ? runner.prepare(sql, part.start(), end, NO_TYPES) : cursor;
    if (!prepared.parameters().isEmpty()) {
      throw new SqlStateException("42P02", "there is no parameter $1 in a simple query");
    }
    if (cursor != null) {
      start(cursor);
      return;
    }
    if (CopyTransfer.isOne(prepared.statement())) {
      copy.start(prepared, parts.size() == 1);
      return;
    }
    Execution started = runner.run(prepared, new Object[0], TEXT, parts.size() == 1);
    if (started.hasRows()) {
      String text = prepared.text().text();
      out.writer()
          .rowDescription(Execution.fields(ColumnNames.named(started.columns(), text), TEXT));
    }
    execution = started;
    if (TransactionBlock.ends(prepared.statement())) {
      cursors.closeAll();
    }
  }

  private void start(Prepared cursor) {
    if (!(cursor.cursor() instanceof CursorStatement.Fetch fetch)) {
      out.writer().commandComplete(cursors.run(cursor, new Object[0]));
      return;
    }
    Fetching started = cursors.fetch(fetch, null);
    if (started.sendsRows()) {
      out.writer().rowDescription(Execution.fields(started.columns(), started.formats()));
    }
    fetching = started;
  }

  private boolean fetchRows() {
    Fetching sending = fetching;
    if (sending == null) {
      return true;
    }
    if (!sending.resume()) {
      return false;
    }
    fetching = null;
    out.writer().commandComplete(sending.tag());
    return true;
  }

  private boolean sendRows() {
    Execution sending = execution;
    if (sending == null) {
      return true;
    }
    if (sending.hasRows() && runner.send(sending, Long.MAX_VALUE) == Execution.Stop.FULL) {
      return false;
    }
    String tag = sending.tag();
    sending.close();
    execution = null;
    out.writer().commandComplete(tag);
    return true;
  }

  /** All data is there. */
  void copyDone() {
    copy.done(parts.size() == 1);
  }

  /** After an error or the end of the connection. */
  void close() {
    if (execution != null) {
      execution.close();
      execution = null;
    }
    fetching = null;
    copy.close();
  }
}
