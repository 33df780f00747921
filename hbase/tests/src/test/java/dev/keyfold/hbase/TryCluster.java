package dev.keyfold.hbase;

import java.util.concurrent.CountDownLatch;

/** The cluster of the failure tests, for a person: starts it, says where it is, and waits. */
final class TryCluster {
  private TryCluster() {}

  /** Runs until the process is told to end; then the servers end, too, and their files go. */
  public static void main(String[] args) throws InterruptedException {
    System.out.println(
        "Starting ZooKeeper, HDFS, a master and two region servers: about a minute.");
    ClusterHBase cluster = ClusterHBase.startUntilExit();
    String shop = "'" + cluster.url("shop") + "'";
    System.out.println();
    System.out.println(
        "  ./keyfold table create --store "
            + shop
            + " items --schema 'id int64, name string' --key id");
    System.out.println(
        "  echo '{\"id\":1,\"name\":\"tea\"}' | ./keyfold import --store " + shop + " items -");
    System.out.println("  ./keyfold query --store " + shop + " items 'id = 1'");
    System.out.println("  ./keyfold serve --store '" + cluster.url("redis") + "?mode=owned'");
    System.out.println();
    System.out.println("What the servers print is in hbase/tests/target. Ctrl-C ends them.");
    new CountDownLatch(1).await();
  }
}
