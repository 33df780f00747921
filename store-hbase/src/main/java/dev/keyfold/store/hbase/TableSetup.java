package dev.keyfold.store.hbase;

import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreMissingException;
import dev.keyfold.store.errors.StoreVersionException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;

/**
 * Configures the client and creates the HBase table if it is missing; rejects a table that Keyfold
 * did not create.
 */
final class TableSetup {
  /** Version of how entries lie in the table; one with a higher number is refused. */
  static final int FORMAT = 1;

  static final String FORMAT_NAME = "keyfold.format";

  /** Whether its writes have the servers' times or an owner's; the two do not mix. */
  static final String MODE_NAME = "keyfold.mode";

  /**
   * How long an owned table keeps what says that a cell was deleted. A put of an owner that lost
   * the table while it was asleep may arrive so much later and is still hidden.
   */
  private static final Duration KEEP_DELETES = Duration.ofHours(1);

  /** By how much the client's pauses grow; HConstants.RETRY_BACKOFF. */
  private static final int[] BACKOFF = {1, 2, 3, 5, 10, 20, 40, 100, 100, 100, 100, 200};

  /**
   * ZooKeeper's client divides this among the servers and waits that long for one before it tries
   * the next. With HBase's 90 s, one server of three that is switched off would stop the opening of
   * a cluster that works. Nothing else depends on the session: the client only reads.
   */
  private static final int ZOOKEEPER_MILLIS = 4_000;

  private TableSetup() {}

  /** From {@code hbase-site.xml} on the class path, if there is one, and from the options. */
  static Configuration configuration(HBaseAddress address, HBaseOptions options) {
    Configuration conf = HBaseConfiguration.create();
    int timeout = (int) options.timeout().toMillis();
    int rpc = (int) Math.min(options.rpcTimeout().toMillis(), timeout);
    conf.set("hbase.zookeeper.quorum", address.hosts());
    conf.setInt("hbase.zookeeper.property.clientPort", address.port());
    conf.set("zookeeper.znode.parent", options.znode());
    conf.setInt("hbase.rpc.timeout", rpc);
    conf.setInt("hbase.rpc.read.timeout", rpc);
    conf.setInt("hbase.rpc.write.timeout", rpc);
    conf.setInt("hbase.client.operation.timeout", timeout);
    conf.setInt("hbase.client.meta.operation.timeout", timeout);
    conf.setInt("hbase.client.scanner.timeout.period", timeout);
    conf.setLong("hbase.client.pause", options.pause().toMillis());
    conf.setInt("hbase.client.retries.number", retries(options));
    // The server's own limit decides; ours is checked before anything is sent.
    conf.setInt("hbase.client.keyvalue.maxsize", -1);
    // Otherwise a cluster that is away is asked for thirty times, a second apart. Each server that
    // does not answer costs one attempt, so that there is one for the last of them.
    conf.setInt("zookeeper.recovery.retry", address.hostNames().size());
    conf.setInt("zookeeper.recovery.retry.intervalmill", 200);
    conf.setInt("zookeeper.session.timeout", ZOOKEEPER_MILLIS);
    return conf;
  }

  /** The same for a connection that tries nothing twice. */
  static Configuration withoutRetries(Configuration patient) {
    Configuration once = new Configuration(patient);
    once.setInt("hbase.client.retries.number", 0);
    return once;
  }

  /**
   * As many attempts as fit into the timeout: it, not their number, shall end a call. And not more:
   * the client looks for a region that many times without looking at the clock.
   */
  private static int retries(HBaseOptions options) {
    long waited = 0;
    int attempts = 0;
    while (waited < options.timeout().toMillis()) {
      int growth = BACKOFF[Math.min(attempts, BACKOFF.length - 1)];
      waited += options.pause().toMillis() * growth;
      attempts++;
    }
    return Math.max(3, attempts);
  }

  /** The table, there and enabled. */
  static TableDescriptor prepare(
      Connection connection, HBaseAddress address, HBaseOptions options, HBaseErrors errors) {
    TableName name = TableName.valueOf(address.table());
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(name)) {
        if (!options.create()) {
          throw new StoreMissingException(address + ": the table does not exist");
        }
        create(admin, describe(name, options), options.splitKeys());
      }
      TableDescriptor found = admin.getDescriptor(name);
      check(found, address, options);
      return found;
    } catch (IOException e) {
      throw errors.during("opening", e);
    }
  }

  /** With all its regions at once, which HBase then spreads over its servers. */
  private static void create(Admin admin, TableDescriptor descriptor, List<byte[]> splits)
      throws IOException {
    try {
      admin.createTable(descriptor, splits.isEmpty() ? null : splits.toArray(new byte[0][]));
    } catch (TableExistsException somebodyElse) {
      // Two processes open a new store at once: one table for both, checked next.
    }
  }

  static TableDescriptor describe(TableName name, HBaseOptions options) throws IOException {
    boolean shared = options.mode() == HBaseOptions.Mode.SHARED;
    ColumnFamilyDescriptorBuilder entries =
        ColumnFamilyDescriptorBuilder.newBuilder(HBaseCells.FAMILY)
            .setMaxVersions(1)
            // A delete hides only what was written before it, also within one millisecond. By
            // default it hides whatever has its timestamp, so a put right after it would be lost.
            // An owner gives the times itself, no two writes the same, and needs late ones hidden.
            .setNewVersionBehavior(shared)
            .setCompressionType(Compression.Algorithm.valueOf(options.compression().name()))
            .setDataBlockEncoding(DataBlockEncoding.valueOf(options.encoding().name()))
            .setBloomFilterType(BloomType.valueOf(options.bloom().name()))
            .setBlocksize(options.blockBytes());
    if (!shared) {
      entries.setConfiguration(
          "hbase.hstore.time.to.purge.deletes", Long.toString(KEEP_DELETES.toMillis()));
    }
    ColumnFamilyDescriptor own =
        ColumnFamilyDescriptorBuilder.newBuilder(HBaseCells.OWN_FAMILY).setMaxVersions(1).build();
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(entries.build())
            .setColumnFamily(own)
            .setValue(FORMAT_NAME, Integer.toString(FORMAT))
            .setValue(MODE_NAME, text(options.mode()));
    if (shared) {
      table.setCoprocessor(RegionCompares.ENDPOINT); // HBase's own, part of every server
    }
    return table.build();
  }

  private static String text(HBaseOptions.Mode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  private static void check(TableDescriptor found, HBaseAddress address, HBaseOptions options) {
    String format = found.getValue(FORMAT_NAME);
    if (format == null) {
      throw new StoreException(
          address + ": the table exists but was not created by Keyfold; choose another name");
    }
    if (!format.equals(Integer.toString(FORMAT))) {
      throw new StoreVersionException(
          address
              + ": the table has format "
              + format
              + ", this version supports format "
              + FORMAT
              + "; open it with the version that created it, or a newer one");
    }
    String mode = found.getValue(MODE_NAME);
    if (!text(options.mode()).equals(mode)) {
      throw new StoreException(
          address
              + ": the table was created with mode="
              + mode
              + " and is opened with mode="
              + text(options.mode())
              + "; open it with mode="
              + mode
              + ", or use another table");
    }
    ColumnFamilyDescriptor entries = found.getColumnFamily(HBaseCells.FAMILY);
    boolean shared = options.mode() == HBaseOptions.Mode.SHARED;
    if (entries == null
        || entries.isNewVersionBehavior() != shared
        || found.getColumnFamily(HBaseCells.OWN_FAMILY) == null) {
      throw new StoreException(
          address
              + ": the table was altered; it needs the column families k, "
              + (shared ? "with" : "without")
              + " NEW_VERSION_BEHAVIOR, and o");
    }
  }
}
