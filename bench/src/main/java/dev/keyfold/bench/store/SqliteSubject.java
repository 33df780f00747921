package dev.keyfold.bench.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.locks.ReentrantLock;

/**
 * SQLite: a table that is its own primary key's B-tree, a connection for each session, prepared
 * statements, a write-ahead log. Writers wait for each other here and not in SQLite, which would
 * let them sleep and try again.
 */
final class SqliteSubject implements StoreSubject {
  private final Path file;
  private final boolean durable;
  private final ReentrantLock writers = new ReentrantLock();

  /** Stays open, so that the log is not folded in whenever the last session ends. */
  private final Connection first;

  SqliteSubject(Path directory, boolean durable) {
    file = directory.resolve("records.sqlite");
    this.durable = durable;
    first = connect();
    try (Statement statement = first.createStatement()) {
      statement.execute(
          "create table if not exists records (k blob primary key, v blob not null) without rowid");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private Connection connect() {
    try {
      Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
      try (Statement statement = connection.createStatement()) {
        statement.execute("pragma journal_mode=wal");
        // Off: the system's business when. Full: each commit waits for the disk.
        statement.execute("pragma synchronous=" + (durable ? "full" : "off"));
        statement.execute("pragma cache_size=-524288");
        statement.execute("pragma mmap_size=1073741824");
        statement.execute("pragma busy_timeout=10000");
      }
      return connection;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Session session(Digest digest) {
    try {
      return new SqliteSession(connect(), writers, digest);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void settle() {
    try (Statement statement = first.createStatement()) {
      statement.execute("pragma wal_checkpoint(truncate)");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      first.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class SqliteSession implements Session {
    private final Connection connection;
    private final ReentrantLock writers;
    private final Digest digest;
    private final PreparedStatement put;
    private final PreparedStatement get;
    private final PreparedStatement scan;
    private boolean inBatch;

    SqliteSession(Connection connection, ReentrantLock writers, Digest digest) throws SQLException {
      this.connection = connection;
      this.writers = writers;
      this.digest = digest;
      put = connection.prepareStatement("insert or replace into records values (?, ?)");
      get = connection.prepareStatement("select v from records where k = ?");
      scan =
          connection.prepareStatement("select k, v from records where k >= ? and k < ? order by k");
    }

    @Override
    public void add(byte[] key, byte[] value) {
      try {
        if (!inBatch) {
          writers.lock();
          connection.setAutoCommit(false);
          inBatch = true;
        }
        execute(key, value);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void write() {
      try {
        connection.commit();
        connection.setAutoCommit(true);
        inBatch = false;
        writers.unlock();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void put(byte[] key, byte[] value) {
      writers.lock();
      try {
        execute(key, value);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      } finally {
        writers.unlock();
      }
    }

    private void execute(byte[] key, byte[] value) throws SQLException {
      put.setBytes(1, key);
      put.setBytes(2, value);
      put.executeUpdate();
    }

    @Override
    public long get(byte[] key) {
      try {
        get.setBytes(1, key);
        try (ResultSet row = get.executeQuery()) {
          return row.next() ? digest.of(row.getBytes(1)) : MISSING;
        }
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public long scan(byte[] start, byte[] end) {
      try {
        scan.setBytes(1, start);
        scan.setBytes(2, end);
        long rows = 1;
        try (ResultSet row = scan.executeQuery()) {
          while (row.next()) {
            rows = Digest.add(rows, digest.of(row.getBytes(1)), digest.of(row.getBytes(2)));
          }
        }
        return rows;
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
