package dev.keyfold.store.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A URL that names no ZooKeeper: said within ten seconds, with the address. */
class WrongAddressTest {
  private static final Duration AT_MOST = Duration.ofSeconds(10);

  /**
   * The six seconds of the probe and, the first time, loading the client: on a busy machine too.
   */
  private static void refused(String url, String why) {
    if (Runtime.version().feature() >= 24) { // said before the address is looked at
      assertThatThrownBy(() -> Stores.open(url)).isInstanceOf(UnsupportedStoreException.class);
      return;
    }
    Duration took = timed(url, why);
    for (int again = 0; again < 2 && took.compareTo(AT_MOST) >= 0; again++) {
      took = timed(url, why);
    }
    assertThat(took).isLessThan(AT_MOST);
  }

  private static Duration timed(String url, String why) {
    long began = System.nanoTime();
    assertThatThrownBy(() -> Stores.open(url))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining(url.substring(0, url.indexOf("/shop")))
        .hasMessageContaining(why);
    return Duration.ofNanos(System.nanoTime() - began);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?mode=owned"})
  void nobodyListens(String mode) throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    refused(
        "hbase://127.0.0.1:" + port + "/shop" + mode, "127.0.0.1:" + port + ": Connection refused");
    refused(
        "hbase://nowhere.invalid,127.0.0.1:" + port + "/shop" + mode, "nowhere.invalid:" + port);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?mode=owned"})
  void somethingElseListens(String mode) throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      refused(
          "hbase://127.0.0.1:" + silent.getLocalPort() + "/shop" + mode,
          "does not answer like ZooKeeper");
    }
  }

  /** A web server, for instance: it takes the connection and ends it. */
  @Test
  void somethingElseHangsUp() throws Exception {
    ServerSocket rude = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(() -> hangUp(rude));
    thread.start();
    try {
      refused(
          "hbase://127.0.0.1:" + rude.getLocalPort() + "/shop", "does not answer like ZooKeeper");
    } finally {
      rude.close();
      thread.join();
    }
  }

  private static void hangUp(ServerSocket socket) {
    try {
      while (true) {
        socket.accept().close();
      }
    } catch (IOException closed) {
      // the end of the test
    }
  }
}
