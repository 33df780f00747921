package dev.keyfold.store.rocksdb;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.StoreLimits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;

/**
 * The read path of one column family, on the latest state or a snapshot. Callers hold the store's
 * gate and the snapshot.
 */
final class RocksReads {
  private static final int FIRST_VALUE_BYTES = 256;

  private final RocksDB db;
  private final ColumnFamilyHandle family;
  private final RocksErrors errors;
  private final IteratorPool pool;
  private final int prefixBytes;

  RocksReads(
      RocksDB db,
      ColumnFamilyHandle family,
      RocksErrors errors,
      IteratorPool pool,
      int prefixBytes) {
    this.db = db;
    this.family = family;
    this.errors = errors;
    this.pool = pool;
    this.prefixBytes = prefixBytes;
  }

  byte[] get(ReadOptions at, byte[] key) {
    StoreLimits.checkKey(key.length);
    try {
      return db.get(family, at, key);
    } catch (RocksDBException e) {
      throw errors.reading(e);
    }
  }

  boolean get(ReadOptions at, Slice key, Slice value) {
    StoreLimits.checkKey(key.length());
    // Arrays, not direct buffers: natively, the address of a direct buffer has to be asked for at
    // every call, and its bytes copied once more into the array that a slice needs.
    byte[] buffer = value.reserve(0);
    if (buffer.length == 0) {
      buffer = value.reserve(FIRST_VALUE_BYTES);
    }
    try {
      int length = get(at, key, buffer);
      while (length > buffer.length) {
        buffer = value.reserve(length);
        length = get(at, key, buffer); // meanwhile it may have grown once more
      }
      if (length < 0) {
        return false;
      }
      value.reserve(length);
      return true;
    } catch (RocksDBException e) {
      throw errors.reading(e);
    }
  }

  /** Copies as much as there is room for; the whole length, negative if the key does not exist. */
  private int get(ReadOptions at, Slice key, byte[] buffer) throws RocksDBException {
    return db.get(family, at, key.array(), key.offset(), key.length(), buffer, 0, buffer.length);
  }

  /** Of the current state, one for all; only for the default family. */
  List<byte[]> getAll(ReadOptions latest, List<byte[]> keys) {
    checkAll(keys);
    try {
      return keys.isEmpty() ? List.of() : db.multiGetAsList(latest, keys);
    } catch (RocksDBException e) {
      throw errors.reading(e);
    }
  }

  /**
   * At a snapshot: one by one, because the engine's call for many crosses over with arrays of
   * arrays, which costs more than it saves.
   */
  List<byte[]> getEach(ReadOptions snapshot, List<byte[]> keys) {
    checkAll(keys);
    try {
      List<byte[]> values = new ArrayList<>(keys.size());
      for (byte[] key : keys) {
        values.add(db.get(family, snapshot, key));
      }
      return values;
    } catch (RocksDBException e) {
      throw errors.reading(e);
    }
  }

  private static void checkAll(List<byte[]> keys) {
    for (byte[] key : keys) {
      StoreLimits.checkKey(key.length);
    }
  }

  /** At the snapshot, or of the current state if it is null. */
  Cursor scan(@Nullable Snapshot snapshot, Scan scan) {
    byte[] start = scan.range().start();
    byte[] end = scan.range().end();
    // Backwards the engine seeks from the end, whose own prefix is another one.
    boolean inPrefix = !scan.reversed() && Prefixes.shared(start, end, prefixBytes);
    PooledIterator pooled = pool.take();
    try {
      pooled.open(db, family, snapshot, start, end, inPrefix, !scan.bulk());
      return new RocksCursor(pool, errors, scan, pooled);
    } catch (RuntimeException | Error e) {
      pooled.vacate();
      pool.giveBack(pooled);
      throw e;
    }
  }
}
