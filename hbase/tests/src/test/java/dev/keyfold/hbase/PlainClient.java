package dev.keyfold.hbase;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** HBase's own client, for what a test does behind the store's back. */
final class PlainClient {
  private PlainClient() {}

  /** A connection to the servers of a store URL. */
  static Connection connect(String url) throws IOException {
    String[] hostAndPort = url.substring("hbase://".length()).split("[:/]", 3);
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.zookeeper.quorum", hostAndPort[0]);
    conf.set("hbase.zookeeper.property.clientPort", hostAndPort[1]);
    return ConnectionFactory.createConnection(conf);
  }

  /** The table of a store URL. */
  static TableName table(String url) {
    return TableName.valueOf(url.replaceAll("[?].*", "").replaceAll(".*/", ""));
  }
}
