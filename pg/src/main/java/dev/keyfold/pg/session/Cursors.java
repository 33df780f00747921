package dev.keyfold.pg.session;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.parse.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Declares cursors and fetches from them, in both protocols. Not thread-safe. */
final class Cursors {
  private static final short[] TEXT = {};
  private static final short[] BINARY = {1};

  private final StatementRunner runner;
  private final TransactionBlock block;
  private final Portals portals;

  Cursors(StatementRunner runner, TransactionBlock block, Portals portals) {
    this.runner = runner;
    this.block = block;
    this.portals = portals;
  }

  /**
   * Reads one of these statements; null if it is another one.
   *
   * @param types of parameters, as the client declared them
   */
  @Nullable Prepared prepare(String source, int from, int to, int[] types) {
    CursorStatement cursor = CursorStatement.parse(source.substring(from, to));
    if (cursor == null) {
      return null;
    }
    if (!(cursor instanceof CursorStatement.Declare declare)) {
      return new Prepared(
          dev.keyfold.pg.dialect.Translation.plain(source, from, to),
          new Statement.Empty(),
          List.of(),
          cursor);
    }
    Prepared query = runner.prepare(source, from + declare.query(), to, types);
    if (!(query.statement() instanceof Statement.Query)) {
      throw new SqlStateException(
          "42P11", "a cursor needs a query, found another statement", "Use SELECT or VALUES.");
    }
    return new Prepared(query.text(), query.statement(), query.parameters(), cursor);
  }

  /** Runs DECLARE or CLOSE; what CommandComplete says. */
  String run(Prepared prepared, @Nullable Object[] values) {
    block.checkUsable();
    if (prepared.cursor() instanceof CursorStatement.Declare declare) {
      if (!block.isExplicit()) {
        throw new SqlStateException(
            "25P01",
            "DECLARE CURSOR can only be used in transaction blocks",
            "BEGIN a transaction first.");
      }
      portals.makeRoom(declare.name(), "cursor");
      short[] formats = declare.binary() ? BINARY : TEXT;
      Portal portal = new Portal(prepared, values, formats);
      portal.execution = runner.run(prepared, values, formats, true);
      portals.put(declare.name(), portal);
      return "DECLARE CURSOR";
    }
    if (prepared.cursor() instanceof CursorStatement.Close close) {
      String name = close.name();
      if (name == null) {
        portals.closeAll(null);
        return "CLOSE CURSOR ALL";
      }
      portals.cursor(name).close(); // or says that it does not exist
      boolean unused = portals.close(name);
      return "CLOSE CURSOR";
    }
    throw new IllegalStateException("FETCH sends rows");
  }

  /**
   * Begins a FETCH or MOVE.
   *
   * @param formats as the client wants the rows; null: as the cursor was declared
   */
  Fetching fetch(CursorStatement.Fetch fetch, short @Nullable [] formats) {
    block.checkUsable();
    return new Fetching(runner, portals.cursor(fetch.name()), fetch, formats);
  }

  /** The cursor of a FETCH. */
  Portal cursor(CursorStatement.Fetch fetch) {
    block.checkUsable();
    return portals.cursor(fetch.name());
  }

  void closeAll() {
    portals.closeAll(null);
  }
}
