package dev.keyfold.bench.table;

import dev.keyfold.store.rocksdb.EngineByHand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;

/** The tables that are compared, in the order in which a round visits them. */
enum Subject {
  KEYFOLD_MEMORY("keyfold, memory"),
  SKIP_LIST("skip list, by hand"),
  HASH_INDEX("hash index, by hand"),
  KEYFOLD_ROCKSDB("keyfold, rocksdb"),
  BY_HAND("rocksdbjni, by hand"),
  SQLITE("SQLite"),
  H2("H2");

  /** Name in reports. */
  final String label;

  Subject(String label) {
    this.label = label;
  }

  boolean inMemory() {
    return this == KEYFOLD_MEMORY || this == SKIP_LIST || this == HASH_INDEX;
  }

  /**
   * Opens an empty table in the directory, which must not exist yet. Writes survive the death of
   * the process.
   *
   * @param indexed with an index on category and date beside the primary key
   */
  TableSubject open(Path directory, boolean indexed) throws IOException {
    String url = "rocksdb:" + directory + "?durability=async";
    if (this == SQLITE || this == H2) {
      Files.createDirectories(directory);
    }
    return switch (this) {
      case KEYFOLD_MEMORY -> new KeyfoldTable("memory:", indexed, null);
      case SKIP_LIST -> new SkipListTable(indexed);
      case HASH_INDEX -> new HashTable();
      case KEYFOLD_ROCKSDB -> new KeyfoldTable(url, indexed, () -> compact(url));
      case BY_HAND -> new RocksTable(url, indexed);
      case SQLITE -> SqlTable.sqlite(directory, indexed);
      case H2 -> SqlTable.h2(directory, indexed);
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
