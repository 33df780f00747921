package dev.keyfold.store.hbase;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.ReadOnlyStore;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.errors.StoreMissingException;
import dev.keyfold.store.errors.StoreReadOnlyException;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.store.hbase.owned.CallGuard;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Any table of HBase, read-only: {@code hbase://HOST:PORT/TABLE?foreign=true}. A key is a row key,
 * a value the newest versions of all cells of the row as {@link dev.keyfold.codec.bytes.CellRow};
 * with {@code family=NAME,NAME} of the cells of these families, and rows without any are not there.
 *
 * <p>Nothing is written, neither to the table nor to its description, and no table is created.
 * Every write throws {@link StoreReadOnlyException}. A scan is no snapshot: rows that change while
 * it runs may be seen before or after the change, each as a whole. Thread-safe.
 */
final class ForeignTable extends ReadOnlyStore {
  /** Without compare-and-set: nothing that writes can be built on it. */
  static final Set<Capability> CAPABILITIES = Set.of(Capability.PERSISTENT);

  private final HBaseAddress address;
  private final Connection connection;
  private final HBaseErrors errors;
  private final CallGuard gate;
  private final ForeignReads reads;
  private final Regions regions;

  private ForeignTable(
      HBaseAddress address,
      List<byte[]> families,
      HBaseOptions options,
      Connection connection,
      HBaseErrors errors) {
    this.address = address;
    this.connection = connection;
    this.errors = errors;
    this.gate = new CallGuard("the store " + address);
    TableName name = TableName.valueOf(address.table());
    this.reads = new ForeignReads(connection, name, families, options, errors);
    this.regions = new Regions(connection, name, options, errors);
  }

  /**
   * Opens the table, which must exist.
   *
   * @param families names separated by commas, null for all
   */
  static ForeignTable open(HBaseAddress address, @Nullable String families, HBaseOptions options) {
    HBaseErrors errors = new HBaseErrors(address, options);
    Configuration conf = TableSetup.configuration(address, options);
    ZooKeeperProbe.check(address, options, conf);
    Connection connection = null;
    try {
      connection = ConnectionFactory.createConnection(conf);
      List<byte[]> chosen = families(connection, address, families);
      return new ForeignTable(address, chosen, options, connection, errors);
    } catch (IOException e) {
      HBaseStore.closeQuietly(connection);
      throw errors.during("opening", e);
    } catch (RuntimeException | Error e) {
      HBaseStore.closeQuietly(connection);
      throw e;
    }
  }

  /** Those that were asked for, each of which the table has. */
  private static List<byte[]> families(
      Connection connection, HBaseAddress address, @Nullable String asked) throws IOException {
    TableName name = TableName.valueOf(address.table());
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(name)) {
        throw new StoreMissingException(address + ": the table does not exist");
      }
      if (!admin.isTableEnabled(name)) {
        throw new StoreUnavailableException(
            address + ": the table is disabled; enable it in the HBase shell");
      }
      List<byte[]> chosen = new ArrayList<>();
      if (asked != null) {
        TableDescriptor table = admin.getDescriptor(name);
        for (String family : asked.split(",", -1)) {
          byte[] bytes = family.getBytes(StandardCharsets.UTF_8);
          if (!table.hasColumnFamily(bytes)) {
            throw new StoreUrlException(
                "option family: found '"
                    + family
                    + "', expected column families of the table: "
                    + String.join(", ", names(table)));
          }
          chosen.add(bytes);
        }
      }
      return chosen;
    }
  }

  private static List<String> names(TableDescriptor table) {
    return table.getColumnFamilyNames().stream()
        .map(name -> new String(name, StandardCharsets.UTF_8))
        .toList();
  }

  // ---- reading

  @Override
  public byte @Nullable [] get(byte[] key) {
    return getAll(List.of(key)).get(0);
  }

  /** {@inheritDoc} Each is as it was when its request was served: no snapshot of all. */
  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    keys.forEach(key -> StoreLimits.checkKey(key.length));
    // HBase refuses to look for a row key that no row can have.
    return gate.inside(
        () ->
            keys.stream().allMatch(key -> key.length <= Short.MAX_VALUE)
                ? reads.getAll(keys)
                : getEach(keys));
  }

  private List<byte[]> getEach(List<byte[]> keys) {
    List<byte[]> values = new ArrayList<>();
    for (byte[] key : keys) {
      values.add(key.length > Short.MAX_VALUE ? null : reads.getAll(List.of(key)).get(0));
    }
    return values;
  }

  @Override
  public Cursor scan(Scan scan) {
    Objects.requireNonNull(scan, "scan");
    return gate.inside(() -> new ForeignCursor(gate, errors, reads::open, scan));
  }

  @Override
  public Snapshot snapshot() {
    throw new UnsupportedStoreException(
        this
            + " does not support snapshots: HBase has none across region servers. Read the store"
            + " directly");
  }

  // ---- about the store

  @Override
  public Set<Capability> capabilities() {
    return CAPABILITIES;
  }

  @Override
  public RangeEstimate estimate(KeyRange range) {
    return gate.inside(() -> reads.estimate(range));
  }

  @Override
  public Map<String, Long> metrics() {
    return gate.inside(regions::metrics);
  }

  @Override
  public void close() {
    if (!gate.shut()) {
      return;
    }
    try {
      connection.close();
    } catch (IOException e) {
      throw errors.during("closing", e);
    }
  }

  @Override
  public String toString() {
    return address + "?foreign=true";
  }
}
