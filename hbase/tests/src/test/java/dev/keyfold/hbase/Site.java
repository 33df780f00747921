package dev.keyfold.hbase;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Settings of servers, and where they keep things: a directory under target, removed later. */
final class Site {
  static final String LOOPBACK = "127.0.0.1";

  private final Path directory;
  private final Map<String, String> settings = new LinkedHashMap<>();
  private String jars;

  Site(String name) {
    try {
      Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
      directory = Files.createTempDirectory(target, name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path path(String name) {
    return directory.resolve(name);
  }

  Site set(String name, Object value) {
    settings.put(name, value.toString());
    return this;
  }

  /** Servers get this class path, which has HBase and more, instead of HBase alone. */
  Site setJars(String classPath) {
    jars = classPath;
    return this;
  }

  /** What every HBase of ours has: everything on the loopback interface, no pages for browsers. */
  Site setCommon(int zooKeeperPort, int masterPort) {
    set("hbase.tmp.dir", path("tmp"));
    set("hbase.zookeeper.property.dataDir", path("zookeeper"));
    set("hbase.zookeeper.quorum", LOOPBACK);
    set("hbase.zookeeper.property.clientPort", zooKeeperPort);
    set("hbase.zookeeper.property.clientPortAddress", LOOPBACK);
    set("hbase.master.port", masterPort);
    for (String server : List.of("master", "regionserver")) {
      set("hbase." + server + ".hostname", "localhost");
      set("hbase." + server + ".ipc.address", LOOPBACK);
      set("hbase." + server + ".info.port", -1);
    }
    return this;
  }

  /**
   * A directory for the class path of one server, with the settings as they are now. HDFS wants its
   * web pages there and is content with empty folders.
   */
  Path conf(String server) {
    try {
      Path conf = Files.createDirectories(path("conf-" + server));
      for (String file : List.of("hbase-site.xml", "core-site.xml", "hdfs-site.xml")) {
        Files.writeString(conf.resolve(file), xml());
      }
      for (String pages : List.of("hdfs", "datanode", "static")) {
        Files.createDirectories(conf.resolve("webapps").resolve(pages));
      }
      return conf;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String xml() {
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

  ServerProcess start(String server, String heap, String... command) {
    return new ServerProcess(
        server, conf(server), jars, path(server + ".out"), heap, List.of(command));
  }

  /** All different: each stays taken until the last one is found. */
  static int[] freePorts(int count) {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      int[] ports = sockets.stream().mapToInt(ServerSocket::getLocalPort).toArray();
      for (ServerSocket socket : sockets) {
        socket.close();
      }
      return ports;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes everything; the servers have ended. */
  void remove() {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(Site::delete);
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
