package dev.keyfold.pg.catalog;

import dev.keyfold.sql.SqlDatabase;
import dev.keyfold.sql.session.Access;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What functions such as current_user and format_type know: the database and the connection of the
 * statement that runs on this thread. Immutable.
 *
 * @param user who has logged in
 * @param name of the database, as the client called it
 * @param process the number of the connection
 * @param access what the user may do
 * @param settings of the connection
 */
public record CatalogScope(
    SqlDatabase database, String user, String name, int process, Access access, Settings settings) {
  /** The settings of a connection. */
  public interface Settings {
    /** By name; null if none exists. */
    @Nullable String get(String name);

    /**
     * Changes one, and reports it to the client if it is a reported setting.
     *
     * @param local until the end of the transaction
     */
    void set(String name, String value, boolean local);
  }

  private static final ThreadLocal<@Nullable CatalogScope> CURRENT = new ThreadLocal<>();

  /** Made once for each statement: functions ask for it with every row. */
  private static final ThreadLocal<@Nullable CatalogModel> MODEL = new ThreadLocal<>();

  /** Does the work with this scope on the calling thread. */
  public <T> T in(Supplier<T> work) {
    CatalogScope before = CURRENT.get();
    CURRENT.set(this);
    try {
      return work.get();
    } finally {
      MODEL.remove();
      if (before == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(before);
      }
    }
  }

  /** Releases the advisory locks that the transaction took. */
  public void transactionEnded() {
    AdvisoryLocks.of(database).transactionEnded(process);
  }

  /** Releases all advisory locks of the connection. */
  public void closed() {
    AdvisoryLocks.of(database).giveAll(process);
  }

  /** The definitions as they are while the statement runs on this thread. */
  CatalogModel model() {
    CatalogModel known = MODEL.get();
    if (known == null) {
      known = CatalogModel.of(database);
      MODEL.set(known);
    }
    return known;
  }

  /** The scope of the statement that runs. */
  static CatalogScope current() {
    CatalogScope scope = CURRENT.get();
    if (scope == null) {
      throw new IllegalStateException("functions of pg_catalog need a connection");
    }
    return scope;
  }
}
