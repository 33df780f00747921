package dev.keyfold.store.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Capability;
import dev.keyfold.store.Durability;
import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code hbase://HOST:PORT/TABLE?options}. */
class UrlTest {
  @Test
  void namesServersAndTable() {
    assertThat(HBaseAddress.of(StoreUrl.parse("hbase://h:2181/t?bloom=none")))
        .isEqualTo(new HBaseAddress("h", 2181, "t"));
    assertThat(HBaseAddress.of(StoreUrl.parse("hbase://a.b,c-d,127.0.0.1:99/ns:t.x")))
        .isEqualTo(new HBaseAddress("a.b,c-d,127.0.0.1", 99, "ns:t.x"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hbase:",
        "hbase:t",
        "hbase://h/t",
        "hbase://h:1",
        "hbase://h:1/",
        "hbase://:1/t",
        "hbase://h:0/t",
        "hbase://h:70000/t",
        "hbase://h:1/a/b",
        "hbase://h:1/.t",
        "hbase://h:1/t?blom=row",
        "hbase://h:1/t?bloom=column",
        "hbase://h:1/t?compression=zip",
        "hbase://h:1/t?timeout=0s",
        "hbase://h:1/t?znode=hbase",
        "hbase://h:1/t?caching=0",
        "hbase://h:1/t?read-cache=64m",
        "hbase://h:1/t?guard=1000",
        "hbase://h:1/t?family=x",
        "hbase://h:1/t?foreign=yes",
        "hbase://h:1/t?foreign=true&mode=owned",
        "hbase://h:1/t?foreign=true&buffer=5000",
        "hbase://h:1/t?foreign=true&read-cache=64m",
        "hbase://h:1/t?foreign=true&compression=gz"
      })
  void refusesOthersBeforeItConnects(String url) {
    assertThatThrownBy(() -> Stores.open(url)).isInstanceOf(StoreUrlException.class);
  }

  /** Commands add options of their own. */
  @Test
  void showsWhatIsWrongWithoutTheOptions() {
    assertThatThrownBy(() -> Stores.open("hbase://h:1/.t?split=10"))
        .hasMessageStartingWith("found 'hbase://h:1/.t', expected the ZooKeeper servers");
  }

  @Test
  void saysWhatATableHasBeforeItConnects() {
    assertThat(Stores.capabilities("hbase://h:1/t?foreign=true&family=x"))
        .containsExactly(Capability.PERSISTENT);
    assertThat(Stores.capabilities("hbase://h:1/t"))
        .contains(Capability.SPLIT, Capability.COMPARE_AND_SET)
        .doesNotContain(Capability.ATOMIC_BATCH, Capability.SNAPSHOT);
    assertThat(Stores.capabilities("hbase://h:1/t?mode=owned"))
        .contains(Capability.SPLIT, Capability.ATOMIC_BATCH, Capability.SNAPSHOT);
    assertThat(Stores.directory("hbase://h:1/t")).isEmpty();
    assertThat(Stores.formsWith(Capability.PERSISTENT, Capability.ATOMIC_BATCH))
        .isEqualTo("hbase://HOST:PORT/TABLE?mode=owned");
  }

  @Test
  void readsEveryOption() {
    StoreUrl url =
        StoreUrl.parse(
            "hbase://h:1/t?durability=group&create=false&compression=lz4&encoding=fast-diff"
                + "&bloom=none&block=16k&znode=/x&timeout=5s&rpc-timeout=2s&pause=10ms&caching=7"
                + "&scan-bytes=1m&batch=9&value-max=1m&split=11,10ff,11&split-timeout=3s&mode=owned&lease=4s"
                + "&wait=999999999m&memory=2m");
    HBaseOptions options = HBaseUrlOptions.of(url);
    url.done();
    assertThat(options.durability()).isEqualTo(Durability.GROUP);
    assertThat(options.create()).isFalse();
    assertThat(options.compression()).isEqualTo(HBaseOptions.Compression.LZ4);
    assertThat(options.encoding()).isEqualTo(HBaseOptions.Encoding.FAST_DIFF);
    assertThat(options.bloom()).isEqualTo(HBaseOptions.Bloom.NONE);
    assertThat(options.blockBytes()).isEqualTo(16 << 10);
    assertThat(options.znode()).isEqualTo("/x");
    assertThat(options.timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(options.rpcTimeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(options.pause()).isEqualTo(Duration.ofMillis(10));
    assertThat(options.caching()).isEqualTo(7);
    assertThat(options.mode()).isEqualTo(HBaseOptions.Mode.OWNED);
    assertThat(options.lease()).isEqualTo(Duration.ofSeconds(4));
    assertThat(options.patience().toNanos()).isPositive();
    assertThat(options.memoryBytes()).isEqualTo(2 << 20);
    assertThat(options.scanBytes()).isEqualTo(1 << 20);
    assertThat(options.batch()).isEqualTo(9);
    assertThat(options.valueBytes()).isEqualTo(1 << 20);
    assertThat(options.splitKeys()).containsExactly(new byte[] {0x10, -1}, new byte[] {0x11});
    assertThat(options.splitTimeout()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void saysThatTheClusterIsAway() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    long began = System.nanoTime();
    String url = "hbase://127.0.0.1:" + port + "/t?timeout=2s&rpc-timeout=1s";
    if (Runtime.version().feature() >= 24) {
      assertThatThrownBy(() -> Stores.open(url)).isInstanceOf(UnsupportedStoreException.class);
      return;
    }
    assertThatThrownBy(() -> Stores.open(url))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("127.0.0.1:" + port);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void saysWhichJavaTheClientNeeds() {
    assertThatCode(() -> HBaseProvider.checkJava(17)).doesNotThrowAnyException();
    assertThatCode(() -> HBaseProvider.checkJava(23)).doesNotThrowAnyException();
    assertThatThrownBy(() -> HBaseProvider.checkJava(25))
        .isInstanceOf(UnsupportedStoreException.class)
        .hasMessage(
            "HBase's client does not run on Java 25, expected Java 17 to 23; set JAVA_HOME to one"
                + " of those for hbase: stores");
  }
}
