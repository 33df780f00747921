package dev.keyfold.pg.session;

import dev.keyfold.pg.message.FrontendMessage;
import dev.keyfold.pg.message.FrontendMessage.Kind;
import dev.keyfold.pg.message.ProtocolException;
import dev.keyfold.pg.value.BinaryValues;
import dev.keyfold.pg.value.PgType;
import dev.keyfold.pg.value.TextValues;
import dev.keyfold.pg.value.WireType;
import dev.keyfold.sql.SqlScript;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.Statement;
import dev.keyfold.sql.result.SqlColumn;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prepared statements and portals of a connection. Not thread-safe. */
final class ExtendedQuery {
  private static final int MOST_STATEMENTS = 10_000;

  private final StatementRunner runner;
  private final PortStatements own;
  private final Output out;
  private final Map<String, Prepared> statements = new HashMap<>();
  private final Portals portals;
  private final Cursors cursors;
  private final CopyTransfer copy;

  /** A portal whose rows wait for the client; null if none exists. */
  private @Nullable Portal sending;

  private long left;

  /** A FETCH whose rows wait for the client; null if none exists. */
  private @Nullable Fetching fetching;

  ExtendedQuery(
      StatementRunner runner,
      PortStatements own,
      Portals portals,
      Cursors cursors,
      CopyTransfer copy,
      Output out) {
    this.runner = runner;
    this.own = own;
    this.portals = portals;
    this.cursors = cursors;
    this.copy = copy;
    this.out = out;
  }

  boolean isSending() {
    return sending != null || fetching != null;
  }

  void handle(FrontendMessage message, boolean syncFollows) {
    if (message instanceof FrontendMessage.Parse parse) {
      parse(parse);
    } else if (message instanceof FrontendMessage.Bind bind) {
      bind(bind);
    } else if (message instanceof FrontendMessage.Describe describe) {
      describe(describe);
    } else if (message instanceof FrontendMessage.Execute execute) {
      execute(execute, syncFollows);
    } else if (message instanceof FrontendMessage.Close close) {
      close(close);
    } else if (message instanceof FrontendMessage.Flush) {
      out.flush();
    } else if (message instanceof FrontendMessage.FunctionCall) {
      throw new SqlStateException(
          SqlStates.FEATURE_NOT_SUPPORTED,
          "function calls by number are not supported; call functions in SQL");
    } else if (message instanceof FrontendMessage.Password) {
      throw new ProtocolException("found a password, expected none after the login");
    }
    // CopyData, CopyDone and CopyFail may arrive after a COPY has failed, and are passed over.
  }

  private void parse(FrontendMessage.Parse parse) {
    if (!parse.name().isEmpty() && statements.containsKey(parse.name())) {
      throw new SqlStateException(
          "42P05", "prepared statement \"" + parse.name() + "\" already exists");
    }
    if (statements.size() >= MOST_STATEMENTS) {
      throw new SqlStateException(
          SqlStates.CONFIGURATION_LIMIT_EXCEEDED,
          "found more than " + MOST_STATEMENTS + " prepared statements of one connection",
          "DEALLOCATE those that are not needed.");
    }
    statements.put(parse.name(), prepared(parse));
    out.writer().parseComplete();
  }

  private Prepared prepared(FrontendMessage.Parse parse) {
    String sql = parse.sql();
    List<SqlScript.Part> parts = SqlScript.split(sql);
    if (parts.size() > 1) {
      throw new SqlStateException(
          SqlStates.SYNTAX_ERROR, "cannot insert multiple commands into a prepared statement");
    }
    int start = parts.isEmpty() ? 0 : parts.get(0).start();
    int end = parts.isEmpty() ? 0 : start + parts.get(0).text().length();
    if (!parts.isEmpty() && PortStatements.isOne(parts.get(0).text())) {
      return new Prepared(
          dev.keyfold.pg.dialect.Translation.plain(sql, start, end),
          new Statement.Empty(),
          List.of());
    }
    Prepared cursor = cursors.prepare(sql, start, end, parse.types());
    return cursor == null ? runner.prepare(sql, start, end, parse.types()) : cursor;
  }

  private Prepared statement(String name) {
    Prepared statement = statements.get(name);
    if (statement == null) {
      throw new SqlStateException(
          "26000",
          name.isEmpty()
              ? "unnamed prepared statement does not exist"
              : "prepared statement \"" + name + "\" does not exist");
    }
    return statement;
  }

  private void bind(FrontendMessage.Bind bind) {
    Prepared statement = statement(bind.statement());
    portals.makeRoom(bind.portal(), "portal");
    Portal portal = new Portal(statement, values(statement, bind), bind.resultFormats());
    portals.put(bind.portal(), portal);
    out.writer().bindComplete();
  }

  private static @Nullable Object[] values(Prepared statement, FrontendMessage.Bind bind) {
    int count = bind.values().size();
    if (count != statement.parameters().size()) {
      throw new ProtocolException(
          "bind message supplies "
              + count
              + " parameters, but the prepared statement requires "
              + statement.parameters().size());
    }
    if (bind.formats().length > 1 && bind.formats().length != count) {
      throw new ProtocolException(
          "found " + bind.formats().length + " parameter formats, expected 0, 1 or " + count);
    }
    @Nullable Object[] values = new @Nullable Object[count];
    for (int i = 0; i < count; i++) {
      byte[] bytes = bind.values().get(i);
      if (bytes != null) {
        boolean binary = Execution.format(bind.formats(), i) == 1;
        values[i] = value(statement.parameters().get(i), bytes, binary, i);
      }
    }
    return values;
  }

  private static Object value(@Nullable WireType type, byte[] bytes, boolean binary, int at) {
    if (!binary) {
      return TextValues.decode(type, bytes, at);
    }
    WireType known = type == null ? new WireType(PgType.TEXT, false, -1) : type;
    return BinaryValues.decode(known, bytes, at);
  }

  private void describe(FrontendMessage.Describe describe) {
    if (describe.kind() == Kind.PORTAL) {
      Portal portal = portals.get(describe.name());
      boolean cursor = portal.statement.cursor() instanceof CursorStatement.Declare;
      if (cursor && portal.execution != null) {
        List<SqlColumn> columns = runner.columns(portal.statement);
        out.writer().rowDescription(Execution.fields(columns, portal.formats));
      } else {
        columns(portal.statement, portal.formats);
      }
      return;
    }
    Prepared statement = statement(describe.name());
    int[] types = new int[statement.parameters().size()];
    for (int i = 0; i < types.length; i++) {
      WireType type = statement.parameters().get(i);
      types[i] = type == null ? PgType.TEXT.oid() : type.oid();
    }
    out.writer().parameterDescription(types);
    columns(statement, new short[0]);
  }

  private void columns(Prepared statement, short[] formats) {
    List<SqlColumn> columns = columns(statement);
    Execution.checkFormats(formats, columns.size());
    if (columns.isEmpty()) {
      out.writer().noData();
    } else {
      out.writer().rowDescription(Execution.fields(columns, formats));
    }
  }

  private List<SqlColumn> columns(Prepared statement) {
    if (statement.cursor() instanceof CursorStatement.Fetch fetch) {
      Portal cursor = cursors.cursor(fetch);
      return fetch.move() ? List.of() : runner.columns(cursor.statement);
    }
    return isOwn(statement) || statement.cursor() != null ? List.of() : runner.columns(statement);
  }

  private static boolean isOwn(Prepared statement) {
    return statement.cursor() == null && PortStatements.isOne(statement.text().text());
  }

  private void execute(FrontendMessage.Execute execute, boolean syncFollows) {
    Portal portal = portals.get(execute.portal());
    if (isOwn(portal.statement)) {
      out.writer().commandComplete(own.tag(portal.statement.text().text()));
      return;
    }
    if (portal.statement.isEmpty()) {
      out.writer().emptyQuery();
      return;
    }
    if (portal.statement.cursor() != null && portal.execution == null) {
      cursor(portal);
      return;
    }
    if (CopyTransfer.isOne(portal.statement.statement())) {
      copy.start(portal.statement, false);
      return;
    }
    if (portal.execution == null) {
      // Rows that are fetched in parts, or with others before Sync, are read in a transaction.
      portal.execution = runner.run(portal.statement, portal.values, portal.formats, syncFollows);
      if (TransactionBlock.ends(portal.statement.statement())) {
        portals.closeAll(portal);
      }
    }
    left = execute.rows() <= 0 ? Long.MAX_VALUE : execute.rows();
    sending = portal;
    resume();
  }

  /** A statement about a cursor. */
  private void cursor(Portal portal) {
    if (portal.statement.cursor() instanceof CursorStatement.Fetch fetch) {
      fetching = cursors.fetch(fetch, portal.formats);
      resume();
      return;
    }
    out.writer().commandComplete(cursors.run(portal.statement, portal.values));
  }

  /** Sends rows of the portal that is running, as far as the client takes them. */
  void resume() {
    Fetching fetch = fetching;
    if (fetch != null) {
      if (fetch.resume()) {
        fetching = null;
        out.writer().commandComplete(fetch.tag());
      }
      return;
    }
    Portal portal = sending;
    Execution execution = portal == null ? null : portal.execution;
    if (portal == null || execution == null) {
      return;
    }
    Execution.Stop stop = Execution.Stop.END;
    if (execution.hasRows() && !portal.ended) {
      long before = execution.rows();
      stop = runner.send(execution, left);
      left -= execution.rows() - before;
    }
    if (stop == Execution.Stop.FULL) {
      return;
    }
    sending = null;
    if (stop == Execution.Stop.LIMIT) {
      out.writer().portalSuspended();
      return;
    }
    String tag = portal.ended && execution.hasRows() ? "SELECT 0" : execution.tag();
    portal.close();
    out.writer().commandComplete(tag);
  }

  private void close(FrontendMessage.Close close) {
    if (close.kind() == Kind.STATEMENT) {
      statements.remove(close.name());
    } else {
      boolean unused = portals.close(close.name());
    }
    out.writer().closeComplete();
  }

  /** Forgets a statement; an empty name: all. */
  void deallocate(String name) {
    if (name.isEmpty()) {
      statements.clear();
    } else if (statements.remove(name) == null) {
      Prepared unused = statement(name); // says that it does not exist
    }
  }

  void failed() {
    fetching = null;
    copy.close();
    if (sending != null) {
      sending.close();
      sending = null;
    }
  }

  /** A simple query ends the unnamed portal. */
  void closeUnnamed() {
    boolean unused = portals.close("");
  }

  /** Portals end with their transaction. */
  void closePortals() {
    portals.closeAll(null);
    sending = null;
    fetching = null;
  }
}
