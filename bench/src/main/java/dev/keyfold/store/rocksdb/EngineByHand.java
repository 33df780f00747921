package dev.keyfold.store.rocksdb;

import dev.keyfold.store.StoreUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The engine exactly as {@link RocksStore} sets it up, without the store around it. In this
 * package, so that a benchmark of the calling layer gets its settings from the code itself and not
 * from a copy that grows old.
 */
public final class EngineByHand implements AutoCloseable {
  private final Engine engine;
  private final RocksDB db;

  private EngineByHand(Engine engine, RocksDB db) {
    this.engine = engine;
    this.db = db;
  }

  /** Opens or creates a database in the directory that such a URL of ours names. */
  public static EngineByHand open(String url) throws RocksDBException {
    StoreUrl parsed = StoreUrl.parse(url);
    RocksOptions options = RocksOptions.of(parsed);
    parsed.done();
    try {
      Files.createDirectories(Path.of(parsed.rest()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Engine engine = new Engine(options, true, 0);
    return new EngineByHand(engine, engine.open(parsed.rest()));
  }

  public RocksDB db() {
    return db;
  }

  /** Writes out the memtables and merges all files into one level. */
  public void compact() throws RocksDBException {
    try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
      db.flush(flush);
    }
    db.compactRange();
  }

  /** The same for a store of ours that is closed for the moment. */
  public static void compactStore(String url) throws RocksDBException {
    StoreDirectory directory = new StoreDirectory(Path.of(StoreUrl.parse(url).rest()));
    directory.unseal();
    try (EngineByHand engine = open(url)) {
      engine.compact();
    }
    directory.seal();
  }

  @Override
  public void close() {
    db.close();
    engine.close();
  }
}
