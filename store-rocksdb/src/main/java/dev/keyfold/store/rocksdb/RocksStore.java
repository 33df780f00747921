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
import dev.keyfold.store.StoreException;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.transaction.ConflictLog;
import dev.keyfold.store.transaction.OptimisticTransaction;
import dev.keyfold.store.transaction.ReadSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.StampedLock;
import java.util.function.UnaryOperator;
import org.rocksdb.Checkpoint;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * A store in a directory, on RocksDB. Opened by {@code Stores.open("rocksdb:PATH?options")} or by
 * {@link #open}; the options and their defaults are listed at {@link RocksOptions}. For several
 * threads of one process; a second one is refused.
 *
 * <p>Three things are held while a call is in native code, in this order:
 *
 * <ol>
 *   <li>the {@link Gate}, so that closing waits; every call goes through it, but a cursor's steps
 *       through their {@link Seat};
 *   <li>the order lock, shared by plain writes and exclusive for the beginning and the end of a
 *       transaction, as {@link ConflictLog} asks for;
 *   <li>nothing while a log is synced: the writes before it are ordered already.
 * </ol>
 */
public final class RocksStore implements Store {
  private static final Set<Capability> CAPABILITIES =
      Collections.unmodifiableSet(
          EnumSet.of(
              Capability.PERSISTENT,
              Capability.ATOMIC_BATCH,
              Capability.SNAPSHOT,
              Capability.TRANSACTION,
              Capability.COMPARE_AND_SET,
              Capability.CHECKPOINT));

  private static final int FIRST_VALUE_BYTES = 256;

  private final Path path;
  private final RocksOptions options;
  private final StoreDirectory directory;
  private final Engine engine;
  private final RocksDB db;
  private final Failures failures;
  private final Gate gate;
  private final Seats seats;
  private final LogSync log;
  private final StampedLock order = new StampedLock();
  private final ConflictLog conflicts = new ConflictLog();
  private final Set<RocksSnapshot> snapshots = ConcurrentHashMap.newKeySet();
  private final ReadOptions reading = new ReadOptions();
  private final WriteOptions writing = new WriteOptions();
  private final Set<Capability> capabilities;

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
    log = new LogSync(logs.apply(db::syncWal), failures::writing);
    EnumSet<Capability> has = EnumSet.copyOf(CAPABILITIES);
    if (options.bloomBits() > 0) {
      has.add(Capability.BLOOM);
    }
    if (options.cacheBytes() > 0) {
      has.add(Capability.CACHE);
    }
    if (options.compression()) {
      has.add(Capability.COMPRESSION);
    }
    capabilities = Collections.unmodifiableSet(has);
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
      return get(reading, key);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean get(Slice key, Slice value) {
    gate.enter();
    try {
      return get(reading, key, value);
    } finally {
      gate.leave();
    }
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    gate.enter();
    try {
      return getAll(reading, keys);
    } finally {
      gate.leave();
    }
  }

  @Override
  public Cursor scan(Scan scan) {
    gate.enter();
    try {
      return scan((org.rocksdb.Snapshot) null, scan);
    } finally {
      gate.leave();
    }
  }

  /** Within the gate, as the next three. */
  byte[] get(ReadOptions at, byte[] key) {
    StoreLimits.checkKey(key.length);
    try {
      return db.get(at, key);
    } catch (RocksDBException e) {
      throw failures.reading(e);
    }
  }

  boolean get(ReadOptions at, Slice key, Slice value) {
    StoreLimits.checkKey(key.length());
    // Copying into a heap array of ours is the fastest way out of the engine: less than half of
    // what a direct buffer costs, whose address has to be asked for at every call.
    byte[] buffer = value.reserve(0);
    if (buffer.length == 0) {
      buffer = value.reserve(FIRST_VALUE_BYTES);
    }
    try {
      int length;
      while ((length =
              db.get(at, key.array(), key.offset(), key.length(), buffer, 0, buffer.length))
          > buffer.length) {
        buffer = value.reserve(length); // and again: meanwhile it may have grown once more
      }
      if (length >= 0) {
        value.reserve(length);
      }
      return length >= 0;
    } catch (RocksDBException e) {
      throw failures.reading(e);
    }
  }

  List<byte[]> getAll(ReadOptions at, List<byte[]> keys) {
    for (byte[] key : keys) {
      StoreLimits.checkKey(key.length);
    }
    try {
      return keys.isEmpty() ? List.of() : db.multiGetAsList(at, keys);
    } catch (RocksDBException e) {
      throw failures.reading(e);
    }
  }

  Cursor scan(org.rocksdb.Snapshot snapshot, Scan scan) {
    byte[] start = scan.range().start();
    byte[] end = scan.range().end();
    // Backwards the engine seeks from the end, whose own prefix is another one.
    boolean inPrefix = !scan.reversed() && Prefixes.shared(start, end, options.prefixBytes());
    Seat seat = seats.take();
    seat.open(db, snapshot, start, end, inPrefix, !scan.bulk());
    return new RocksCursor(seats, failures, scan, seat);
  }

  // ---- writing

  @Override
  public void write(Batch batch, Durability durability) {
    gate.enter();
    try {
      log.check();
      if (!batch.isEmpty()) {
        writeOrdered(batch);
        finish(durability);
      }
    } finally {
      gate.leave();
    }
  }

  private void writeOrdered(Batch batch) {
    try (WriteBatch image = new WriteBatch(batch.image())) {
      long stamp = order.readLock();
      try {
        conflicts.record(batch);
        db.write(writing, image);
      } finally {
        order.unlockRead(stamp);
      }
    } catch (RocksDBException e) {
      throw failures.writing(e);
    }
  }

  @Override
  public void put(byte[] key, byte[] value) {
    StoreLimits.checkKey(key.length);
    StoreLimits.checkValue(value.length);
    gate.enter();
    try {
      log.check();
      long stamp = order.readLock();
      try {
        if (conflicts.isWatching()) {
          Batch one = new Batch();
          one.put(key, value);
          conflicts.record(one);
        }
        db.put(writing, key, value);
      } finally {
        order.unlockRead(stamp);
      }
      finish(options.durability());
    } catch (RocksDBException e) {
      throw failures.writing(e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void delete(byte[] key) {
    StoreLimits.checkKey(key.length);
    gate.enter();
    try {
      log.check();
      long stamp = order.readLock();
      try {
        if (conflicts.isWatching()) {
          Batch one = new Batch();
          one.delete(key);
          conflicts.record(one);
        }
        db.delete(writing, key);
      } finally {
        order.unlockRead(stamp);
      }
      finish(options.durability());
    } catch (RocksDBException e) {
      throw failures.writing(e);
    } finally {
      gate.leave();
    }
  }

  /** In one step under the exclusive lock, so it needs neither a snapshot nor a second attempt. */
  @Override
  public boolean compareAndSet(byte[] key, byte[] expected, byte[] update, Durability durability) {
    StoreLimits.checkKey(key.length);
    Batch batch = new Batch();
    if (update == null) {
      batch.delete(key);
    } else {
      batch.put(key, update);
    }
    gate.enter();
    try {
      log.check();
      long stamp = order.writeLock();
      try {
        if (!Arrays.equals(get(reading, key), expected)) {
          return false;
        }
        writeExclusively(batch);
      } finally {
        order.unlockWrite(stamp);
      }
      finish(durability);
      return true;
    } finally {
      gate.leave();
    }
  }

  /** With the exclusive lock held. */
  private void writeExclusively(Batch batch) {
    try (WriteBatch image = new WriteBatch(batch.image())) {
      db.write(writing, image);
      conflicts.record(batch);
    } catch (RocksDBException e) {
      throw failures.writing(e);
    }
  }

  private void finish(Durability durability) {
    switch (durability) {
      case SYNC -> log.alone();
      case GROUP -> log.together();
      case ASYNC -> {}
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
      long stamp = order.writeLock();
      try {
        RocksSnapshot snapshot = newSnapshot();
        return new OptimisticTransaction(
            snapshot, new Ending(conflicts.begin()), options.durability());
      } finally {
        order.unlockWrite(stamp);
      }
    } finally {
      gate.leave();
    }
  }

  /** The end of a transaction, one way or the other. */
  private final class Ending implements OptimisticTransaction.Committer {
    private final long version;

    Ending(long version) {
      this.version = version;
    }

    @Override
    public void commit(ReadSet reads, Batch batch, Durability durability) {
      gate.enter();
      try {
        log.check();
        long stamp = order.writeLock();
        try {
          conflicts.check(version, reads);
          writeExclusively(batch);
        } finally {
          order.unlockWrite(stamp);
        }
        finish(durability);
      } finally {
        gate.leave();
      }
    }

    @Override
    public void end() {
      long stamp = order.writeLock();
      try {
        conflicts.end(version);
      } finally {
        order.unlockWrite(stamp);
      }
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
    return capabilities;
  }

  @Override
  public RangeEstimate estimate(KeyRange range) {
    gate.enter();
    try {
      return Estimates.of(db, range);
    } catch (RocksDBException e) {
      throw failures.reading(e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public Map<String, Long> metrics() {
    gate.enter();
    try {
      return Metrics.of(db, engine.statistics(), seats.taken());
    } catch (RocksDBException e) {
      throw failures.reading(e);
    } finally {
      gate.leave();
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>On the same file system it takes hardly any time or room: files are shared until one side
   * drops them.
   */
  @Override
  public void checkpoint(Path directory) {
    Path target = directory.toAbsolutePath().normalize();
    Path beside = target.resolveSibling(target.getFileName() + ".new");
    gate.enter();
    try (Checkpoint checkpoint = Checkpoint.create(db)) {
      if (Files.exists(target) || Files.exists(beside)) {
        throw new StoreException(
            "a checkpoint makes its own directory; found "
                + (Files.exists(target) ? target : beside)
                + " there already: name another, or remove it");
      }
      Files.createDirectories(target.getParent());
      checkpoint.createCheckpoint(beside.toString());
      new StoreDirectory(beside).adopt();
      Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
      StoreDirectory.force(target.getParent());
    } catch (RocksDBException e) {
      throw failures.during("making a checkpoint of", e);
    } catch (IOException e) {
      throw new StoreException("making a checkpoint of the store at " + path + ": " + e, e);
    } finally {
      gate.leave();
    }
  }

  /**
   * Brings everything into the last level: deleted entries are gone, reads have the least to do.
   */
  public void compact() {
    gate.enter();
    try {
      db.compactRange();
    } catch (RocksDBException e) {
      throw failures.during("compacting", e);
    } finally {
      gate.leave();
    }
  }

  /** Reads every block of every file; throws if one is not what was written. */
  public void verify() {
    gate.enter();
    try {
      db.verifyChecksum();
    } catch (RocksDBException e) {
      throw failures.during("verifying", e);
    } finally {
      gate.leave();
    }
  }

  /** Writes what is only in memory and in the log into files. */
  public void flush() {
    gate.enter();
    try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
      db.flush(wait);
    } catch (RocksDBException e) {
      throw failures.writing(e);
    } finally {
      gate.leave();
    }
  }

  Gate gate() {
    return gate;
  }

  /** For tests that need the engine in a certain state. */
  RocksDB engine() {
    return db;
  }

  /** True for the one who may give the snapshot back. */
  boolean forget(RocksSnapshot snapshot) {
    return snapshots.remove(snapshot);
  }

  @Override
  public void close() {
    if (!gate.shut()) {
      return;
    }
    gate.awaitEmpty();
    seats.dispose();
    snapshots.forEach(RocksSnapshot::release);
    reading.close();
    writing.close();
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
