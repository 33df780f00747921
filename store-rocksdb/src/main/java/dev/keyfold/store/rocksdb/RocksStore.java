package dev.keyfold.store.rocksdb;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
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
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * A store in a directory, on RocksDB. Opened by {@code Stores.open("rocksdb:PATH?options")} or by
 * {@link #open}; the options and their defaults are listed at {@link RocksOptions}. For several
 * threads of one process; a second process is refused.
 *
 * <p>This class is the gate: every call comes in through it and goes out, so that closing can wait
 * until nobody is in native code and then give everything back. What is done inside is in {@link
 * Reads} and {@link OrderedWrites}. Only a cursor's steps go past the gate, through its {@link
 * Seat}.
 */
public final class RocksStore implements Store {
  private final Path path;
  private final RocksOptions options;
  private final StoreDirectory directory;
  private final Engine engine;
  private final RocksDB db;
  private final Failures failures;
  private final Gate gate;
  private final Seats seats;
  private final Reads reads;
  private final LogSync log;
  private final OrderedWrites writes;
  private final Set<RocksSnapshot> snapshots = ConcurrentHashMap.newKeySet();
  private final ReadOptions latest = new ReadOptions();

  private RocksStore(
      Path path,
      RocksOptions options,
      StoreDirectory directory,
      Engine engine,
      RocksDB db,
      UnaryOperator<LogSync.Log> logs) {
    this.path = path;
    this.options = options;
    this.directory = directory;
    this.engine = engine;
    this.db = db;
    failures = new Failures(path);
    gate = new Gate("the store at " + path);
    seats = new Seats(gate);
    reads = new Reads(db, failures, seats, options.prefixBytes());
    log = new LogSync(logs.apply(db::syncWal), failures::writing);
    writes = new OrderedWrites(db, failures, log, gate);
  }

  /** Opens the store in the directory, which is made if it is not there. */
  public static RocksStore open(Path directory, RocksOptions options) {
    return open(directory, options, UnaryOperator.identity());
  }

  /** The same with something put before the log; tests let its sync fail. */
  static RocksStore open(Path directory, RocksOptions options, UnaryOperator<LogSync.Log> logs) {
    Path path = directory.toAbsolutePath().normalize();
    StoreDirectory files = new StoreDirectory(path);
    boolean create = files.prepare(options.recovery());
    Engine engine = new Engine(options, create);
    RocksDB db = null;
    try {
      // Before the engine changes a file, and once more in case the one before us closed late.
      files.unseal();
      db = engine.open(path.toString());
      files.unseal();
      files.noteOwner();
      return new RocksStore(path, options, files, engine, db, logs);
    } catch (RocksDBException e) {
      engine.close();
      throw Failures.isLocked(e) ? files.locked(e) : new Failures(path).opening(e);
    } catch (RuntimeException | Error e) {
      if (db != null) {
        db.close();
      }
      engine.close();
      throw e;
    }
  }

  // ---- reading

  @Override
  public byte[] get(byte[] key) {
    gate.enter();
    try {
      return reads.get(latest, key);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean get(Slice key, Slice value) {
    gate.enter();
    try {
      return reads.get(latest, key, value);
    } finally {
      gate.leave();
    }
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    gate.enter();
    try {
      return reads.getAll(latest, keys);
    } finally {
      gate.leave();
    }
  }

  @Override
  public Cursor scan(Scan scan) {
    gate.enter();
    try {
      return reads.scan(null, scan);
    } finally {
      gate.leave();
    }
  }

  // ---- writing

  @Override
  public void write(Batch batch, Durability durability) {
    gate.enter();
    try {
      writes.write(batch, durability);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void put(byte[] key, byte[] value) {
    gate.enter();
    try {
      writes.put(key, value, options.durability());
    } finally {
      gate.leave();
    }
  }

  @Override
  public void delete(byte[] key) {
    gate.enter();
    try {
      writes.delete(key, options.durability());
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean compareAndSet(byte[] key, byte[] expected, byte[] update, Durability durability) {
    StoreLimits.checkKey(key.length);
    gate.enter();
    try {
      return writes.compareAndSet(key, expected, update, durability, () -> reads.get(latest, key));
    } finally {
      gate.leave();
    }
  }

  @Override
  public void sync() {
    gate.enter();
    try {
      log.alone();
    } finally {
      gate.leave();
    }
  }

  // ---- moments

  @Override
  public Snapshot snapshot() {
    gate.enter();
    try {
      return newSnapshot();
    } finally {
      gate.leave();
    }
  }

  private RocksSnapshot newSnapshot() {
    RocksSnapshot snapshot = new RocksSnapshot(this, db);
    snapshots.add(snapshot);
    return snapshot;
  }

  @Override
  public Transaction transaction() {
    gate.enter();
    try {
      return writes.begin(this::newSnapshot, options.durability());
    } finally {
      gate.leave();
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
    EnumSet<Capability> has =
        EnumSet.of(
            Capability.PERSISTENT,
            Capability.ATOMIC_BATCH,
            Capability.SNAPSHOT,
            Capability.TRANSACTION,
            Capability.COMPARE_AND_SET,
            Capability.CHECKPOINT);
    if (options.bloomBits() > 0) {
      has.add(Capability.BLOOM);
    }
    if (options.cacheBytes() > 0) {
      has.add(Capability.CACHE);
    }
    if (options.compression()) {
      has.add(Capability.COMPRESSION);
    }
    return Collections.unmodifiableSet(has);
  }

  @Override
  public RangeEstimate estimate(KeyRange range) {
    return inside("measuring", () -> Estimates.of(db, range));
  }

  @Override
  public Map<String, Long> metrics() {
    return inside("measuring", () -> Metrics.of(db, engine.statistics(), seats.taken()));
  }

  /**
   * {@inheritDoc}
   *
   * <p>On the same file system it takes hardly any time or room: files are shared until one side
   * drops them.
   */
  @Override
  public void checkpoint(Path directory) {
    inside(
        "making a checkpoint of",
        () -> {
          Backup.write(db, directory, failures);
          return null;
        });
  }

  /** Brings everything into the last level: what was deleted is gone, reads have least to do. */
  public void compact() {
    inside(
        "compacting",
        () -> {
          db.compactRange();
          return null;
        });
  }

  /** Reads every block of every file; throws if one is not what was written. */
  public void verify() {
    inside(
        "verifying",
        () -> {
          db.verifyChecksum();
          return null;
        });
  }

  @Override
  public boolean verifyChecksums() {
    verify();
    return true;
  }

  /** Writes what is only in memory and in the log into files. */
  public void flush() {
    inside(
        "flushing",
        () -> {
          try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
            db.flush(wait);
          }
          return null;
        });
  }

  /** A call of the engine that is rare enough to be an object. */
  private interface EngineCall<T> {
    T run() throws RocksDBException;
  }

  private <T> T inside(String what, EngineCall<T> call) {
    gate.enter();
    try {
      return call.run();
    } catch (RocksDBException e) {
      throw failures.during(what, e);
    } finally {
      gate.leave();
    }
  }

  // ---- for the other classes of this package

  Gate gate() {
    return gate;
  }

  Reads reads() {
    return reads;
  }

  /** For tests that need the engine in a certain state. */
  RocksDB engine() {
    return db;
  }

  /** True for the one who may give the snapshot back. */
  boolean forget(RocksSnapshot snapshot) {
    return snapshots.remove(snapshot);
  }

  /** {@inheritDoc} Cursors, snapshots and transactions that are still open end here. */
  @Override
  public void close() {
    if (!gate.shut()) {
      return;
    }
    gate.awaitEmpty();
    // From here on nobody else is in native code, and nobody can come in. First what refers to
    // the database, then the database, then what it refers to.
    seats.dispose();
    snapshots.forEach(RocksSnapshot::release);
    latest.close();
    writes.close();
    RocksDBException failure = null;
    try {
      db.syncWal();
    } catch (RocksDBException e) {
      failure = e;
    }
    try {
      db.closeE();
    } catch (RocksDBException e) {
      failure = failure == null ? e : failure;
    }
    db.close();
    engine.close();
    if (failure != null) {
      throw failures.during("closing", failure);
    }
    directory.seal();
  }

  @Override
  public String toString() {
    return "rocksdb:" + path;
  }
}
