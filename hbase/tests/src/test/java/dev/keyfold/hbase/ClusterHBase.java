package dev.keyfold.hbase;

import java.util.ArrayList;
import java.util.List;

/**
 * HBase as it is in earnest, but for one machine: ZooKeeper, a name node and a data node of HDFS, a
 * master and region servers, each a JVM that can be killed alone. Takes a minute to start and 1.5
 * GB.
 */
final class ClusterHBase implements AutoCloseable {
  private static final String NAME_NODE = "org.apache.hadoop.hdfs.server.namenode.NameNode";
  private static final String DATA_NODE = "org.apache.hadoop.hdfs.server.datanode.DataNode";
  private static final String ZOO_KEEPER = "org.apache.hadoop.hbase.zookeeper.HQuorumPeer";
  private static final String MASTER = "org.apache.hadoop.hbase.master.HMaster";
  private static final String REGION_SERVER = "org.apache.hadoop.hbase.regionserver.HRegionServer";

  private final Site site = new Site("cluster");
  private final int port;
  private final List<ServerProcess> others = new ArrayList<>();
  private final List<ServerProcess> regionServers = new ArrayList<>();

  private ClusterHBase() {
    int[] ports = Site.freePorts(3);
    port = ports[0];
    String hdfs = "hdfs://" + Site.LOOPBACK + ":" + ports[2];
    site.setCommon(ports[0], ports[1])
        .set("hbase.cluster.distributed", true)
        .set("hbase.rootdir", hdfs + "/hbase")
        .set("hbase.unsafe.stream.capability.enforce", true)
        .set("hbase.wal.provider", "asyncfs")
        .set("zookeeper.session.timeout", 10_000)
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

  static ClusterHBase start(int regionServers) {
    ClusterHBase cluster = new ClusterHBase();
    try {
      cluster.startAll(regionServers);
      return cluster;
    } catch (RuntimeException | Error notReady) {
      cluster.killAll(); // its files stay, to be looked at
      throw notReady;
    }
  }

  private void startAll(int count) {
    try (ServerProcess format =
        site.start("format", "256m", NAME_NODE, "-format", "-nonInteractive")) {
      format.awaitSuccess();
    }
    others.add(site.start("zookeeper", "256m", ZOO_KEEPER, "start"));
    others.add(site.start("namenode", "512m", NAME_NODE));
    others.add(site.start("datanode", "512m", DATA_NODE));
    others.add(site.start("master", "512m", MASTER, "start"));
    for (int i = 0; i < count; i++) {
      startRegionServer();
    }
    List<ServerProcess> all = new ArrayList<>(others);
    all.addAll(regionServers);
    Readiness.await(port, count, all);
  }

  /** One more, under the next number; does not wait for it. */
  void startRegionServer() {
    site.set("hbase.regionserver.port", Site.freePorts(1)[0]);
    String name = "regionserver-" + regionServers.size();
    regionServers.add(site.start(name, "1g", REGION_SERVER, "start"));
  }

  /** kill -9. */
  void killRegionServer(int number) {
    regionServers.get(number).kill();
  }

  /** The store URL of a table in it. */
  String url(String table) {
    return "hbase://" + Site.LOOPBACK + ":" + port + "/" + table;
  }

  private void killAll() {
    regionServers.forEach(ServerProcess::kill);
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
