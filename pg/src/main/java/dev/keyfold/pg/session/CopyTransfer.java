package dev.keyfold.pg.session;

import dev.keyfold.sql.SqlSession;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.parse.Fragment;
import dev.keyfold.sql.parse.Statement;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** COPY with the client, in both protocols. Not thread-safe. */
final class CopyTransfer {
  private final StatementRunner runner;
  private final TransactionBlock block;
  private final SqlSession session;
  private final PortStatements own;
  private final Output out;

  /** What the client has sent so far; null if it sends nothing. */
  private @Nullable CopyInput input;

  private @Nullable Prepared copy;

  CopyTransfer(
      StatementRunner runner,
      TransactionBlock block,
      SqlSession session,
      PortStatements own,
      Output out) {
    this.runner = runner;
    this.block = block;
    this.session = session;
    this.own = own;
    this.out = out;
  }

  /** Whether it is a COPY with the client. */
  static boolean isOne(Statement statement) {
    return statement instanceof Statement.Copy copy && copy.file() == null;
  }

  /** Whether the client must send data. */
  boolean isReceiving() {
    return input != null;
  }

  /**
   * Sends all data, or asks the client for it.
   *
   * @param alone whether it is the only statement of its message
   */
  void start(Prepared prepared, boolean alone) {
    Statement.Copy given = (Statement.Copy) prepared.statement();
    block.checkUsable();
    Fragment query = given.query();
    int columns = query == null ? own.columnsOf(given) : runner.columnCount(query.text());
    if (given.from()) {
      out.writer().copyResponse(true, columns);
      copy = prepared;
      input = new CopyInput();
      return;
    }
    out.writer().copyResponse(false, columns);
    Runnable timer = runner.timer();
    try (CopyOutput stream = new CopyOutput(out)) {
      long[] rows = new long[1];
      block.runCopy(given, alone, () -> rows[0] = session.copyOut(prepared.text().text(), stream));
      stream.end();
      out.writer().copyDone();
      out.writer().commandComplete("COPY " + rows[0]);
    } catch (IOException e) {
      throw new IllegalStateException("a stream in memory does not fail", e);
    } catch (SqlStateException e) {
      throw prepared.text().located(e);
    } finally {
      timer.run();
    }
  }

  void data(byte[] data) {
    if (input != null) {
      input.add(data);
    }
  }

  /** All data is there. */
  void done(boolean alone) {
    Prepared prepared = copy;
    CopyInput received = input;
    input = null;
    copy = null;
    if (prepared == null || received == null) {
      return;
    }
    Runnable timer = runner.timer();
    try (received;
        InputStream in = received.open()) {
      long[] rows = new long[1];
      block.runCopy(
          prepared.statement(), alone, () -> rows[0] = session.copyIn(prepared.text().text(), in));
      out.writer().commandComplete("COPY " + rows[0]);
    } catch (IOException e) {
      throw new SqlStateException("58030", "COPY cannot read its data: " + e.getMessage());
    } catch (SqlStateException e) {
      throw prepared.text().located(e);
    } finally {
      timer.run();
    }
  }

  void close() {
    if (input != null) {
      input.close();
      input = null;
      copy = null;
    }
  }
}
