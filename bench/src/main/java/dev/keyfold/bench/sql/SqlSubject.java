package dev.keyfold.bench.sql;

import dev.keyfold.store.rocksdb.EngineByHand;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.rocksdb.RocksDBException;

/** What is compared, in the order in which a round visits it. */
enum SqlSubject {
  KEYFOLD("keyfold", true, true),
  TABLES("keyfold, table API", true, false),
  SQLITE("SQLite", true, true),
  H2("H2", true, true),
  DUCKDB("DuckDB", false, true);

  /** Name in reports. */
  final String label;

  final boolean lookups;
  final boolean tpch;

  SqlSubject(String label, boolean lookups, boolean tpch) {
    this.label = label;
    this.lookups = lookups;
    this.tpch = tpch;
  }

  /** The URL of a store of ours in the directory, or in memory. */
  static String store(Path directory, boolean memory) {
    return memory ? "memory:" : "rocksdb:" + directory.resolve("store") + "?durability=async";
  }

  /**
   * A connection to a database in the directory, or in memory, with the settings that suit the
   * subject best: as much cache as it likes, no syncs, and the file for this process alone, as
   * RocksDB has it anyway.
   */
  Connection connect(Path directory, boolean memory) throws SQLException {
    Path file = directory.resolve("database");
    String url =
        switch (this) {
          case KEYFOLD -> "jdbc:keyfold:" + store(directory, memory) + (memory ? "bench" : "");
          case SQLITE -> "jdbc:sqlite:" + (memory ? ":memory:" : file + ".sqlite");
          case H2 -> memory ? "jdbc:h2:mem:bench" : "jdbc:h2:file:" + file + ";CACHE_SIZE=524288";
          case DUCKDB -> "jdbc:duckdb:" + (memory ? "" : file + ".duckdb");
          case TABLES -> throw new IllegalArgumentException("tables have no connection");
        };
    Connection connection = DriverManager.getConnection(url);
    try (Statement statement = connection.createStatement()) {
      if (this == SQLITE) {
        statement.execute("pragma locking_mode=exclusive");
        statement.execute("pragma journal_mode=wal");
        statement.execute("pragma synchronous=off");
        statement.execute("pragma cache_size=-524288");
        statement.execute("pragma mmap_size=1073741824");
        statement.execute("pragma temp_store=memory");
      }
      if (this == KEYFOLD) {
        statement.execute("set scan_limit = 'unlimited'");
        statement.execute("set work_memory = '1GB'");
      }
    }
    return connection;
  }

  /** Brings what was loaded into the form in which it is read for a long time. */
  Connection settle(Connection loaded, Path directory, boolean memory) throws SQLException {
    try (Statement statement = loaded.createStatement()) {
      if (this == SQLITE) {
        statement.execute("analyze");
      } else if (this == H2) {
        statement.execute("analyze sample_size 0");
        statement.execute("checkpoint");
      } else if (this == DUCKDB) {
        statement.execute("checkpoint");
      }
    }
    if (this != KEYFOLD || memory) {
      return loaded;
    }
    loaded.close();
    compact(store(directory, false));
    return connect(directory, false);
  }

  /** Compacts a store of ours that is closed. */
  static void compact(String url) {
    try {
      EngineByHand.compactStore(url);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }
}
