package dev.keyfold.sql.session;

import dev.keyfold.structures.Structures;
import dev.keyfold.table.TableTransaction;
import dev.keyfold.table.Tables;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The state that the statements of one session share. Not thread-safe. */
public final class SessionState {
  private final Tables tables;
  private final Supplier<Structures> structures;
  private final Settings settings = new Settings();
  private final SessionTransaction open = new SessionTransaction();
  private final Access access;
  private final AtomicBoolean canceled = new AtomicBoolean();

  public SessionState(Tables tables, Supplier<Structures> structures, Access access) {
    this.tables = tables;
    this.structures = structures;
    this.access = access;
  }

  /** What the user of the session may do. */
  public Access access() {
    return access;
  }

  /** Set by another thread to end the running statement. */
  public AtomicBoolean canceled() {
    return canceled;
  }

  public Tables tables() {
    return tables;
  }

  /** The structures of the database, opened when first asked for. */
  public Structures structures() {
    return structures.get();
  }

  public Settings settings() {
    return settings;
  }

  /** The open transaction, which queries must read through; null outside of one. */
  public @Nullable TableTransaction transaction() {
    return open.reading();
  }

  /** The transaction that BEGIN, COMMIT and statements that change rows handle. */
  public SessionTransaction open() {
    return open;
  }
}
