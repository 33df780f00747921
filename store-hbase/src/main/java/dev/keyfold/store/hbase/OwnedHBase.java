package dev.keyfold.store.hbase;

import dev.keyfold.store.hbase.owned.LeaseSettings;
import dev.keyfold.store.hbase.owned.OwnedStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** Opens a table of {@code mode=owned}. */
final class OwnedHBase {
  private OwnedHBase() {}

  static OwnedStore open(HBaseAddress address, HBaseOptions options, Consumer<String> notices) {
    HBaseErrors errors = new HBaseErrors(address, options);
    Connection connection = null;
    Configuration conf = TableSetup.configuration(address, options);
    ZooKeeperProbe.check(address, options, conf);
    try {
      connection = ConnectionFactory.createConnection(conf);
      TableDescriptor table = TableSetup.prepare(connection, address, options, errors);
      LeaseSettings settings =
          new LeaseSettings(
              address.toString(),
              "process " + ManagementFactory.getRuntimeMXBean().getName(),
              options.lease(),
              options.patience(),
              options.timeout(),
              options.memoryBytes(),
              options.valueBytes(),
              notices);
      return OwnedStore.open(
          settings,
          new HBaseRows(connection, table.getTableName(), address, options, errors),
          new HBaseLeaseRow(connection, table.getTableName(), errors),
          HBaseStore.capabilities(table, options.mode()),
          options.durability(),
          InstantSource.system());
    } catch (IOException e) {
      HBaseStore.closeQuietly(connection);
      throw errors.during("opening", e);
    } catch (RuntimeException | Error e) {
      HBaseStore.closeQuietly(connection);
      throw e;
    }
  }
}
