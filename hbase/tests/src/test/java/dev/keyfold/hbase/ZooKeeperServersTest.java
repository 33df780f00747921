package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A ZooKeeper of several servers of which only the last one is there: the others are silent, like
 * machines that were switched off.
 */
class ZooKeeperServersTest {
  private static final Duration AT_MOST = Duration.ofSeconds(30);

  /** Takes no connection and refuses none: packets to it are dropped. */
  private static final class Silent implements AutoCloseable {
    private final ServerSocket socket;
    private final List<Socket> waiting = new ArrayList<>();

    Silent(String host, int port) throws IOException {
      socket = new ServerSocket(port, 1, InetAddress.getByName(host));
      try {
        while (true) { // until nobody fits into its queue any more
          Socket client = new Socket();
          waiting.add(client);
          client.connect(new InetSocketAddress(host, port), 300);
        }
      } catch (SocketTimeoutException full) {
        assertThat(waiting).hasSizeLessThan(100);
      }
    }

    @Override
    public void close() throws IOException {
      for (Socket each : waiting) {
        each.close();
      }
      socket.close();
    }
  }

  @Test
  void oneThatAnswersIsEnough() throws Exception {
    String url = StandaloneHBase.newTable("zookeepers");
    int port = Integer.parseInt(url.replaceAll("^.*:([0-9]+)/.*$", "$1"));
    String servers = url.replace("//127.0.0.1:", "//127.0.0.2,127.0.0.3,127.0.0.1:");
    try (Silent one = new Silent("127.0.0.2", port);
        Silent other = new Silent("127.0.0.3", port)) {
      assertThat(one).isNotSameAs(other);
      long began = System.nanoTime();
      // Three clients, each of which tries the servers in random order.
      try (Store store = Stores.open(servers)) {
        store.put(new byte[] {1}, new byte[] {2});
        assertThat(store.get(new byte[] {1})).containsExactly(2);
      }
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(AT_MOST);
    }
  }
}
