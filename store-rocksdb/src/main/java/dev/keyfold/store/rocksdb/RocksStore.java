package dev.keyfold.store.rocksdb;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.BulkWriter;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.StoreFullException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * A store in a directory, on RocksDB. Opened by {@code Stores.open("rocksdb:PATH?options")} or by
 * {@link #open}; the options and their defaults are listed at {@link RocksOptions}. Thread-safe; a
 * second process cannot open the directory.
 *
 * <p>Every call passes the close guard of the open engine, so that closing can wait until no thread
 * is in native code and then free everything. {@link RocksReads} and {@link OrderedWrites} do the
 * work. Only the steps of a cursor bypass the guard, through its {@link PooledIterator}.
 *
 * <p>On a full disk reads continue and writes throw {@link StoreFullException}. When there is space
 * again, the next write reopens the database and continues; see {@link EngineLifecycle}.
 */
public final class RocksStore implements Store {
  private final Path path;
  private final RocksOptions options;
  private final StoreDirectory directory;
  private final RocksErrors errors;
  private final EngineLifecycle lifecycle;

  private RocksStore(
      Path path, RocksOptions options, StoreDirectory directory, UnaryOperator<LogSync.Log> logs) {
    this.path = path;
    this.options = options;
    this.directory = directory;
    FullDisk fullDisk = new FullDisk(path);
    errors = new RocksErrors(path, fullDisk::noticed);
    lifecycle = new EngineLifecycle(path, options, directory, fullDisk, errors, logs);
  }

  /** Opens the store in the directory, which is made if it does not exist. */
  public static RocksStore open(Path directory, RocksOptions options) {
    return open(directory, options, UnaryOperator.identity());
  }

  /** The same with something put before the log; tests let its sync fail. */
  static RocksStore open(Path directory, RocksOptions options, UnaryOperator<LogSync.Log> logs) {
    Path path = directory.toAbsolutePath().normalize();
    StoreDirectory files = new StoreDirectory(path);
    return new RocksStore(path, options, files, logs);
  }

  /**
   * {@inheritDoc}
   *
   * <p>After a full disk it tries whether there is room again, once a second at most, and if so
   * reopens the engine: cursors, snapshots and transactions from before then throw.
   */
  @Override
  public void checkWritable() {
    lifecycle.checkWritable();
  }

  // ---- reading

  @Override
  public byte @Nullable [] get(byte[] key) {
    Opened now = lifecycle.enter();
    try {
      return now.reads.get(now.latest, key);
    } finally {
      now.gate.leave();
    }
  }

  @Override
  public boolean get(Slice key, Slice value) {
    Opened now = lifecycle.enter();
    try {
      return now.reads.get(now.latest, key, value);
    } finally {
      now.gate.leave();
    }
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    Opened now = lifecycle.enter();
    try {
      return now.reads.getAll(now.latest, keys);
    } finally {
      now.gate.leave();
    }
  }

  @Override
  public Cursor scan(Scan scan) {
    Opened now = lifecycle.enter();
    try {
      return now.reads.scan(null, scan);
    } finally {
      now.gate.leave();
    }
  }

  // ---- writing

  @Override
  public void write(Batch batch, Durability durability) {
    Opened now = lifecycle.enterToWrite();
    try {
      now.writes.write(batch, durability);
    } finally {
      now.gate.leave();
    }
  }

  @Override
  public void put(byte[] key, byte[] value) {
    Opened now = lifecycle.enterToWrite();
    try {
      now.writes.put(key, value, options.durability());
    } finally {
      now.gate.leave();
    }
  }

  @Override
  public void delete(byte[] key) {
    Opened now = lifecycle.enterToWrite();
    try {
      now.writes.delete(key, options.durability());
    } finally {
      now.gate.leave();
    }
  }

  @Override
  public boolean compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] update, Durability durability) {
    StoreLimits.checkKey(key.length);
    Opened now = lifecycle.enterToWrite();
    try {
      return now.writes.compareAndSet(
          key, expected, update, durability, () -> now.reads.get(now.latest, key));
    } finally {
      now.gate.leave();
    }
  }

  @Override
  public BulkWriter bulkWriter() {
    Opened now = lifecycle.enterToWrite();
    try {
      return new RocksBulkWriter(
          now,
          options.memtableBytes(),
          () ->
              new TableFiles(
                  now, directory::newLoad, new RocksErrors(path), options.memtableBytes()));
    } finally {
      now.gate.leave();
    }
  }

  @Override
  public void sync() {
    Opened now = lifecycle.enterToWrite();
    try {
      now.log.alone();
    } finally {
      now.gate.leave();
    }
  }

  // ---- snapshots

  @Override
  public Snapshot snapshot() {
    Opened now = lifecycle.enter();
    try {
      return now.newSnapshot();
    } finally {
      now.gate.leave();
    }
  }

  @Override
  public Transaction transaction() {
    lifecycle.resumeIfPossible(); // or its commit would be refused although there is room
    Opened now = lifecycle.enter();
    try {
      return now.writes.begin(now::newSnapshot, options.durability());
    } finally {
      now.gate.leave();
    }
  }

  // ---- about the store

  @Override
  public Durability durability() {
    return options.durability();
  }

  /** What it was opened with. */
  public RocksOptions options() {
    return options;
  }

  @Override
  public Set<Capability> capabilities() {
    return options.capabilities();
  }

  @Override
  public RangeEstimate estimate(KeyRange range) {
    return inside("measuring", now -> now.estimate(range));
  }

  @Override
  public Map<String, Long> metrics() {
    return inside("measuring", Opened::metrics);
  }

  /**
   * {@inheritDoc}
   *
   * <p>On the same file system it takes hardly any time or room: files are shared until one side
   * drops them. Bulk loads wait for its end with their commit; other writes continue.
   */
  @Override
  public void checkpoint(Path directory) {
    doing(
        "making a checkpoint of",
        now -> now.writes.withoutIngesting(() -> Backup.write(now.db, directory, errors)));
  }

  /** Brings everything into the last level: what was deleted is gone, reads have least to do. */
  public void compact() {
    doing("compacting", now -> now.db.compactRange());
  }

  /** Reads every block of every file; throws if one is not what was written. */
  public void verify() {
    doing("verifying", now -> now.db.verifyChecksum());
  }

  @Override
  public boolean verifyChecksums() {
    verify();
    return true;
  }

  /** Writes what is only in memory and in the log into files. */
  public void flush() {
    doing(
        "flushing",
        now -> {
          try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
            now.db.flush(wait);
          }
        });
  }

  /** A call of the engine that is rare enough to be an object. */
  private interface EngineCall<T> {
    T run(Opened now) throws RocksDBException;
  }

  /** The same without a result. */
  private interface EngineAction {
    void run(Opened now) throws RocksDBException;
  }

  private void doing(String what, EngineAction action) {
    inside(
        what,
        now -> {
          action.run(now);
          return now;
        });
  }

  private <T> T inside(String what, EngineCall<T> call) {
    Opened now = lifecycle.enter();
    try {
      return call.run(now);
    } catch (RocksDBException e) {
      throw errors.during(what, e);
    } finally {
      now.gate.leave();
    }
  }

  /** For tests that need the engine in a certain state. */
  RocksDB engine() {
    return lifecycle.current().db;
  }

  /** {@inheritDoc} Cursors, snapshots and transactions that are still open end here. */
  @Override
  public void close() {
    if (lifecycle.close()) {
      directory.seal();
    }
  }

  @Override
  public String toString() {
    return "rocksdb:" + path;
  }
}
