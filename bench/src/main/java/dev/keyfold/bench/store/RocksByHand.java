package dev.keyfold.bench.store;

import dev.keyfold.store.rocksdb.EngineByHand;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * RocksDB's Java interface as a programmer uses it who knows it well: what can be used again is,
 * nothing is checked, nobody closes the database meanwhile. The engine has the settings of our
 * store, so only the calling layer differs.
 */
abstract class RocksByHand implements StoreSubject {
  private final String url;
  final boolean durable;
  private EngineByHand engine;

  RocksByHand(String url, boolean durable) {
    this.url = url;
    this.durable = durable;
    open();
  }

  private void open() {
    try {
      engine = EngineByHand.open(url);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  final RocksDB db() {
    return engine.db();
  }

  @Override
  public void settle() {
    try {
      engine.compact();
      engine.close();
      open();
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    engine.close();
  }

  /** What both ways of calling have in common. */
  abstract static class RocksSession implements Session {
    final RocksDB db;
    final Digest digest;
    final ReadOptions reading = new ReadOptions();
    final WriteOptions writing = new WriteOptions();
    final WriteBatch batch = new WriteBatch();

    RocksSession(RocksDB db, boolean durable, Digest digest) {
      this.db = db;
      this.digest = digest;
      writing.setSync(durable);
    }

    @Override
    public final void write() {
      try {
        db.write(writing, batch);
        batch.clear();
      } catch (RocksDBException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {
      batch.close();
      writing.close();
      reading.close();
    }
  }
}
