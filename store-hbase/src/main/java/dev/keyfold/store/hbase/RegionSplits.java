package dev.keyfold.store.hbase;

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
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Splits regions at given keys, as far as possible within the timeout, and balances them. Of the
 * keys within one region the middle one first, in all regions at once: a thousand splits take ten
 * rounds.
 *
 * <p>Both halves of a region with rows refer to its files, and HBase does not split them while they
 * do. So they are compacted; and reopened, because a region keeps the files that were compacted for
 * another two minutes. Made for one call by one thread.
 */
final class RegionSplits {
  private static final long PAUSE_MILLIS = 200;

  /** Of the table's descriptor; a new value makes the master reopen all regions. */
  private static final String OPENED = "keyfold.regions.opened";

  private final Connection connection;
  private final Admin admin;
  private final TableName name;
  private final HBaseErrors errors;
  private final long until;

  /** Regions whose compaction was requested. */
  private final Set<String> compacting = new HashSet<>();

  RegionSplits(
      Connection connection,
      Admin admin,
      TableName name,
      HBaseOptions options,
      HBaseErrors errors) {
    this.connection = connection;
    this.admin = admin;
    this.name = name;
    this.errors = errors;
    this.until = System.nanoTime() + options.splitTimeout().toNanos();
  }

  /** At how many of the keys a region begins now. */
  int at(List<byte[]> keys) throws IOException {
    NavigableSet<byte[]> wanted = new TreeSet<>(Bytes::compare);
    keys.stream().filter(key -> key.length > 0).map(HBaseCells::row).forEach(wanted::add);
    boolean changed = false;
    Map<RegionInfo, List<byte[]>> missing = missing(wanted);
    while (!missing.isEmpty() && isInTime()) {
      int before = count(missing);
      List<RegionInfo> refused = split(missing);
      if (!refused.isEmpty()) {
        prepare(refused);
      }
      missing = missing(wanted);
      changed |= count(missing) < before;
    }
    if (changed) {
      spread();
    }
    return wanted.size() - count(missing);
  }

  private boolean isInTime() {
    return System.nanoTime() - until < 0;
  }

  private static int count(Map<RegionInfo, List<byte[]>> keys) {
    return keys.values().stream().mapToInt(List::size).sum();
  }

  /** The keys at which no region begins, by the region they are in. */
  private Map<RegionInfo, List<byte[]>> missing(NavigableSet<byte[]> wanted) throws IOException {
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

  /** Each region once, at the middle one of its keys; those that could not be. */
  private List<RegionInfo> split(Map<RegionInfo, List<byte[]>> missing) {
    List<RegionInfo> refused = new ArrayList<>();
    Map<RegionInfo, Future<Void>> running = new LinkedHashMap<>();
    for (Map.Entry<RegionInfo, List<byte[]>> region : missing.entrySet()) {
      byte[] middle = region.getValue().get(region.getValue().size() / 2);
      try {
        running.put(
            region.getKey(), admin.splitRegionAsync(region.getKey().getRegionName(), middle));
      } catch (IOException notNow) {
        refused.add(region.getKey());
      }
    }
    for (Map.Entry<RegionInfo, Future<Void>> split : running.entrySet()) {
      try {
        split.getValue().get(Math.max(1, until - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (ExecutionException notNow) {
        refused.add(split.getKey());
      } catch (TimeoutException late) {
        // The others of the round may be through.
      } catch (InterruptedException e) {
        throw errors.interrupted("splitting");
      }
    }
    return refused;
  }

  /** Compacts regions, and reopens those that are compacted. */
  private void prepare(List<RegionInfo> regions) throws IOException {
    boolean compacts = false;
    for (RegionInfo region : regions) {
      if (compacting.add(region.getEncodedName())) {
        try {
          admin.majorCompactRegion(region.getRegionName());
        } catch (IOException notNow) {
          compacting.remove(region.getEncodedName()); // if it is the cluster, the next call says so
        }
      }
    }
    do {
      pause();
      compacts = false;
      for (RegionInfo region : regions) {
        compacts |= isCompacting(region);
      }
    } while (compacts && isInTime());
    if (!compacts) {
      open(regions);
      regions.forEach(region -> compacting.remove(region.getEncodedName()));
    }
  }

  private boolean isCompacting(RegionInfo region) {
    try {
      return admin.getCompactionStateForRegion(region.getRegionName()) != CompactionState.NONE;
    } catch (IOException goneOrAway) {
      return false;
    }
  }

  private void pause() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
    if (Thread.interrupted()) {
      throw errors.interrupted("splitting");
    }
  }

  /**
   * Reopens regions: on another server, or where none exists all of the table by a change of its
   * descriptor. Both are one step of the master; a region that this process had closed and not
   * opened again when it died would stay away.
   */
  private void open(List<RegionInfo> regions) throws IOException {
    if (admin.getRegionServers(true).size() < 2) {
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(name))
              .setValue(OPENED, Long.toString(System.currentTimeMillis()))
              .build());
      return;
    }
    for (RegionInfo region : regions) {
      try {
        admin.move(region.getEncodedNameAsBytes());
      } catch (IOException notNow) {
        // Tried again with the next attempt to split it.
      }
    }
  }

  /**
   * Gives each server about as many regions of the table. Both halves of a split stay where the
   * whole was until HBase balances, minutes later; until then one server would take all writes.
   */
  private void spread() throws IOException {
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
      while (server.size() > share && isInTime()) {
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
}
