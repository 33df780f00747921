package dev.keyfold.store.hbase;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.HRegionLocation;
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

/** What is done with whole regions: splits, syncs, sizes. For several threads. */
final class Regions {
  private static final byte[] FIRST_ROW = {0};

  private final Connection connection;
  private final TableName name;
  private final HBaseOptions options;
  private final Failures failures;

  Regions(Connection connection, TableName name, HBaseOptions options, Failures failures) {
    this.connection = connection;
    this.name = name;
    this.options = options;
    this.failures = failures;
  }

  /** One region's keys and bytes, in files and in memory. */
  record Extent(KeyRange keys, long bytes) {}

  /**
   * Begins regions at the keys, as far as that can be done in time; at how many of them one begins
   * then. Of the keys within one region the middle one first, in all regions at once: a thousand
   * splits take ten rounds. A region that still refers to the files of its parent cannot be split
   * before they are compacted, so that is asked for, and then it is tried again.
   */
  int splitAt(List<byte[]> keys) {
    TreeSet<byte[]> wanted = new TreeSet<>(Bytes::compare);
    keys.stream().filter(key -> key.length > 0).map(Cells::row).forEach(wanted::add);
    long until = System.nanoTime() + options.splitTimeout().toNanos();
    try (Admin admin = connection.getAdmin()) {
      boolean changed = false;
      Map<RegionInfo, List<byte[]>> missing = missing(admin, wanted);
      while (!missing.isEmpty() && System.nanoTime() - until < 0) {
        int before = count(missing);
        split(admin, missing, until);
        missing = missing(admin, wanted);
        changed |= count(missing) < before;
        if (count(missing) == before) {
          pause();
        }
      }
      if (changed) {
        spread(admin, until);
      }
      return wanted.size() - count(missing);
    } catch (IOException e) {
      throw failures.during("splitting", e);
    }
  }

  private static int count(Map<RegionInfo, List<byte[]>> keys) {
    return keys.values().stream().mapToInt(List::size).sum();
  }

  /** The keys at which no region begins, by the region they are in. */
  private Map<RegionInfo, List<byte[]>> missing(Admin admin, TreeSet<byte[]> wanted)
      throws IOException {
    Map<RegionInfo, List<byte[]>> missing = new LinkedHashMap<>();
    for (RegionInfo region : admin.getRegions(name)) {
      byte[] end = region.getEndKey();
      List<byte[]> inside =
          new ArrayList<>(
              end.length == 0
                  ? wanted.tailSet(region.getStartKey(), false)
                  : wanted.subSet(region.getStartKey(), false, end, false));
      if (!inside.isEmpty()) {
        missing.put(region, inside);
      }
    }
    return missing;
  }

  /** Each region once, at the middle one of its keys. */
  private void split(Admin admin, Map<RegionInfo, List<byte[]>> missing, long until)
      throws IOException {
    Map<RegionInfo, Future<Void>> running = new LinkedHashMap<>();
    for (Map.Entry<RegionInfo, List<byte[]>> region : missing.entrySet()) {
      byte[] middle = region.getValue().get(region.getValue().size() / 2);
      try {
        running.put(
            region.getKey(), admin.splitRegionAsync(region.getKey().getRegionName(), middle));
      } catch (IOException notNow) {
        compact(admin, region.getKey());
      }
    }
    for (Map.Entry<RegionInfo, Future<Void>> split : running.entrySet()) {
      try {
        split.getValue().get(Math.max(1, until - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (ExecutionException notNow) {
        compact(admin, split.getKey());
      } catch (TimeoutException late) {
        // The others of the round may be through.
      } catch (InterruptedException e) {
        throw failures.interrupted("splitting");
      }
    }
  }

  /** So that a region refers to no files but its own; if it is the cluster, the next call says so. */
  private static void compact(Admin admin, RegionInfo region) {
    try {
      admin.majorCompactRegion(region.getRegionName());
    } catch (IOException notNow) {
      // Tried again with the next attempt to split it.
    }
  }

  private void pause() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(Math.max(200, options.pause().toMillis())));
    if (Thread.interrupted()) {
      throw failures.interrupted("splitting");
    }
  }

  /**
   * Gives each server about as many regions of the table. Both halves of a split stay where the
   * whole was until HBase balances, minutes later; until then one server would take all writes.
   */
  private void spread(Admin admin, long until) throws IOException {
    Map<ServerName, Deque<RegionInfo>> regions = new LinkedHashMap<>();
    admin.getRegionServers(true).forEach(server -> regions.put(server, new ArrayDeque<>()));
    int all = 0;
    try (RegionLocator locator = connection.getRegionLocator(name)) {
      locator.clearRegionLocationCache();
      for (HRegionLocation region : locator.getAllRegionLocations()) {
        Deque<RegionInfo> server = regions.get(region.getServerName());
        if (server != null) {
          server.add(region.getRegion());
          all++;
        }
      }
    }
    int share = regions.isEmpty() ? 0 : (all + regions.size() - 1) / regions.size();
    for (Deque<RegionInfo> server : regions.values()) {
      while (server.size() > share && System.nanoTime() - until < 0) {
        Map.Entry<ServerName, Deque<RegionInfo>> least =
            Collections.min(
                regions.entrySet(), Comparator.comparingInt(entry -> entry.getValue().size()));
        RegionInfo region = server.removeLast();
        least.getValue().add(region);
        try {
          admin.move(region.getEncodedNameAsBytes(), least.getKey());
        } catch (IOException staysThere) {
          // HBase's balancer moves it later.
        }
      }
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
                .addColumn(Cells.OWN_FAMILY, Cells.SYNC_MARK, FIRST_ROW)
                .setDurability(Durability.FSYNC_WAL));
      }
      table.batch(marks, new Object[marks.size()]);
      done = true;
    } catch (IOException e) {
      throw failures.during("syncing", e);
    } catch (InterruptedException e) {
      throw failures.interrupted("syncing");
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
      throw failures.during("measuring", e);
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
      throw failures.during("measuring", e);
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
