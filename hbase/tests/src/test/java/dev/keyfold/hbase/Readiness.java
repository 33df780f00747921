package dev.keyfold.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Waits until clients find a master that is initialised and enough region servers. */
final class Readiness {
  private static final Duration LONGEST = Duration.ofMinutes(3);

  private Readiness() {}

  static void await(int zooKeeperPort, int regionServers, List<ServerProcess> processes) {
    long until = System.nanoTime() + LONGEST.toNanos();
    while (true) {
      processes.forEach(ServerProcess::checkAlive);
      IOException notYet = tryOnce(zooKeeperPort, regionServers);
      if (notYet == null) {
        return;
      }
      if (System.nanoTime() - until >= 0) {
        StringBuilder words = new StringBuilder("HBase was not ready after " + LONGEST);
        processes.forEach(process -> words.append('\n').append(process.lastWords()));
        throw new IllegalStateException(words.toString(), notYet);
      }
      pause();
    }
  }

  private static IOException tryOnce(int zooKeeperPort, int regionServers) {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.zookeeper.quorum", Site.LOOPBACK);
    conf.setInt("hbase.zookeeper.property.clientPort", zooKeeperPort);
    conf.setInt("hbase.client.retries.number", 1);
    conf.setInt("hbase.client.operation.timeout", 5_000);
    conf.setInt("zookeeper.recovery.retry", 1);
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      int live = admin.getClusterMetrics().getLiveServerMetrics().size();
      if (live < regionServers) {
        return new IOException(live + " live region servers, expected " + regionServers);
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
}
