package dev.keyfold.hbase;

import java.util.List;
import java.util.Map;

/**
 * HBase in one JVM of its own: master, region server and ZooKeeper, on local files and free ports
 * of the loopback interface. Takes half a minute to start, so tests of one run share one ({@link
 * #newTable}). {@code -Dhbase.port=} names the ZooKeeper of one that runs already, for whoever is
 * writing a test and does not want to wait.
 */
public final class StandaloneHBase implements AutoCloseable {
  private static final int RUNNING = Integer.getInteger("hbase.port", 0);

  private static String sharedUrl;

  private final Site site = new Site("standalone");
  private final int port;
  private final ServerProcess process;

  private StandaloneHBase(String jars, String heap, Map<String, String> settings) {
    int[] ports = Site.freePorts(3);
    port = ports[0];
    site.setCommon(ports[0], ports[1])
        .set("hbase.regionserver.port", ports[2])
        .set("hbase.cluster.distributed", false)
        .set("hbase.rootdir", site.path("root").toUri())
        .set("hbase.unsafe.stream.capability.enforce", false)
        .set("hbase.wal.provider", "filesystem")
        .setJars(jars);
    settings.forEach(site::set);
    process = site.start("hbase", heap, "org.apache.hadoop.hbase.master.HMaster", "start");
  }

  /**
   * The store URL of a new table in the one of this JVM, which the first who asks starts and which
   * ends with the JVM.
   */
  public static synchronized String newTable(String name) {
    if (sharedUrl == null) {
      sharedUrl = RUNNING > 0 ? url(RUNNING) : startShared();
    }
    return sharedUrl + name + "-" + Long.toString(System.nanoTime(), Character.MAX_RADIX);
  }

  private static String startShared() {
    StandaloneHBase started = start();
    Runtime.getRuntime().addShutdownHook(new Thread(started::close, "stop-hbase"));
    return url(started.port);
  }

  /** A new one, empty, ready for clients. */
  static StandaloneHBase start() {
    return start(null, "1g", Map.of());
  }

  /**
   * The same with more in it.
   *
   * @param jars a class path with all of HBase and what shall run inside of it; null for HBase
   * @param heap as in -Xmx
   */
  public static StandaloneHBase start(String jars, String heap, Map<String, String> settings) {
    StandaloneHBase hbase = new StandaloneHBase(jars, heap, settings);
    try {
      Readiness.await(hbase.port, 1, List.of(hbase.process));
      return hbase;
    } catch (RuntimeException | Error notReady) {
      hbase.kill(); // its files stay, to be looked at
      throw notReady;
    }
  }

  /** That of its ZooKeeper. */
  public int port() {
    return port;
  }

  /** The store URL of a table in it. */
  String url(String table) {
    return url(port) + table;
  }

  private static String url(int port) {
    return "hbase://" + Site.LOOPBACK + ":" + port + "/";
  }

  /** As if the machine had lost power. */
  void kill() {
    process.kill();
  }

  @Override
  public void close() {
    kill(); // nothing of it is needed again
    site.remove();
  }
}
