package dev.keyfold.store.rocksdb;

import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rocksdb.BuiltinComparator;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.ConfigOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.HistogramType;
import org.rocksdb.OptionsUtil;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.StatsLevel;
import org.rocksdb.Status;
import org.rocksdb.WALRecoveryMode;

/**
 * A database of another program, opened read-only, with the native objects that it needs. RocksDB
 * then takes no lock, and writes no file: no log, no manifest, no info log. What is in the
 * write-ahead log is replayed into memory.
 *
 * <p>The settings come from the newest OPTIONS file, because data cannot be read without some of
 * them: merge operators, table formats, the directory of the write-ahead log. Without such a file
 * they are the engine's defaults.
 */
final class ForeignEngine implements AutoCloseable {
  static final String DEFAULT_FAMILY = "default";
  private static final Pattern OTHER_COMPARATOR =
      Pattern.compile("does not match existing comparator (\\S+)");
  private static final String DELETED_LOG = ".log.trash";

  private final Path path;
  private final String family;
  private final Deque<AutoCloseable> owned = new ArrayDeque<>();
  private final List<ColumnFamilyDescriptor> stored = new ArrayList<>();
  private final Statistics statistics;
  private final RocksDB db;
  private final ColumnFamilyHandle handle;

  static {
    RocksDB.loadLibrary();
  }

  /**
   * Opens the database.
   *
   * @param family one of {@link ForeignFiles#families}
   */
  ForeignEngine(Path path, String family) throws RocksDBException {
    this.path = path;
    this.family = family;
    try {
      // Histograms are ignored: each costs a read of the clock in every call.
      statistics = own(new Statistics(EnumSet.allOf(HistogramType.class)));
      statistics.setStatsLevel(StatsLevel.EXCEPT_DETAILED_TIMERS);
      DBOptions options = options(loadOptions());
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      db = open(options, handles);
      owned.push(db);
      handles.forEach(owned::push); // given back before the database
      handle = handles.get(handles.size() - 1);
    } catch (RocksDBException | RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  RocksDB db() {
    return db;
  }

  ColumnFamilyHandle handle() {
    return handle;
  }

  Statistics statistics() {
    return statistics;
  }

  /** Reads the OPTIONS file, if there is one: the settings of all families, and of the database. */
  private DBOptions loadOptions() throws RocksDBException {
    DBOptions loaded = own(new DBOptions());
    try (ConfigOptions lenient = new ConfigOptions().setIgnoreUnknownOptions(true)) {
      OptionsUtil.loadLatestOptions(lenient, path.toString(), loaded, stored);
    } catch (RocksDBException e) {
      Status status = e.getStatus();
      if (status == null || status.getCode() != Status.Code.NotFound) {
        throw e; // not without its settings: entries could be missing, or be read wrong
      }
    } catch (IllegalArgumentException e) {
      // A table format that the Java interface has no class for; natively everything is loaded.
    }
    stored.forEach(descriptor -> own(descriptor.getOptions()));
    return loaded;
  }

  private DBOptions options(DBOptions loaded) {
    // Has no setter in the Java interface, and must not be off: if the owner has it on, the engine
    // would then correct the manifest, for which a read-only database has no means, and crash.
    Properties more = new Properties();
    more.setProperty("track_and_verify_wals_in_manifest", "true");
    DBOptions options =
        own(DBOptions.getDBOptionsFromProps(more))
            .setStatistics(statistics)
            // A torn last record is one that the owner is writing. The other modes hide what cannot
            // be read, such as merges without an operator, and all entries after it.
            .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords)
            .setAllowMmapReads(loaded.allowMmapReads()) // some table formats need it
            // All files are opened at once, so that those stay readable that the owner deletes.
            .setMaxOpenFiles(-1)
            .setStatsDumpPeriodSec(0);
    String logs = loaded.walDir();
    if (!logs.isEmpty()) {
      checkLogs(Path.of(logs));
      options.setWalDir(logs);
    }
    return options;
  }

  /** A log directory of its own; a missing one would be taken for one without entries. */
  private void checkLogs(Path logs) {
    if (!Files.isDirectory(logs)) {
      throw new StoreException(
          "the database at "
              + path
              + " has its write-ahead log in "
              + logs
              + ", according to its OPTIONS file; expected that directory: without it the latest"
              + " writes are missing");
    }
    try (Stream<Path> files = Files.list(logs)) {
      // The one thing that the engine writes when it only reads: it deletes these.
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(DELETED_LOG))
          .findFirst()
          .ifPresent(
              name -> {
                throw new StoreException(
                    "the log directory "
                        + logs
                        + " of the database at "
                        + path
                        + " contains the deleted log "
                        + name
                        + ", which RocksDB would remove on opening; remove it, or open and close"
                        + " the database with the program that writes it");
              });
    } catch (IOException e) {
      throw RocksErrors.foreign(path).during("opening", e);
    }
  }

  private RocksDB open(DBOptions options, List<ColumnFamilyHandle> handles)
      throws RocksDBException {
    List<ColumnFamilyDescriptor> opened = new ArrayList<>();
    if (!family.equals(DEFAULT_FAMILY)) {
      opened.add(descriptor(DEFAULT_FAMILY)); // the engine opens no other without it
    }
    ColumnFamilyDescriptor asked = descriptor(family);
    asked.getOptions().setComparator(BuiltinComparator.BYTEWISE_COMPARATOR);
    opened.add(asked);
    try {
      return RocksDB.openReadOnly(options, path.toString(), opened, handles);
    } catch (RocksDBException e) {
      Matcher other = OTHER_COMPARATOR.matcher(String.valueOf(e.getMessage()));
      if (!other.find()) {
        throw e;
      }
      throw new UnsupportedStoreException(
          "the database at "
              + path
              + " has a column family with another order: found the comparator "
              + other.group(1)
              + " in family '"
              + (isOpenable(options) ? family : DEFAULT_FAMILY)
              + "', expected leveldb.BytewiseComparator, which sorts keys by their unsigned bytes;"
              + " open another family, or copy the entries into one with that comparator",
          e);
    }
  }

  /** Whether the default family alone can be opened, so that it is not the one in the way. */
  private boolean isOpenable(DBOptions options) {
    if (family.equals(DEFAULT_FAMILY)) {
      return true;
    }
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    List<ColumnFamilyDescriptor> alone = List.of(descriptor(DEFAULT_FAMILY));
    try {
      RocksDB probe = RocksDB.openReadOnly(options, path.toString(), alone, handles);
      handles.forEach(ColumnFamilyHandle::close);
      probe.close();
      return true;
    } catch (RocksDBException e) {
      return false;
    }
  }

  private ColumnFamilyDescriptor descriptor(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    for (ColumnFamilyDescriptor one : stored) {
      if (new String(one.getName(), StandardCharsets.UTF_8).equals(name)) {
        return one;
      }
    }
    return new ColumnFamilyDescriptor(bytes, own(new ColumnFamilyOptions()));
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
