package dev.keyfold.store.hbase;

import dev.keyfold.store.errors.StoreUnavailableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.zookeeper.ReadOnlyZKClient;
import org.apache.hbase.thirdparty.io.netty.util.HashedWheelTimer;

/**
 * Checks that the URL names a ZooKeeper with an HBase. HBase's client would wait for two minutes
 * and then name a region; this takes less than ten seconds and names the address.
 */
final class ZooKeeperProbe {
  private static final int CONNECT_MILLIS = 3_000;
  private static final int ANSWER_MILLIS = 6_000;

  private final HBaseAddress address;
  private final String node;

  private ZooKeeperProbe(HBaseAddress address, HBaseOptions options) {
    this.address = address;
    this.node = options.znode() + "/hbaseid"; // written when a cluster starts for the first time
  }

  /** Throws {@link StoreUnavailableException} if none exists. */
  static void check(HBaseAddress address, HBaseOptions options, Configuration conf) {
    String registry = conf.get("hbase.client.registry.impl", "ZK");
    if (!registry.contains("ZK")) {
      return; // the site finds its cluster without ZooKeeper
    }
    ZooKeeperProbe probe = new ZooKeeperProbe(address, options);
    probe.connect();
    probe.ask(conf);
  }

  /** One of the hosts has to take connections. */
  private void connect() {
    Map<String, CompletableFuture<String>> asked = new LinkedHashMap<>();
    for (String host : address.hostNames()) {
      asked.put(host, CompletableFuture.supplyAsync(() -> trouble(host), ZooKeeperProbe::start));
    }
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CONNECT_MILLIS);
    List<String> troubles = new ArrayList<>();
    for (Map.Entry<String, CompletableFuture<String>> host : asked.entrySet()) {
      String trouble;
      try {
        long left = Math.max(1, until - System.nanoTime());
        trouble = host.getValue().get(left, TimeUnit.NANOSECONDS);
      } catch (TimeoutException | ExecutionException e) {
        trouble = "no answer within " + CONNECT_MILLIS + " ms";
      } catch (InterruptedException e) {
        throw interrupted();
      }
      if (trouble.isEmpty()) {
        return;
      }
      troubles.add(host.getKey() + ":" + address.port() + ": " + trouble);
    }
    throw unavailable("no ZooKeeper there (" + String.join("; ", troubles) + ")");
  }

  /** A thread for each: those of the common pool may all be waiting for something. */
  private static void start(Runnable work) {
    Thread thread = new Thread(work, "zookeeper-probe");
    thread.setDaemon(true);
    thread.start();
  }

  /** Why the host takes no connection; empty if it does. */
  private String trouble(String host) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(InetAddress.getByName(host), address.port()), CONNECT_MILLIS);
      return "";
    } catch (UnknownHostException e) {
      return "unknown host";
    } catch (SocketTimeoutException e) {
      return "no answer within " + CONNECT_MILLIS + " ms";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private void ask(Configuration conf) {
    HashedWheelTimer timer = new HashedWheelTimer();
    try (ReadOnlyZKClient client = new ReadOnlyZKClient(conf, timer)) {
      byte[] unused = client.get(node).get(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      Throwable cause = Helpers.causeOf(e);
      String why = cause.getClass().getSimpleName();
      if (why.equals("NoNodeException")) {
        throw unavailable(
            "the ZooKeeper there has no HBase node "
                + node
                + ". Check that it belongs to this cluster, and that znode= matches HBase's"
                + " setting");
      }
      if (!why.equals("NoAuthException")) { // without the permission to read it, but it exists
        throw unavailable(
            "the server there accepts connections but does not answer like ZooKeeper ("
                + cause.getMessage()
                + ")");
      }
    } catch (TimeoutException e) {
      throw unavailable(
          "the server there accepts connections but does not answer like ZooKeeper within "
              + ANSWER_MILLIS
              + " ms");
    } catch (InterruptedException e) {
      throw interrupted();
    } finally {
      timer.stop();
    }
  }

  private StoreUnavailableException unavailable(String why) {
    return new StoreUnavailableException(
        "opening "
            + address
            + ": "
            + why
            + ". The URL names the ZooKeeper servers of the cluster and their client port:"
            + " hbase://HOST,HOST:PORT/TABLE");
  }

  private StoreUnavailableException interrupted() {
    Thread.currentThread().interrupt();
    return new StoreUnavailableException("opening " + address + ": the thread was interrupted");
  }
}
