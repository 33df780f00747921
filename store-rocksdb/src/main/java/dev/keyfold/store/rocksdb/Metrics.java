package dev.keyfold.store.rocksdb;

import java.util.Map;
import java.util.TreeMap;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.Status;
import org.rocksdb.TickerType;

/** The engine's counters and sizes under names that a person understands. */
final class Metrics {
  private static final Map<String, String> PROPERTIES =
      Map.ofEntries(
          Map.entry("entries.estimated", "rocksdb.estimate-num-keys"),
          Map.entry("bytes.files", "rocksdb.live-sst-files-size"),
          Map.entry("bytes.live.estimated", "rocksdb.estimate-live-data-size"),
          Map.entry("bytes.blobs", "rocksdb.live-blob-file-size"),
          Map.entry("files.blobs", "rocksdb.num-blob-files"),
          Map.entry("memtable.bytes", "rocksdb.cur-size-all-mem-tables"),
          Map.entry("memtable.entries", "rocksdb.num-entries-active-mem-table"),
          Map.entry("memtable.waiting", "rocksdb.num-immutable-mem-table"),
          Map.entry("cache.bytes", "rocksdb.block-cache-usage"),
          Map.entry("cache.capacity", "rocksdb.block-cache-capacity"),
          Map.entry("snapshots", "rocksdb.num-snapshots"),
          Map.entry("compaction.pending.bytes", "rocksdb.estimate-pending-compaction-bytes"),
          Map.entry("compaction.running", "rocksdb.num-running-compactions"),
          Map.entry("errors.background", "rocksdb.background-errors"));

  private static final Map<String, TickerType> TICKERS =
      Map.ofEntries(
          Map.entry("cache.hits", TickerType.BLOCK_CACHE_HIT),
          Map.entry("cache.misses", TickerType.BLOCK_CACHE_MISS),
          Map.entry("bloom.useful", TickerType.BLOOM_FILTER_USEFUL),
          Map.entry("bloom.positive", TickerType.BLOOM_FILTER_FULL_POSITIVE),
          Map.entry("memtable.hits", TickerType.MEMTABLE_HIT),
          Map.entry("memtable.misses", TickerType.MEMTABLE_MISS),
          Map.entry("read.bytes", TickerType.BYTES_READ),
          Map.entry("read.scan.bytes", TickerType.ITER_BYTES_READ),
          Map.entry("write.bytes", TickerType.BYTES_WRITTEN),
          Map.entry("write.keys", TickerType.NUMBER_KEYS_WRITTEN),
          Map.entry("log.bytes", TickerType.WAL_FILE_BYTES),
          Map.entry("log.syncs", TickerType.WAL_FILE_SYNCED),
          Map.entry("flush.bytes", TickerType.FLUSH_WRITE_BYTES),
          Map.entry("compaction.read.bytes", TickerType.COMPACT_READ_BYTES),
          Map.entry("compaction.write.bytes", TickerType.COMPACT_WRITE_BYTES),
          Map.entry("stall.micros", TickerType.STALL_MICROS));

  private Metrics() {}

  /** Within the store's gate. */
  static Map<String, Long> of(
      RocksDB db, ColumnFamilyHandle family, Statistics statistics, int openCursors)
      throws RocksDBException {
    Map<String, Long> metrics = new TreeMap<>();
    for (Map.Entry<String, String> property : PROPERTIES.entrySet()) {
      metrics.put(property.getKey(), property(db, family, property.getValue()));
    }
    TICKERS.forEach((name, ticker) -> metrics.put(name, statistics.getTickerCount(ticker)));
    metrics.put(
        "bloom.scan.useful",
        statistics.getTickerCount(TickerType.LAST_LEVEL_SEEK_FILTERED)
            + statistics.getTickerCount(TickerType.NON_LAST_LEVEL_SEEK_FILTERED));
    long files = 0;
    for (int level = 0; level < db.numberLevels(family); level++) {
      String text = db.getProperty(family, "rocksdb.num-files-at-level" + level);
      long inLevel = Long.parseLong(text.trim());
      files += inLevel;
      metrics.put("files.level" + level, inLevel);
    }
    metrics.put("files", files);
    metrics.put("cursors", (long) openCursors);
    return metrics;
  }

  /** Zero for what this store does not have, such as a cache. */
  private static long property(RocksDB db, ColumnFamilyHandle family, String name)
      throws RocksDBException {
    try {
      return db.getLongProperty(family, name);
    } catch (RocksDBException e) {
      if (e.getStatus() != null && e.getStatus().getCode() == Status.Code.NotFound) {
        return 0;
      }
      throw e;
    }
  }
}
