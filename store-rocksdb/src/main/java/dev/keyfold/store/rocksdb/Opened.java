package dev.keyfold.store.rocksdb;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.RangeEstimate;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * One open RocksDB database with everything that refers to it. A {@link RocksStore} replaces it
 * when it reopens the database: after a full disk RocksDB rejects writes until then. Callers hold
 * its gate.
 */
final class Opened {
  final Engine engine;
  final RocksDB db;
  final CloseGuard gate;
  final IteratorPool pool;
  final RocksReads reads;
  final LogSync log;
  final OrderedWrites writes;
  final ReadOptions latest = new ReadOptions();
  private final Set<RocksSnapshot> snapshots = ConcurrentHashMap.newKeySet();
  private final Set<TableFiles> bulkLoads = ConcurrentHashMap.newKeySet();

  Opened(
      Engine engine,
      RocksDB db,
      String what,
      RocksErrors errors,
      int prefixBytes,
      UnaryOperator<LogSync.Log> logs) {
    this.engine = engine;
    this.db = db;
    gate = new CloseGuard(what);
    pool = new IteratorPool(gate);
    reads = new RocksReads(db, db.getDefaultColumnFamily(), errors, pool, prefixBytes);
    log = new LogSync(logs.apply(db::syncWal), errors::writing);
    writes = new OrderedWrites(db, errors, log, gate);
  }

  RocksSnapshot newSnapshot() {
    RocksSnapshot snapshot = new RocksSnapshot(this);
    snapshots.add(snapshot);
    return snapshot;
  }

  RangeEstimate estimate(KeyRange range) throws RocksDBException {
    return RocksEstimates.of(db, db.getDefaultColumnFamily(), range);
  }

  Map<String, Long> metrics() throws RocksDBException {
    return Metrics.of(db, db.getDefaultColumnFamily(), engine.statistics(), pool.taken());
  }

  /** True for the one who may give the snapshot back. */
  boolean forget(RocksSnapshot snapshot) {
    return snapshots.remove(snapshot);
  }

  /** They have something native, which ends with the engine. */
  void opened(TableFiles files) {
    bulkLoads.add(files);
  }

  /** True for the one who may release them. */
  boolean forget(TableFiles files) {
    return bulkLoads.remove(files);
  }

  /**
   * Waits for whoever is inside and gives everything back; the gate must be shut. Cursors,
   * snapshots and transactions that are still open end here.
   *
   * @return what went wrong, else null
   */
  @Nullable RocksDBException close() {
    gate.awaitEmpty();
    // From here on nobody else is in native code, and nobody can come in. First what refers to
    // the database, then the database, then what it refers to.
    pool.dispose();
    snapshots.forEach(RocksSnapshot::release);
    bulkLoads.forEach(TableFiles::release);
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
    return failure;
  }
}
