package dev.keyfold.pg.catalog;

import dev.keyfold.sql.SqlDatabase;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Advisory locks of the connections of one database: numbers whose meaning the clients agree on.
 * Tools for migrations use them so that only one of them runs at a time. Thread-safe.
 */
final class AdvisoryLocks {
  private static final Map<SqlDatabase, AdvisoryLocks> ALL =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** How often one connection holds a lock. */
  private static final class Held {
    final int process;
    int bySession;
    boolean byTransaction;

    Held(int process) {
      this.process = process;
    }
  }

  private final Map<Long, Held> locks = new HashMap<>();

  static AdvisoryLocks of(SqlDatabase database) {
    return ALL.computeIfAbsent(database, none -> new AdvisoryLocks());
  }

  /** Whether the connection holds the lock now; false if another one does. */
  synchronized boolean take(int process, long lock, boolean transaction) {
    Held held = locks.computeIfAbsent(lock, none -> new Held(process));
    if (held.process != process) {
      return false;
    }
    if (transaction) {
      held.byTransaction = true;
    } else {
      held.bySession++;
    }
    return true;
  }

  /** Gives back one that the connection took for its session; whether it held it. */
  synchronized boolean give(int process, long lock) {
    @Nullable Held held = locks.get(lock);
    if (held == null || held.process != process || held.bySession == 0) {
      return false;
    }
    held.bySession--;
    locks.values().removeIf(AdvisoryLocks::isFree);
    return true;
  }

  private static boolean isFree(Held held) {
    return held.bySession == 0 && !held.byTransaction;
  }

  /** The transaction of the connection has ended. */
  synchronized void transactionEnded(int process) {
    if (locks.isEmpty()) {
      return;
    }
    for (Held held : locks.values()) {
      held.byTransaction &= held.process != process;
    }
    locks.values().removeIf(AdvisoryLocks::isFree);
  }

  /** The connection has ended, or gives back everything. */
  synchronized void giveAll(int process) {
    locks.values().removeIf(held -> held.process == process);
  }
}
