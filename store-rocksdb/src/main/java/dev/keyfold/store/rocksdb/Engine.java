package dev.keyfold.store.rocksdb;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.BuiltinComparator;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.EnvOptions;
import org.rocksdb.HistogramType;
import org.rocksdb.IndexType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.StatsLevel;
import org.rocksdb.WALRecoveryMode;

/**
 * The native objects that live as long as an open database: its options, cache, filter and
 * statistics. They are made in one order and closed in the opposite one, the database first.
 */
final class Engine implements AutoCloseable {
  /** Most of the cache that index and filter blocks may take for themselves. */
  private static final double MOST_SHARE = 0.5;

  private static final double LEAST_SHARE = 0.1;
  private static final int FEWEST_BITS = 5;
  private static final long BYTES_PER_SYNC = 1 << 20;
  private static final String REWRITE_SECONDS = "3600";

  private final Deque<AutoCloseable> owned = new ArrayDeque<>();
  private final Statistics statistics;
  private final Options options;
  private final Options bulkOptions;

  static {
    RocksDB.loadLibrary();
  }

  Engine(RocksOptions settings, boolean create) {
    // Histograms are ignored: each costs a read of the clock in every call.
    statistics = own(new Statistics(EnumSet.allOf(HistogramType.class)));
    statistics.setStatsLevel(StatsLevel.EXCEPT_DETAILED_TIMERS);
    DBOptions database = database(settings, create);
    BlockBasedTableConfig table = table(settings);
    options = own(new Options(database, family(settings, table)));
    // Files of bulk loads are compressed for speed, wherever they end up: the reply waits for them.
    ColumnFamilyOptions bulk = family(settings, table);
    bulk.setBottommostCompressionType(CompressionType.DISABLE_COMPRESSION_OPTION);
    bulkOptions = own(new Options(database, bulk));
  }

  /** Opens the database; it must be closed before this is. */
  RocksDB open(String directory) throws RocksDBException {
    return RocksDB.open(options, directory);
  }

  /** The same without writing anything. */
  RocksDB openReadOnly(String directory) throws RocksDBException {
    return RocksDB.openReadOnly(options, directory);
  }

  /** How a bulk load writes table files that the database will take over. */
  Options bulkOptions() {
    return bulkOptions;
  }

  /** For such a file; the caller's to close. */
  EnvOptions newEnvironment() {
    return new EnvOptions().setBytesPerSync(BYTES_PER_SYNC);
  }

  Statistics statistics() {
    return statistics;
  }

  private DBOptions database(RocksOptions settings, boolean create) {
    boolean strict = settings.recovery() == RocksRecovery.STRICT;
    // These two have no setter in the Java interface. The first writes the size of each closed log
    // into the manifest, the second into its successor: a log that is missing or shorter when the
    // store is opened again is found out instead of leaving a hole.
    Properties more = new Properties();
    more.setProperty("track_and_verify_wals_in_manifest", Boolean.toString(strict));
    more.setProperty("track_and_verify_wals", Boolean.toString(strict));
    DBOptions database = own(DBOptions.getDBOptionsFromProps(more));
    return database
        .setCreateIfMissing(create)
        .setParanoidChecks(true)
        .setStatistics(statistics)
        .setListeners(List.of(own(new NoSilentRecovery())))
        // Strict: a torn last record is dropped, anything else that cannot be read is an error.
        // Salvage: everything up to the first thing that cannot be read.
        .setWalRecoveryMode(
            strict
                ? WALRecoveryMode.TolerateCorruptedTailRecords
                : WALRecoveryMode.PointInTimeRecovery)
        .setMaxBackgroundJobs(Math.max(2, Math.min(4, Runtime.getRuntime().availableProcessors())))
        .setBytesPerSync(BYTES_PER_SYNC) // no burst of dirty pages after a flush or compaction
        .setStatsDumpPeriodSec(0)
        .setMaxLogFileSize(4 << 20)
        .setKeepLogFileNum(4);
  }

  private ColumnFamilyOptions family(RocksOptions settings, BlockBasedTableConfig table) {
    // No setter in the Java interface. Without the delay, RocksDB rewrites a file of the last level
    // as soon as no snapshot is older than it, only to drop sequence numbers: each big copy would
    // compete for the processor with a compaction of all its files.
    Properties more = new Properties();
    more.setProperty("bottommost_file_compaction_delay", REWRITE_SECONDS);
    ColumnFamilyOptions family = own(ColumnFamilyOptions.getColumnFamilyOptionsFromProps(more));
    family
        .setComparator(BuiltinComparator.BYTEWISE_COMPARATOR)
        .setTableFormatConfig(table)
        .setWriteBufferSize(settings.memtableBytes())
        .setMaxWriteBufferNumber(3)
        .setTargetFileSizeBase(settings.memtableBytes())
        .setMaxBytesForLevelBase(settings.memtableBytes() * 4)
        .setLevelCompactionDynamicLevelBytes(true);
    if (settings.compression()) {
      family
          .setCompressionType(CompressionType.LZ4_COMPRESSION)
          .setBottommostCompressionType(CompressionType.ZSTD_COMPRESSION)
          .setBlobCompressionType(CompressionType.ZSTD_COMPRESSION);
    } else {
      family
          .setCompressionType(CompressionType.NO_COMPRESSION)
          .setBottommostCompressionType(CompressionType.NO_COMPRESSION)
          .setBlobCompressionType(CompressionType.NO_COMPRESSION);
    }
    if (settings.prefixBytes() > 0) {
      family.useCappedPrefixExtractor(settings.prefixBytes());
    }
    if (settings.bloomBits() > 0) {
      family.setMemtablePrefixBloomSizeRatio(0.02).setMemtableWholeKeyFiltering(true);
    }
    if (settings.blobBytes() > 0) {
      family
          .setEnableBlobFiles(true)
          .setMinBlobSize(settings.blobBytes())
          .setEnableBlobGarbageCollection(true);
    }
    return family;
  }

  private BlockBasedTableConfig table(RocksOptions settings) {
    BlockBasedTableConfig table =
        new BlockBasedTableConfig()
            .setBlockSize(settings.blockBytes())
            .setBlockRestartInterval(16) // 15 of 16 keys are written without what they share
            .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash)
            .setDataBlockHashTableUtilRatio(0.75);
    double bits = filterBits(settings);
    if (bits > 0) {
      table
          .setFilterPolicy(own(new BloomFilter(bits)))
          .setWholeKeyFiltering(true)
          .setOptimizeFiltersForMemory(true);
    }
    if (settings.cacheBytes() == 0) {
      // Without a cache a partition would be read from its file at every lookup.
      return table.setNoBlockCache(true);
    }
    return table
        .setBlockCache(own(new LRUCache(settings.cacheBytes(), -1, false, share(settings))))
        .setIndexType(IndexType.kTwoLevelIndexSearch)
        .setPartitionFilters(bits > 0)
        .setMetadataBlockSize(4096)
        .setCacheIndexAndFilterBlocks(true)
        .setCacheIndexAndFilterBlocksWithHighPriority(true)
        .setPinTopLevelIndexAndFilter(true)
        .setPinL0FilterAndIndexBlocksInCache(true);
  }

  /** As asked, but no more than lets the filters of all expected records stay in the cache. */
  static double filterBits(RocksOptions settings) {
    if (settings.bloomBits() == 0 || settings.records() == 0 || settings.cacheBytes() == 0) {
      return settings.bloomBits();
    }
    double fitting = settings.cacheBytes() * MOST_SHARE * 8 / settings.records();
    return Math.min(settings.bloomBits(), Math.max(FEWEST_BITS, fitting));
  }

  /** The part of the cache that index and filter blocks have for themselves. */
  static double share(RocksOptions settings) {
    double filters = filterBits(settings) * settings.records() / 8;
    return Math.max(LEAST_SHARE, Math.min(MOST_SHARE, 1.2 * filters / settings.cacheBytes()));
  }

  private <T extends AutoCloseable> T own(T object) {
    owned.push(object);
    return object;
  }

  @Override
  public void close() {
    while (!owned.isEmpty()) {
      try {
        owned.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException("native options could not be given back", e);
      }
    }
  }
}
