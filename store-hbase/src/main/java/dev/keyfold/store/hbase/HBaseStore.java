package dev.keyfold.store.hbase;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.Swap;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.store.hbase.owned.CallGuard;
import java.io.IOException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.jspecify.annotations.Nullable;

/**
 * A store in one table of HBase. Opened by {@code Stores.open("hbase://HOST:PORT/TABLE?options")}
 * or by {@link #open}; the options and their defaults are listed at {@link HBaseOptions}.
 * Thread-safe, and safe for several processes at once.
 *
 * <p>What it has is what one row of HBase has: {@link #capabilities} names neither atomic batches
 * nor snapshots nor transactions. {@link #write} says what becomes of a batch, {@link #scan} what a
 * cursor sees.
 */
public final class HBaseStore implements Store {
  private final HBaseAddress address;
  private final HBaseOptions options;
  private final Set<Capability> capabilities;
  private final Connection connection;
  private final Connection once;
  private final HBaseErrors errors;
  private final CallGuard gate;
  private final HBaseReads reads;
  private final HBaseWrites writes;
  private final RegionCompares compares;
  private final Helpers helpers;
  private final Regions regions;
  private final HBaseEstimates estimates;

  private HBaseStore(
      HBaseAddress address,
      HBaseOptions options,
      HBaseErrors errors,
      TableDescriptor table,
      Connection connection,
      Connection once) {
    this.address = address;
    this.options = options;
    this.capabilities = capabilities(table, options.mode());
    this.connection = connection;
    this.once = once;
    this.errors = errors;
    TableName name = table.getTableName();
    gate = new CallGuard("the store " + address);
    reads = new HBaseReads(connection, name, options, errors);
    writes = new HBaseWrites(connection, name, options, errors, reads);
    helpers = new Helpers("hbase " + address.table());
    compares =
        new RegionCompares(
            connection,
            once,
            name,
            options,
            errors,
            reads,
            helpers,
            table.hasCoprocessor(RegionCompares.ENDPOINT));
    regions = new Regions(connection, name, options, errors);
    estimates = new HBaseEstimates(reads, regions, errors);
  }

  /** Opens the table, which is made if it does not exist and the options allow it. */
  public static HBaseStore open(HBaseAddress address, HBaseOptions options) {
    if (options.mode() != HBaseOptions.Mode.SHARED) {
      throw new StoreUrlException("a table with an owner is opened by its URL, see OwnedStore");
    }
    HBaseErrors errors = new HBaseErrors(address, options);
    Configuration patient = TableSetup.configuration(address, options);
    Configuration impatient = TableSetup.withoutRetries(patient);
    Connection connection = null;
    Connection once = null;
    ZooKeeperProbe.check(address, options, patient);
    try {
      connection = ConnectionFactory.createConnection(patient);
      TableDescriptor table = TableSetup.prepare(connection, address, options, errors);
      once = ConnectionFactory.createConnection(impatient);
      return new HBaseStore(address, options, errors, table, connection, once);
    } catch (IOException e) {
      closeQuietly(connection);
      throw errors.during("opening", e);
    } catch (RuntimeException | Error e) {
      closeQuietly(connection);
      closeQuietly(once);
      throw e;
    }
  }

  static void closeQuietly(@Nullable Connection connection) {
    if (connection != null) {
      try {
        connection.close();
      } catch (IOException alreadyFailing) {
        // What is thrown says more.
      }
    }
  }

  static Set<Capability> capabilities(TableDescriptor table, HBaseOptions.Mode mode) {
    EnumSet<Capability> has = EnumSet.copyOf(mode.capabilities());
    ColumnFamilyDescriptor entries = table.getColumnFamily(HBaseCells.FAMILY);
    if (entries.getBloomFilterType() != BloomType.NONE) {
      has.add(Capability.BLOOM);
    }
    if (entries.getCompressionType() != Compression.Algorithm.NONE) {
      has.add(Capability.COMPRESSION);
    }
    return Collections.unmodifiableSet(has);
  }

  // ---- reading

  @Override
  public byte @Nullable [] get(byte[] key) {
    StoreLimits.checkKey(key.length);
    return gate.inside(() -> reads.get(key));
  }

  /** {@inheritDoc} Each is as it was when its request was served: no snapshot of all. */
  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    keys.forEach(key -> StoreLimits.checkKey(key.length));
    return gate.inside(() -> reads.getAll(keys));
  }

  /**
   * A cursor over the entries, each once and in order, each as it was when the request that brought
   * it was served: entries written or deleted while it is open may or may not be seen. What was
   * acknowledged before it was opened, and not changed since, is seen.
   */
  @Override
  public Cursor scan(Scan scan) {
    Objects.requireNonNull(scan, "scan");
    return gate.inside(() -> cursor(scan));
  }

  private HBaseCursor cursor(Scan scan) {
    return new HBaseCursor(gate, errors, reads::open, options, scan);
  }

  /** {@inheritDoc} Those of several regions are asked at the same time. */
  @Override
  public List<Cursor> scanAll(List<Scan> scans) {
    return gate.inside(() -> helpers.prefetch(scans.stream().map(this::cursor).toList()));
  }

  // ---- writing

  /**
   * Writes the batch, each key of it whole: first its ranges are deleted, then all other keys are
   * written, in no particular order. Others may see some of it before the rest. Returns when all of
   * it is as durable as asked; if it throws, any part may be written, and writing the same batch
   * again completes it.
   */
  @Override
  public void write(Batch batch, Durability durability) {
    Objects.requireNonNull(durability, "durability");
    gate.inside(
        () -> {
          writes.write(batch, durability);
          return null;
        });
  }

  @Override
  public void put(byte[] key, byte[] value) {
    StoreLimits.checkKey(key.length);
    StoreLimits.checkValue(value.length);
    gate.inside(
        () -> {
          writes.put(key, value, options.durability());
          return null;
        });
  }

  @Override
  public void delete(byte[] key) {
    StoreLimits.checkKey(key.length);
    gate.inside(
        () -> {
          writes.delete(key, options.durability());
          return null;
        });
  }

  /**
   * {@inheritDoc}
   *
   * <p>If the answer is lost it throws, and only reading the key tells what happened: see {@link
   * Compares}. A caller that never sets the same value twice can tell its own from others'.
   */
  @Override
  public boolean compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] update, Durability durability) {
    Swap swap = new Swap(key, expected, update);
    check(swap);
    return gate.inside(
        () -> {
          writes.note(durability);
          return compares.compareAndSet(swap, durability);
        });
  }

  /**
   * {@inheritDoc}
   *
   * <p>Those of one region in one request, which does all or, if some are not as expected, only the
   * others by another one; see {@link RegionCompares}.
   */
  @Override
  public boolean[] compareAndSetAll(List<Swap> swaps, Durability durability) {
    swaps.forEach(this::check);
    return gate.inside(
        () -> {
          writes.note(durability);
          return compares.compareAndSetAll(swaps, durability);
        });
  }

  private void check(Swap swap) {
    StoreLimits.checkKey(swap.key().length);
    if (swap.update() != null) {
      StoreLimits.checkValue(swap.update().length);
      writes.checkValue(swap.update().length);
    }
  }

  @Override
  public void sync() {
    gate.inside(
        () -> {
          regions.sync(writes.unsynced());
          return null;
        });
  }

  // ---- snapshots: none

  @Override
  public Snapshot snapshot() {
    throw new UnsupportedStoreException(
        address
            + " does not support snapshots: HBase has none across region servers. Read the store"
            + " directly and verify related keys; or, if one process uses the table, create it with"
            + " mode=owned");
  }

  @Override
  public Transaction transaction() {
    throw new UnsupportedStoreException(
        address
            + " does not support transactions over several keys: use compare-and-set on single"
            + " keys; or, if one process uses the table, create it with mode=owned");
  }

  // ---- about the store

  @Override
  public Durability durability() {
    return options.durability();
  }

  /** What it was opened with. */
  public HBaseOptions options() {
    return options;
  }

  @Override
  public Set<Capability> capabilities() {
    return capabilities;
  }

  @Override
  public RangeEstimate estimate(KeyRange range) {
    return gate.inside(() -> estimates.of(range));
  }

  /**
   * {@inheritDoc}
   *
   * <p>An empty table is split in seconds, a full one as fast as its regions are compacted.
   */
  @Override
  public int splitAt(List<byte[]> keys) {
    return gate.inside(() -> regions.splitAt(keys));
  }

  /** {@inheritDoc} See {@link Incarnation}. */
  @Override
  public String incarnation() {
    return gate.inside(() -> Incarnation.of(connection, tableName(), options, errors));
  }

  private TableName tableName() {
    return TableName.valueOf(address.table());
  }

  @Override
  public Map<String, Long> metrics() {
    return gate.inside(regions::metrics);
  }

  /** {@inheritDoc} Nothing is buffered here, so there is nothing to write. */
  @Override
  public void close() {
    if (!gate.shut()) {
      return;
    }
    helpers.close();
    closeQuietly(once);
    try {
      connection.close();
    } catch (IOException e) {
      throw errors.during("closing", e);
    }
  }

  @Override
  public String toString() {
    return address.toString();
  }
}
