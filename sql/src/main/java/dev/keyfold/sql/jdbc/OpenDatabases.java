package dev.keyfold.sql.jdbc;

import dev.keyfold.sql.SqlDatabase;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.table.Tables;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The databases that connections of this process have open: one for each store, closed with its
 * last connection. A database in memory stays until the process ends, because a pool may close all
 * its connections for a moment. Thread-safe.
 */
final class OpenDatabases {
  private static final String MEMORY = "memory:";
  private static final Map<String, Shared> OPEN = new HashMap<>();

  private OpenDatabases() {}

  /** One open database. */
  static final class Shared {
    private final String key;
    private final Store store;
    private final Tables tables;
    private final SqlDatabase sql;
    private @Nullable Structures structures;
    private int users;

    private Shared(String key, Store store) {
      this.key = key;
      this.store = store;
      this.tables = Tables.of(store);
      this.sql = SqlDatabase.of(tables, this::structures);
    }

    private synchronized Structures structures() {
      if (structures == null) {
        structures =
            Structures.over(store, StructuresOptions.defaults().withDurability(store.durability()));
      }
      return structures;
    }

    SqlDatabase sql() {
      return sql;
    }

    /** Gives up one use of it. */
    void release() {
      synchronized (OPEN) {
        if (--users == 0 && !key.startsWith(MEMORY)) {
          OPEN.remove(key);
          close();
        }
      }
    }

    private synchronized void close() {
      try (store) {
        if (structures != null) {
          structures.close();
        }
        tables.saveKnowledge();
      }
    }
  }

  /** The database of the store, opened if nobody has it open. */
  static Shared acquire(String url) {
    String key = key(url);
    synchronized (OPEN) {
      Shared shared = OPEN.get(key);
      if (shared == null) {
        Store store = Stores.open(key.startsWith(MEMORY) ? MEMORY : url);
        try {
          shared = new Shared(key, store);
        } catch (RuntimeException | Error failure) {
          store.close();
          throw failure;
        }
        OPEN.put(key, shared);
      }
      shared.users++;
      return shared;
    }
  }

  /** The same for all ways to write the same store. */
  private static String key(String url) {
    if (url.startsWith(MEMORY)) {
      return url;
    }
    Optional<Path> directory = Stores.directory(url);
    return directory
        .map(path -> path.toAbsolutePath().normalize().toString())
        .orElseGet(() -> url.split("\\?", 2)[0]);
  }
}
