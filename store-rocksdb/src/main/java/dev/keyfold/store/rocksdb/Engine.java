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
import org.rocksdb.EnvOptions;
import org.rocksdb.HistogramType;
import org.rocksdb.HyperClockCache;
import org.rocksdb.IndexType;
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
  /** Most of the cache that index and filter blocks may take. */
  private static final double MOST_SHARE = 0.5;

  /**
   * Index and filters take 2 to 5 % of the files. Beyond this multiple of the cache, they could
   * fill more than {@link #MOST_SHARE} of it.
   */
  private static final int MOST_FILES_PER_CACHE = 10;

  /** Bytes of the index per entry, rounded up: a separator key per block of some 50 entries. */
  private static final int INDEX_BYTES = 1;

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

  /**
   * @param fileBytes of the table files that exist already
   */
  Engine(RocksOptions settings, boolean create, long fileBytes) {
    // Histograms are ignored: each costs a read of the clock in every call.
    statistics = own(new Statistics(EnumSet.allOf(HistogramType.class)));
    statistics.setStatsLevel(StatsLevel.EXCEPT_DETAILED_TIMERS);
    DBOptions database = database(settings, create);
    BlockBasedTableConfig table = table(settings, isPartitioned(settings, fileBytes));
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

  /**
   * A file has one index block and one filter block, which are cached whole: a lookup searches one
   * block of each. If these blocks do not all fit in the cache, a lookup would read a megabyte from
   * the file to find 100 bytes. Then index and filters are split into partitions of 4 KB, at the
   * price of a third more time for lookups. Files of both forms can be read by either.
   */
  private BlockBasedTableConfig table(RocksOptions settings, boolean partitioned) {
    BlockBasedTableConfig table =
        new BlockBasedTableConfig()
            .setBlockSize(settings.blockBytes())
            .setBlockRestartInterval(16); // 15 of 16 keys are written without what they share
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
    table
        // Unlike the LRU cache it has no lock, and moves no list entry at every hit.
        .setBlockCache(own(new HyperClockCache(settings.cacheBytes(), 0, -1, false)))
        .setCacheIndexAndFilterBlocks(true)
        .setCacheIndexAndFilterBlocksWithHighPriority(true)
        .setPinL0FilterAndIndexBlocksInCache(true);
    if (partitioned) {
      table
          .setIndexType(IndexType.kTwoLevelIndexSearch)
          .setPartitionFilters(bits > 0)
          .setMetadataBlockSize(4096)
          .setPinTopLevelIndexAndFilter(true);
    }
    return table;
  }

  /** Whether index and filters may be too large to stay in the cache as whole blocks. */
  static boolean isPartitioned(RocksOptions settings, long fileBytes) {
    double expected = settings.records() * (filterBits(settings) / 8 + INDEX_BYTES);
    return expected > settings.cacheBytes() * MOST_SHARE
        || fileBytes / MOST_FILES_PER_CACHE > settings.cacheBytes();
  }

  /** As asked, but no more than lets the filters of all expected records stay in the cache. */
  static double filterBits(RocksOptions settings) {
    if (settings.bloomBits() == 0 || settings.records() == 0 || settings.cacheBytes() == 0) {
      return settings.bloomBits();
    }
    double fitting = settings.cacheBytes() * MOST_SHARE * 8 / settings.records();
    return Math.min(settings.bloomBits(), Math.max(FEWEST_BITS, fitting));
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
