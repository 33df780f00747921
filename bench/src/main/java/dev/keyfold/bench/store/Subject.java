package dev.keyfold.bench.store;

import dev.keyfold.store.Durability;
import dev.keyfold.store.rocksdb.EngineByHand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;

/** The stores that are compared, in the order in which a round visits them. */
enum Subject {
  KEYFOLD_MEMORY("keyfold memory"),
  SKIP_LIST("skip list"),
  KEYFOLD_ROCKSDB("keyfold rocksdb"),
  ROCKSDB_DIRECT("rocksdbjni, direct buffers"),
  ROCKSDB_ARRAYS("rocksdbjni, byte[]"),
  LMDB("LMDB"),
  MVSTORE("MVStore"),
  SQLITE("SQLite");

  /** Name in reports. */
  final String label;

  Subject(String label) {
    this.label = label;
  }

  /** Whether everything is gone with the process: measured before and after a collection. */
  boolean inMemory() {
    return this == KEYFOLD_MEMORY || this == SKIP_LIST;
  }

  /**
   * Opens an empty store in the directory, which must not exist yet. A write returns when it is as
   * durable as asked; async: when it survives the death of the process.
   */
  StoreSubject open(Path directory, Durability durability) throws IOException {
    boolean durable = durability.isDurable();
    String url = "rocksdb:" + directory + "?durability=" + durability;
    if (this == LMDB || this == MVSTORE || this == SQLITE) {
      Files.createDirectories(directory);
    }
    return switch (this) {
      case KEYFOLD_MEMORY -> new KeyfoldSubject("memory:", null);
      case SKIP_LIST -> new SkipListSubject();
      case KEYFOLD_ROCKSDB -> new KeyfoldSubject(url, () -> compact(url));
      case ROCKSDB_DIRECT -> new RocksDirect(url, durable);
      case ROCKSDB_ARRAYS -> new RocksArrays(url, durable);
      case LMDB -> new LmdbSubject(directory, durable);
      case MVSTORE -> new MvStoreSubject(directory, durable);
      case SQLITE -> new SqliteSubject(directory, durable);
    };
  }

  private static void compact(String url) {
    try {
      EngineByHand.compactStore(url);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }
}
