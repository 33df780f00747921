package dev.keyfold.store.bitcask;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.BulkWriter;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreReadOnlyException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The logs of a FerricStore as a read-only store: their state when it was opened. Expired keys are
 * those that had expired then. Writes throw {@link StoreReadOnlyException}. Thread-safe.
 *
 * <p>The keys are in memory, each with 16 bytes for the place of its value (24 if it expires) and
 * 12 of the index, in pages that are about 3/4 full; values are read from the files. Every log
 * stays open, so that its owner may delete it.
 */
public final class BitcaskStore implements Store {
  static final Set<Capability> CAPABILITIES =
      Collections.unmodifiableSet(EnumSet.of(Capability.PERSISTENT, Capability.SNAPSHOT));

  /** Larger logs take so long that the user should know why. */
  private static final long LONG_READ = 256 << 20;

  private final Store keys;
  private final LogValues values;
  private final BitcaskReport report;

  private BitcaskStore(Store keys, LogValues values, BitcaskReport report) {
    this.keys = keys;
    this.values = values;
    this.report = report;
  }

  /**
   * Reads all logs of a data directory.
   *
   * @param path the data directory, the directory {@code data} in it, or one shard
   * @param clock what has expired
   * @throws dev.keyfold.store.errors.StoreMissingException if there are no logs
   * @throws StoreException if a file cannot be read; damage in a file is in the {@link #report}
   */
  public static BitcaskStore open(Path path, Clock clock) {
    return open(path, clock, notice -> {});
  }

  static BitcaskStore open(Path path, Clock clock, Consumer<String> notices) {
    LogDirectory directory = LogDirectory.of(path);
    List<LogFile> files = directory.open();
    Findings findings = new Findings();
    LogIndex index = new LogIndex(files, findings);
    try {
      long bytes = files.stream().mapToLong(LogFile::size).sum();
      if (bytes > LONG_READ) {
        notices.accept("reading " + (bytes >> 20) + " MB of logs in " + path);
      }
      for (int i = 0; i < files.size(); i++) {
        read(files.get(i), i, index, findings);
      }
      index.settle(clock.millis());
      BitcaskReport report = findings.report(directory, files);
      return new BitcaskStore(index.keys(), new LogValues(files), report);
    } catch (RuntimeException | Error e) {
      LogValues.close(files);
      index.keys().close();
      throw e;
    }
  }

  private static void read(LogFile file, int number, LogIndex index, Findings findings) {
    try {
      new LogReader(file, number, index, findings).run();
    } catch (IOException e) {
      throw new StoreException("cannot read " + file.name() + ": " + e.getMessage(), e);
    }
  }

  /** What the logs contained, and what of it this store does not show. */
  public BitcaskReport report() {
    return report;
  }

  /** When the key expires, in milliseconds since 1970; 0 if it does not, or is not there. */
  public long expiresAt(byte[] key) {
    byte[] location = keys.get(key);
    return location == null ? 0 : Location.of(location, 0, location.length).expiresAt();
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return BitcaskSnapshot.get(keys, values, key);
  }

  @Override
  public boolean get(Slice key, Slice value) {
    return BitcaskSnapshot.get(keys, values, key, value);
  }

  @Override
  public Cursor scan(Scan scan) {
    return new BitcaskCursor(keys.scan(scan), values);
  }

  @Override
  public Snapshot snapshot() {
    return new BitcaskSnapshot(keys.snapshot(), values);
  }

  private static StoreReadOnlyException readOnly() {
    return new StoreReadOnlyException(
        "a bitcask: store is read-only; copy its entries to a store of another kind to change"
            + " them");
  }

  @Override
  public void write(Batch batch, Durability durability) {
    throw readOnly();
  }

  @Override
  public boolean compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] update, Durability durability) {
    throw readOnly();
  }

  @Override
  public BulkWriter bulkWriter() {
    throw readOnly();
  }

  @Override
  public void checkWritable() {
    throw readOnly();
  }

  @Override
  public Transaction transaction() {
    throw new UnsupportedStoreException(
        "a bitcask: store is read-only and has no transactions; read a snapshot instead");
  }

  @Override
  public void sync() {
    keys.sync(); // nothing to do but to check that it is open
  }

  @Override
  public Durability durability() {
    return keys.durability();
  }

  @Override
  public Set<Capability> capabilities() {
    return CAPABILITIES;
  }

  /** The count is exact; the bytes are those of keys and of the index, not of the values. */
  @Override
  public RangeEstimate estimate(KeyRange range) {
    return keys.estimate(range);
  }

  /** The numbers of the {@link #report}. */
  @Override
  public Map<String, Long> metrics() {
    return report.counts();
  }

  @Override
  public void close() {
    keys.close();
    values.close();
  }
}
