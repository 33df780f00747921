package dev.keyfold.store.rocksdb;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.ReadOnlyStore;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.errors.StoreReadOnlyException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;

/**
 * One column family of any RocksDB database, read-only: {@code
 * rocksdb:PATH?foreign=true&family=NAME}. Nothing is written to its directory, and no lock is
 * taken, so that the program that owns it can have it open, and write, at the same time. This store
 * shows the state in which it was opened; open it again to see later writes. Thread-safe.
 *
 * <p>Every write throws {@link StoreReadOnlyException}. Keys may be longer than those of our own
 * stores, or empty: scans return them, lookups by key refuse them.
 */
final class ForeignStore extends ReadOnlyStore {
  /** Without compare-and-set: nothing that writes can be built on it. */
  static final Set<Capability> CAPABILITIES = Set.of(Capability.PERSISTENT, Capability.SNAPSHOT);

  private final Path path;
  private final String family;
  private final RocksErrors errors;
  private final ForeignEngine engine;
  private final CloseGuard gate;
  private final IteratorPool pool;
  private final RocksReads reads;
  private final ReadOptions latest;

  private ForeignStore(Path path, String family) {
    this.path = path;
    this.family = family;
    errors = RocksErrors.foreign(path);
    engine = new ForeignFiles(path).open(family);
    latest = new ReadOptions(); // not earlier: the engine loads the native library
    gate = new CloseGuard("the store at " + path);
    pool = new IteratorPool(gate);
    // 0: the owner's prefix filter, if it has one, is left alone; all scans are in total order.
    reads = new RocksReads(engine.db(), engine.handle(), errors, pool, 0);
  }

  /** Opens the column family of the database in the directory. */
  static ForeignStore open(Path directory, String family) {
    return new ForeignStore(directory.toAbsolutePath().normalize(), family);
  }

  // ---- reading

  @Override
  public byte @Nullable [] get(byte[] key) {
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
      return reads.getEach(latest, keys); // one state for all: it never changes
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

  @Override
  public Snapshot snapshot() {
    gate.enter();
    gate.leave();
    return new ForeignSnapshot(this);
  }

  // ---- about the store

  /** The other column families of the database; empty if its owner is just changing its files. */
  List<String> otherFamilies() {
    try {
      List<String> families = new ArrayList<>(new ForeignFiles(path).families());
      families.remove(family);
      return families;
    } catch (RocksDBException e) {
      return List.of();
    }
  }

  @Override
  public Set<Capability> capabilities() {
    return CAPABILITIES;
  }

  @Override
  public RangeEstimate estimate(KeyRange range) {
    return inside("measuring", () -> RocksEstimates.of(engine.db(), engine.handle(), range));
  }

  @Override
  public Map<String, Long> metrics() {
    return inside(
        "measuring",
        () -> Metrics.of(engine.db(), engine.handle(), engine.statistics(), pool.taken()));
  }

  @Override
  public boolean verifyChecksums() {
    return inside(
        "verifying",
        () -> {
          engine.db().verifyChecksum();
          return true;
        });
  }

  /** A call of the engine. */
  private interface EngineCall<T> {
    T run() throws RocksDBException;
  }

  private <T> T inside(String what, EngineCall<T> call) {
    gate.enter();
    try {
      return call.run();
    } catch (RocksDBException e) {
      throw errors.during(what, e);
    } finally {
      gate.leave();
    }
  }

  /** {@inheritDoc} Cursors that are still open end here. */
  @Override
  public void close() {
    if (gate.shut(CloseGuard.CLOSED)) {
      gate.awaitEmpty();
      pool.dispose();
      latest.close();
      engine.close();
    }
  }

  @Override
  public String toString() {
    return "rocksdb:" + path + "?foreign=true&family=" + family;
  }
}
