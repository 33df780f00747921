package dev.keyfold.pg.session;

import dev.keyfold.pg.catalog.CatalogScope;
import dev.keyfold.pg.message.BackendWriter.Severity;
import dev.keyfold.pg.message.BackendWriter.Status;
import dev.keyfold.pg.message.FrontendMessage;
import dev.keyfold.sql.SqlDatabase;
import dev.keyfold.sql.SqlSession;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.session.Access;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The message handler of a connection, PostgreSQL's backend. {@link #cancel} may be called by any
 * thread, everything else by one at a time.
 */
public final class Backend implements AutoCloseable {
  private final SqlSession session;
  private final SessionSettings settings;
  private final CatalogScope scope;
  private final TransactionBlock block;
  private final StatementRunner runner;
  private final ExtendedQuery extended;
  private final PortStatements own;
  private final Cursors cursors;
  private final CopyTransfer copy;
  private final Output out;

  /** A simple query that waits for its client; null if none exists. */
  private @Nullable SimpleQuery simple;

  /** Whether an extended message has failed, so that the rest is passed over until Sync. */
  private boolean skipping;

  private boolean terminated;

  /**
   * @param startup the settings that the client began with
   * @param process the number of the connection
   * @param acknowledge makes what was committed as durable as the server promises
   */
  public Backend(
      SqlDatabase database,
      String user,
      Access access,
      Map<String, String> startup,
      int process,
      Output out,
      Runnable acknowledge) {
    this.out = out;
    this.session = database.session(access);
    this.settings = new SessionSettings(session, user, startup);
    this.scope =
        new CatalogScope(
            database,
            user,
            startup.getOrDefault("database", user),
            process,
            access,
            settings.forFunctions(out));
    this.block = new TransactionBlock(session, out, acknowledge);
    this.runner = new StatementRunner(session, settings, scope, block, out);
    this.own = new PortStatements(database, block, out, this::deallocate);
    Portals portals = new Portals();
    this.cursors = new Cursors(runner, block, portals);
    this.copy = new CopyTransfer(runner, block, session, own, out);
    this.extended = new ExtendedQuery(runner, own, portals, cursors, copy, out);
  }

  private void deallocate(String name) {
    extended.deallocate(name);
  }

  /** The settings that are reported to the client. */
  public Map<String, String> reported() {
    return settings.reported();
  }

  /** Ends what runs. Thread-safe. */
  public void cancel() {
    session.cancel();
  }

  public boolean isTerminated() {
    return terminated;
  }

  /** The state of the transaction, as ReadyForQuery says it. */
  public Status status() {
    return block.status();
  }

  /** How long the client may leave a transaction open without a word; 0: as long as it likes. */
  public long idleInTransactionTimeout() {
    return block.isExplicit() ? settings.idleInTransactionTimeout() : 0;
  }

  /** Whether something waits until the client takes what was sent. */
  public boolean isWaitingForOutput() {
    SimpleQuery waiting = simple;
    return (waiting != null && !waiting.isCopying()) || extended.isSending();
  }

  /** Continues after the client has taken what was sent. */
  public void resume() {
    if (simple != null) {
      goOn(simple);
    } else {
      guarded(extended::resume);
    }
  }

  /**
   * Handles a message.
   *
   * @param syncFollows whether the next message is there already, and is Sync
   */
  public void handle(FrontendMessage message, boolean syncFollows) {
    if (message instanceof FrontendMessage.Terminate) {
      terminated = true;
      return;
    }
    if (simple != null) {
      copying(simple, message);
      return;
    }
    if (copy.isReceiving()) {
      guarded(() -> copying(message));
      return;
    }
    if (message instanceof FrontendMessage.Query query) {
      extended.closeUnnamed();
      skipping = false;
      startSimple(query.sql());
    } else if (message instanceof FrontendMessage.Sync) {
      sync();
    } else if (!skipping) {
      guarded(() -> extended.handle(message, syncFollows));
    }
  }

  private void sync() {
    skipping = false;
    try {
      block.end();
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      report(e);
    }
    if (!block.isExplicit()) {
      extended.closePortals();
    }
    ready();
  }

  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      skipping = true;
      extended.failed();
      report(e);
    }
  }

  private void report(Throwable failure) {
    SqlStateException error = Errors.of(failure);
    try {
      block.failed();
    } catch (RuntimeException second) {
      error.addSuppressed(second);
    }
    if (!block.isExplicit()) {
      extended.closePortals();
    }
    Errors.write(out.writer(), Severity.ERROR, error);
  }

  private void startSimple(String sql) {
    try {
      simple = new SimpleQuery(runner, block, copy, cursors, own, out, sql);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      report(e);
      ready();
      return;
    }
    goOn(simple);
  }

  private void goOn(SimpleQuery query) {
    try {
      if (!query.resume()) {
        return; // waits
      }
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      query.close();
      report(e);
    }
    simple = null;
    if (!block.isExplicit()) {
      extended.closePortals();
    }
    ready();
  }

  /** Messages while a COPY of a simple query takes data; others end it. */
  private void copying(SimpleQuery query, FrontendMessage message) {
    try {
      if (message instanceof FrontendMessage.CopyDone) {
        query.copyDone();
      } else {
        copyMessage(message);
        return;
      }
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      query.close();
      simple = null;
      report(e);
      ready();
      return;
    }
    goOn(query);
  }

  /** The same of the extended protocol; its transaction ends with Sync. */
  private void copying(FrontendMessage message) {
    if (message instanceof FrontendMessage.CopyDone) {
      copy.done(false);
    } else {
      copyMessage(message);
    }
  }

  private void copyMessage(FrontendMessage message) {
    if (message instanceof FrontendMessage.CopyData data) {
      copy.data(data.data());
    } else if (message instanceof FrontendMessage.CopyFail fail) {
      throw new SqlStateException("57014", "COPY from stdin failed: " + fail.reason());
    } else if (!(message instanceof FrontendMessage.Flush
        || message instanceof FrontendMessage.Sync)) { // which the protocol passes over
      throw new SqlStateException(
          "08P01",
          "found "
              + message.getClass().getSimpleName()
              + " during COPY, expected CopyData, CopyDone or CopyFail");
    }
  }

  private void ready() {
    if (!block.isExplicit()) {
      settings.transactionEnded(out);
      scope.transactionEnded();
    }
    out.writer().readyForQuery(block.status());
  }

  @Override
  public void close() {
    if (simple != null) {
      simple.close();
    }
    copy.close();
    extended.closePortals();
    scope.closed();
    session.close();
  }
}
