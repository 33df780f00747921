package dev.keyfold.hbase.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Brings all tables into the form in which they are read for a long time: one file a region. */
final class Settling {
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private Settling() {}

  static void settle(int port) throws IOException {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.zookeeper.quorum", "127.0.0.1");
    conf.setInt("hbase.zookeeper.property.clientPort", port);
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      for (TableName table : admin.listTableNames()) {
        admin.flush(table);
        admin.majorCompact(table);
      }
      pause(); // a compaction is not seen at once
      long until = System.nanoTime() + LONGEST.toNanos();
      for (TableName table : admin.listTableNames()) {
        while (admin.getCompactionState(table) != CompactionState.NONE) {
          if (System.nanoTime() - until > 0) {
            throw new IllegalStateException(table + " was still compacting after " + LONGEST);
          }
          pause();
        }
      }
    }
  }

  /** A second. */
  static void pause() {
    try {
      TimeUnit.SECONDS.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while servers were busy", e);
    }
  }
}
