package dev.keyfold.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.shaded.org.apache.zookeeper.KeeperException;
import org.apache.hadoop.hbase.shaded.org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.hadoop.hbase.shaded.org.apache.zookeeper.ZooKeeper;

/**
 * HBase as it is in earnest, but for one machine: ZooKeeper, a name node and a data node of HDFS, a
 * master and region servers, each a JVM that can be killed alone. Takes a minute to start and 1.5
 * GB; so tests of one run share one ({@link #shared}), each with tables of its own, and one region
 * server more is started for each that was killed.
 */
final class ClusterHBase implements AutoCloseable {
  private static final String NAME_NODE = "org.apache.hadoop.hdfs.server.namenode.NameNode";
  private static final String DATA_NODE = "org.apache.hadoop.hdfs.server.datanode.DataNode";
  private static final String ZOO_KEEPER = "org.apache.hadoop.hbase.zookeeper.HQuorumPeer";
  private static final String MASTER = "org.apache.hadoop.hbase.master.HMaster";
  private static final String REGION_SERVER = "org.apache.hadoop.hbase.regionserver.HRegionServer";

  private static final int REGION_SERVERS = 2;

  /** How long a region server may be silent before its regions go to others. */
  private static final int SESSION_MILLIS = 10_000;

  /** The longest that ZooKeeper grants: twenty ticks. */
  private static final int MASTER_SESSION_MILLIS = 40_000;

  private static final Duration LONGEST = Duration.ofMinutes(2);

  private static ClusterHBase shared;

  private final Site site = new Site("cluster");
  private final int port;
  private final List<ServerProcess> others = new ArrayList<>();

  /** Those that run, by the port that the master knows them by. */
  private final Map<Integer, ServerProcess> regionServers = new HashMap<>();

  private int started;

  private ClusterHBase() {
    int[] ports = Site.freePorts(3);
    port = ports[0];
    String hdfs = "hdfs://" + Site.LOOPBACK + ":" + ports[2];
    site.setCommon(ports[0], ports[1])
        .set("hbase.cluster.distributed", true)
        .set("hbase.rootdir", hdfs + "/hbase")
        .set("hbase.unsafe.stream.capability.enforce", true)
        .set("hbase.wal.provider", "asyncfs")
        .set("hbase.zookeeper.property.tickTime", 2_000)
        .set("fs.defaultFS", hdfs)
        .set("dfs.replication", 1)
        .set("dfs.namenode.name.dir", site.path("name").toUri())
        .set("dfs.datanode.data.dir", site.path("data").toUri());
    for (String address :
        List.of("namenode.http-", "datanode.", "datanode.http.", "datanode.ipc.")) {
      site.set("dfs." + address + "address", Site.LOOPBACK + ":0");
    }
  }

  /**
   * The one of this JVM, which the first who asks starts and which ends with the JVM; with as many
   * region servers as at its beginning.
   */
  static synchronized ClusterHBase shared() throws Exception {
    if (shared == null) {
      shared = start();
      Runtime.getRuntime().addShutdownHook(new Thread(shared::close, "stop-cluster"));
    }
    shared.restore();
    return shared;
  }

  /** One that ends with this JVM, also if that is told to end while it starts. */
  static ClusterHBase startUntilExit() {
    ClusterHBase cluster = new ClusterHBase();
    Runtime.getRuntime().addShutdownHook(new Thread(cluster::close, "stop-cluster"));
    cluster.startAll();
    return cluster;
  }

  private static ClusterHBase start() {
    ClusterHBase cluster = new ClusterHBase();
    try {
      cluster.startAll();
      return cluster;
    } catch (RuntimeException | Error notReady) {
      cluster.killAll(); // its files stay, to be looked at
      throw notReady;
    }
  }

  private void startAll() {
    try (ServerProcess format =
        site.start("format", "256m", NAME_NODE, "-format", "-nonInteractive")) {
      format.awaitSuccess();
    }
    others.add(site.start("zookeeper", "256m", ZOO_KEEPER, "start"));
    others.add(site.start("namenode", "512m", NAME_NODE));
    others.add(site.start("datanode", "512m", DATA_NODE));
    // Nobody kills the master: a busy machine must not, either.
    site.set("zookeeper.session.timeout", MASTER_SESSION_MILLIS);
    others.add(site.start("master", "512m", MASTER, "start"));
    site.set("zookeeper.session.timeout", SESSION_MILLIS);
    while (regionServers.size() < REGION_SERVERS) {
      startRegionServer();
    }
    List<ServerProcess> all = new ArrayList<>(others);
    all.addAll(regionServers.values());
    Readiness.await(port, REGION_SERVERS, all);
  }

  /** One more, under the next number; does not wait for it. */
  private void startRegionServer() {
    int own = Site.freePorts(1)[0];
    site.set("hbase.regionserver.port", own);
    String name = "regionserver-" + started++;
    regionServers.put(own, site.start(name, "1g", REGION_SERVER, "start"));
  }

  /** Starts a region server for each that was killed, and waits until the master knows them. */
  private void restore() throws Exception {
    while (regionServers.size() < REGION_SERVERS) {
      startRegionServer();
    }
    long until = System.nanoTime() + LONGEST.toNanos();
    try (Connection connection = PlainClient.connect(url("none"));
        Admin admin = connection.getAdmin()) {
      while (!live(admin).equals(regionServers.keySet())) {
        regionServers.values().forEach(ServerProcess::checkAlive);
        if (System.nanoTime() - until >= 0) {
          throw new IllegalStateException(
              "region servers at " + live(admin) + ", expected " + regionServers.keySet());
        }
        Thread.sleep(200);
      }
    }
  }

  private static Set<Integer> live(Admin admin) throws IOException {
    Set<Integer> ports = new HashSet<>();
    admin.getRegionServers().forEach(server -> ports.add(server.getPort()));
    return ports;
  }

  /** kill -9 of the region server that has most regions of a table. */
  void killServerOf(String url) throws IOException {
    regionServers.remove(serverOf(url).getPort()).kill();
  }

  /**
   * The same, and its node in ZooKeeper is removed, as HBase's scripts do when a server has
   * crashed: its regions go to others at once, not when its session has ended.
   */
  void killServerOfAtOnce(String url) throws Exception {
    ServerName server = serverOf(url);
    regionServers.remove(server.getPort()).kill();
    CountDownLatch connected = new CountDownLatch(1);
    ZooKeeper client =
        new ZooKeeper(
            Site.LOOPBACK + ":" + port,
            SESSION_MILLIS,
            event -> {
              if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
              }
            });
    try {
      if (!connected.await(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("ZooKeeper does not answer");
      }
      client.delete("/hbase/rs/" + server, -1);
    } catch (KeeperException.NoNodeException gone) {
      // Its session has ended meanwhile.
    } finally {
      client.close();
    }
  }

  private ServerName serverOf(String url) throws IOException {
    Map<ServerName, Integer> regions = new HashMap<>();
    try (Connection connection = PlainClient.connect(url);
        RegionLocator locator = connection.getRegionLocator(PlainClient.table(url))) {
      for (HRegionLocation region : locator.getAllRegionLocations()) {
        regions.merge(region.getServerName(), 1, Integer::sum);
      }
    }
    regions.keySet().removeIf(server -> !regionServers.containsKey(server.getPort()));
    return regions.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  /** Moves every region of a table to the other server, one after the other. */
  void moveAll(String url) throws IOException {
    try (Connection connection = PlainClient.connect(url);
        Admin admin = connection.getAdmin()) {
      for (RegionInfo region : admin.getRegions(PlainClient.table(url))) {
        try {
          admin.move(region.getEncodedNameAsBytes());
        } catch (IOException alreadyGone) {
          // Split meanwhile.
        }
      }
    }
  }

  /** The store URL of a table in it. */
  String url(String table) {
    return "hbase://" + Site.LOOPBACK + ":" + port + "/" + table;
  }

  private void killAll() {
    regionServers.values().forEach(ServerProcess::kill);
    for (int i = others.size() - 1; i >= 0; i--) {
      others.get(i).kill();
    }
  }

  @Override
  public void close() {
    killAll();
    site.remove();
  }
}
