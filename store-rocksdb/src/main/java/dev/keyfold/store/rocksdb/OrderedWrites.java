package dev.keyfold.store.rocksdb;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.transaction.ConflictLog;
import dev.keyfold.store.transaction.OptimisticTransaction;
import dev.keyfold.store.transaction.ReadSet;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The write path, ordered for optimistic transactions: plain writes hold the lock shared and run
 * concurrently; the begin and commit of a transaction hold it exclusively. The log is synced after
 * the lock is released, so that only durable writes wait for the disk.
 *
 * <p>Thread-safe. Whoever calls is within the store's gate, except {@link Ending#end}.
 */
final class OrderedWrites implements AutoCloseable {
  private final RocksDB db;
  private final RocksErrors errors;
  private final LogSync log;
  private final CloseGuard gate;
  private final WriteOptions unsynced = new WriteOptions();
  private final StampedLock order = new StampedLock();

  /**
   * Ingesting holds it shared, a checkpoint alone. The engine copies its list of files first and
   * its log later: files ingested between the two would be missing from a checkpoint that has the
   * writes after them.
   */
  private final StampedLock ingesting = new StampedLock();

  private final ConflictLog conflicts = new ConflictLog();

  OrderedWrites(RocksDB db, RocksErrors errors, LogSync log, CloseGuard gate) {
    this.db = db;
    this.errors = errors;
    this.log = log;
    this.gate = gate;
  }

  void write(Batch batch, Durability durability) {
    log.check();
    if (batch.isEmpty()) {
      return;
    }
    // The image is the engine's own form: the whole batch crosses over in one call.
    try (WriteBatch image = new WriteBatch(batch.image())) {
      long stamp = order.readLock();
      try {
        conflicts.record(batch);
        db.write(unsynced, image);
      } finally {
        order.unlockRead(stamp);
      }
    } catch (RocksDBException e) {
      throw errors.writing(e);
    }
    finish(durability);
  }

  void put(byte[] key, byte[] value, Durability durability) {
    StoreLimits.checkKey(key.length);
    StoreLimits.checkValue(value.length);
    log.check();
    long stamp = order.readLock();
    try {
      if (conflicts.isWatching()) {
        Batch one = new Batch();
        one.put(key, value);
        conflicts.record(one);
      }
      db.put(unsynced, key, value);
    } catch (RocksDBException e) {
      throw errors.writing(e);
    } finally {
      order.unlockRead(stamp);
    }
    finish(durability);
  }

  void delete(byte[] key, Durability durability) {
    StoreLimits.checkKey(key.length);
    log.check();
    long stamp = order.readLock();
    try {
      if (conflicts.isWatching()) {
        Batch one = new Batch();
        one.delete(key);
        conflicts.record(one);
      }
      db.delete(unsynced, key);
    } catch (RocksDBException e) {
      throw errors.writing(e);
    } finally {
      order.unlockRead(stamp);
    }
    finish(durability);
  }

  /**
   * Takes over table files that a bulk load has written and synced. The log goes to disk first: the
   * files outlive a failure of the machine, and so must everything that was written before them.
   *
   * <p>Waits for a checkpoint that is being made.
   *
   * @param range that the keys lie in; whoever has read there conflicts
   */
  void ingest(List<String> files, KeyRange range) {
    log.check();
    log.together();
    long stamp = ingesting.readLock();
    try {
      ingestNow(files, range);
    } finally {
      ingesting.unlockRead(stamp);
    }
  }

  /** Runs it while nothing is ingested; all other writes continue. */
  void withoutIngesting(Runnable task) {
    long stamp = ingesting.writeLock();
    try {
      task.run();
    } finally {
      ingesting.unlockWrite(stamp);
    }
  }

  private void ingestNow(List<String> files, KeyRange range) {
    Batch touched = new Batch();
    touched.deleteRange(range);
    try (IngestExternalFileOptions options = new IngestExternalFileOptions().setMoveFiles(true)) {
      // A snapshot must not see them, and the number that hides them stays out of the files, which
      // are never changed once they are on disk.
      options.setSnapshotConsistency(true).setAllowGlobalSeqNo(true).setWriteGlobalSeqno(false);
      long stamp = order.readLock();
      try {
        conflicts.record(touched);
        db.ingestExternalFile(files, options);
      } finally {
        order.unlockRead(stamp);
      }
    } catch (RocksDBException e) {
      throw errors.writing(e);
    }
  }

  /** In one step with the lock held alone, so it needs neither a snapshot nor a second attempt. */
  boolean compareAndSet(
      byte[] key,
      byte @Nullable [] expected,
      byte @Nullable [] update,
      Durability durability,
      Supplier<byte[]> current) {
    Batch batch = new Batch();
    if (update == null) {
      batch.delete(key);
    } else {
      batch.put(key, update);
    }
    log.check();
    long stamp = order.writeLock();
    try {
      if (!Arrays.equals(current.get(), expected)) {
        return false;
      }
      writeAlone(batch);
    } finally {
      order.unlockWrite(stamp);
    }
    finish(durability);
    return true;
  }

  /** A transaction whose snapshot is taken exactly where its conflicts are counted from. */
  Transaction begin(Supplier<? extends Snapshot> snapshot, Durability ownDurability) {
    long stamp = order.writeLock();
    try {
      Snapshot now = snapshot.get();
      return new OptimisticTransaction(now, new Ending(conflicts.begin()), ownDurability);
    } finally {
      order.unlockWrite(stamp);
    }
  }

  /** With the lock held alone. */
  private void writeAlone(Batch batch) {
    try (WriteBatch image = new WriteBatch(batch.image())) {
      db.write(unsynced, image);
      conflicts.record(batch);
    } catch (RocksDBException e) {
      throw errors.writing(e);
    }
  }

  private void finish(Durability durability) {
    switch (durability) {
      case SYNC -> log.alone();
      case GROUP -> log.together();
      case ASYNC -> {}
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
          writeAlone(batch);
        } finally {
          order.unlockWrite(stamp);
        }
        finish(durability);
      } finally {
        gate.leave();
      }
    }

    /** Touches nothing native, so it may come after the store was closed. */
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

  @Override
  public void close() {
    unsynced.close();
  }
}
