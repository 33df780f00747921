package dev.keyfold.hbase;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * HBase in one JVM of its own: master, region server and ZooKeeper, on local files and free ports of
 * the loopback interface. Takes half a minute to start, so tests of one run share one ({@link
 * #shared}).
 */
final class StandaloneHBase implements AutoCloseable {
  private static final Duration LONGEST_START = Duration.ofMinutes(3);
  private static StandaloneHBase shared;

  private final Path directory;
  private final int port;
  private final ServerProcess process;

  private StandaloneHBase(Path directory) throws IOException {
    this.directory = directory;
    List<Integer> ports = freePorts(3);
    port = ports.get(0);
    Path conf = Files.createDirectories(directory.resolve("conf"));
    Files.writeString(conf.resolve("hbase-site.xml"), xml(settings(directory, ports)));
    process =
        new ServerProcess(
            "HBase",
            conf,
            directory.resolve("output"),
            "1g",
            List.of("org.apache.hadoop.hbase.master.HMaster", "start"));
  }

  /** The one of this JVM, started by the first who asks, ended with the JVM. */
  static synchronized StandaloneHBase shared() {
    if (shared == null) {
      StandaloneHBase started = start();
      Runtime.getRuntime().addShutdownHook(new Thread(started::close, "stop-hbase"));
      shared = started;
    }
    return shared;
  }

  /** A new one, empty, ready for clients. */
  static StandaloneHBase start() {
    try {
      Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
      StandaloneHBase hbase = new StandaloneHBase(Files.createTempDirectory(target, "hbase"));
      try {
        hbase.awaitReady();
        return hbase;
      } catch (RuntimeException | Error notReady) {
        hbase.process.close();
        throw notReady;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of ZooKeeper. */
  int port() {
    return port;
  }

  /** The store URL of a table in it. */
  String url(String table) {
    return "hbase://127.0.0.1:" + port + "/" + table;
  }

  private static Map<String, String> settings(Path directory, List<Integer> ports) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("hbase.cluster.distributed", "false");
    settings.put("hbase.rootdir", directory.resolve("root").toUri().toString());
    settings.put("hbase.tmp.dir", directory.resolve("tmp").toString());
    settings.put("hbase.zookeeper.property.dataDir", directory.resolve("zookeeper").toString());
    settings.put("hbase.zookeeper.quorum", "127.0.0.1");
    settings.put("hbase.zookeeper.property.clientPort", ports.get(0).toString());
    settings.put("hbase.zookeeper.property.clientPortAddress", "127.0.0.1");
    settings.put("hbase.unsafe.stream.capability.enforce", "false");
    settings.put("hbase.wal.provider", "filesystem");
    for (String server : List.of("master", "regionserver")) {
      boolean master = server.equals("master");
      settings.put("hbase." + server + ".hostname", "localhost");
      settings.put("hbase." + server + ".ipc.address", "127.0.0.1");
      settings.put("hbase." + server + ".port", ports.get(master ? 1 : 2).toString());
      settings.put("hbase." + server + ".info.port", "-1");
    }
    return settings;
  }

  private static String xml(Map<String, String> settings) {
    StringBuilder xml = new StringBuilder("<configuration>\n");
    settings.forEach(
        (name, value) ->
            xml.append("  <property><name>")
                .append(name)
                .append("</name><value>")
                .append(value)
                .append("</value></property>\n"));
    return xml.append("</configuration>\n").toString();
  }

  /** All different: each stays taken until the last one is found. */
  private static List<Integer> freePorts(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      List<Integer> ports = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        sockets.add(socket);
        ports.add(socket.getLocalPort());
      }
      return ports;
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }

  private void awaitReady() {
    long until = System.nanoTime() + LONGEST_START.toNanos();
    while (true) {
      process.checkAlive();
      IOException notYet = tryOnce();
      if (notYet == null) {
        return;
      }
      if (System.nanoTime() - until >= 0) {
        throw new IllegalStateException(
            "HBase was not ready after " + LONGEST_START + ": " + process.lastWords(), notYet);
      }
      pause();
    }
  }

  /** Null if a client finds a master that is initialised and a live region server. */
  private IOException tryOnce() {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.zookeeper.quorum", "127.0.0.1");
    conf.setInt("hbase.zookeeper.property.clientPort", port);
    conf.setInt("hbase.client.retries.number", 1);
    conf.setInt("hbase.client.operation.timeout", 5_000);
    conf.setInt("zookeeper.recovery.retry", 1);
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      if (admin.getClusterMetrics().getLiveServerMetrics().isEmpty()) {
        return new IOException("no live region server");
      }
      admin.listTableNames(); // refused until the master is initialised
      return null;
    } catch (IOException e) {
      return e;
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(500);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while HBase was starting", e);
    }
  }

  /** As if the machine had lost power. */
  void kill() {
    process.kill();
  }

  @Override
  public void close() {
    process.kill(); // nothing of it is needed again
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(StandaloneHBase::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
