package dev.keyfold.sql.session;

import dev.keyfold.structures.Structures;
import dev.keyfold.table.TableTransaction;
import dev.keyfold.table.Tables;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What statements of one session share. Not thread-safe. */
public final class SessionState {
  private final Tables tables;
  private final Supplier<Structures> structures;
  private final Settings settings = new Settings();
  private final SessionTransaction open = new SessionTransaction();

  public SessionState(Tables tables, Supplier<Structures> structures) {
    this.tables = tables;
    this.structures = structures;
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
