package dev.keyfold.store.hbase;

import dev.keyfold.codec.KeyRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;

/** Operations on whole regions: splits, syncs, sizes. Thread-safe. */
final class Regions {
  private static final byte[] FIRST_ROW = {0};

  private final Connection connection;
  private final TableName name;
  private final HBaseOptions options;
  private final HBaseErrors errors;

  Regions(Connection connection, TableName name, HBaseOptions options, HBaseErrors errors) {
    this.connection = connection;
    this.name = name;
    this.options = options;
    this.errors = errors;
  }

  /** One region's keys and bytes, in files and in memory. */
  record Extent(KeyRange keys, long bytes) {}

  /** Begins regions at the keys, see {@link RegionSplits}; at how many of them one begins then. */
  int splitAt(List<byte[]> keys) {
    try (Admin admin = connection.getAdmin()) {
      return new RegionSplits(connection, admin, name, options, errors).at(keys);
    } catch (IOException e) {
      throw errors.during("splitting", e);
    }
  }

  /**
   * Brings what the servers have in their logs to their disks: one write to each region that asks
   * for it. A log is one file after the other, so everything before that write gets there too.
   *
   * @param unsynced whether there is anything; false afterwards
   */
  void sync(AtomicBoolean unsynced) {
    if (!unsynced.getAndSet(false)) {
      return;
    }
    boolean done = false;
    try (Table table = connection.getTable(name);
        RegionLocator locator = connection.getRegionLocator(name)) {
      List<Put> marks = new ArrayList<>();
      for (byte[] start : locator.getStartKeys()) {
        marks.add(
            new Put(start.length == 0 ? FIRST_ROW : start)
                .addColumn(HBaseCells.OWN_FAMILY, HBaseCells.SYNC_MARK, FIRST_ROW)
                .setDurability(Durability.FSYNC_WAL));
      }
      table.batch(marks, new Object[marks.size()]);
      done = true;
    } catch (IOException e) {
      throw errors.during("syncing", e);
    } catch (InterruptedException e) {
      throw errors.interrupted("syncing");
    } finally {
      if (!done) {
        unsynced.set(true);
      }
    }
  }

  /** Every region, in order. */
  List<Extent> extents() {
    try (Admin admin = connection.getAdmin()) {
      Map<String, Long> bytes = new LinkedHashMap<>();
      for (RegionMetrics region : measured(admin)) {
        bytes.merge(RegionInfo.encodeRegionName(region.getRegionName()), bytes(region), Long::sum);
      }
      List<Extent> extents = new ArrayList<>();
      for (RegionInfo region : admin.getRegions(name)) {
        byte[] end = region.getEndKey();
        extents.add(
            new Extent(
                KeyRange.of(region.getStartKey(), end.length == 0 ? null : end),
                bytes.getOrDefault(region.getEncodedName(), 0L)));
      }
      return extents;
    } catch (IOException e) {
      throw errors.during("measuring", e);
    }
  }

  Map<String, Long> metrics() {
    try (Admin admin = connection.getAdmin()) {
      Map<String, Long> metrics = new LinkedHashMap<>();
      for (String metric :
          List.of("regions", "files", "file-bytes", "memory-bytes", "reads", "writes")) {
        metrics.put(metric, 0L);
      }
      for (RegionMetrics region : measured(admin)) {
        metrics.merge("regions", 1L, Long::sum);
        metrics.merge("files", (long) region.getStoreFileCount(), Long::sum);
        metrics.merge("file-bytes", bytes(region.getStoreFileSize()), Long::sum);
        metrics.merge("memory-bytes", bytes(region.getMemStoreSize()), Long::sum);
        metrics.merge("reads", region.getReadRequestCount(), Long::sum);
        metrics.merge("writes", region.getWriteRequestCount(), Long::sum);
      }
      return metrics;
    } catch (IOException e) {
      throw errors.during("measuring", e);
    }
  }

  /** Asked of the servers themselves: what the master knows is some seconds old. */
  private List<RegionMetrics> measured(Admin admin) throws IOException {
    Set<ServerName> servers = new HashSet<>();
    try (RegionLocator locator = connection.getRegionLocator(name)) {
      locator.getAllRegionLocations().forEach(region -> servers.add(region.getServerName()));
    }
    List<RegionMetrics> regions = new ArrayList<>();
    for (ServerName server : servers) {
      if (server != null) {
        regions.addAll(admin.getRegionMetrics(server, name));
      }
    }
    return regions;
  }

  /** Before compression, if the server knows that. */
  private static long bytes(RegionMetrics region) {
    long files =
        Math.max(bytes(region.getStoreFileSize()), bytes(region.getUncompressedStoreFileSize()));
    return files + bytes(region.getMemStoreSize());
  }

  private static long bytes(Size size) {
    return (long) size.get(Size.Unit.BYTE);
  }
}
