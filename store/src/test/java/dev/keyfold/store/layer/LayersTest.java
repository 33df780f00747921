package dev.keyfold.store.layer;

import static dev.keyfold.store.layer.Fixtures.b;
import static dev.keyfold.store.layer.Fixtures.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Capability;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.store.testing.TreeMapStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayersTest {
  private final TreeMapStore below = new TreeMapStore(Durability.GROUP);

  private Store wrap(String options) {
    StoreUrl url = StoreUrl.parse("tree:" + options);
    Store store = Layers.wrap(below, url);
    url.done();
    return store;
  }

  @Test
  void withoutOptionsTheStoreIsItself() {
    assertThat(wrap("")).isSameAs(below);
    assertThat(wrap("?value-compression=none")).isSameAs(below);
  }

  @Test
  void allLayersInTheirOrder() {
    Store store =
        wrap(
            "?guard=1000&value-compression=zstd&buffer=1000&read-cache=1m&read-cache-ttl=10s"
                + "&guard-rate=0.001&buffer-timeout=250ms");
    assertThat(store)
        .hasToString(
            "WriteBufferStore over ReadCacheStore over BloomGuardStore over CompressedStore over"
                + " TreeMapStore");
    assertThat(store.capabilities())
        .contains(
            Capability.BLOOM, Capability.CACHE, Capability.COMPRESSION, Capability.PERSISTENT);
    String text = "again and ".repeat(50);
    store.put(b("a"), b(text));
    assertThat(below.map().get(b("a"))).as("only buffered").isNull();
    assertThat(below.map()).as("the mark of compression").hasSize(1);
    store.sync();
    assertThat(below.map().get(b("a"))).hasSizeLessThan(50);
    assertThat(get(store, "a")).isEqualTo(text);
    assertThat(store.metrics())
        .containsKeys(
            "buffer.entries", "cache.hits", "guard.asked", "compression.kept-bytes", "tree.keys");
    store.close();
  }

  @Test
  void aDurabilityInTheUrlIsKept() {
    Store store = wrap("?buffer=1000&durability=group");
    assertThat(store.durability()).isEqualTo(Durability.GROUP);
    store.put(b("a"), b("1"));
    assertThat(below.written).containsExactly("1 group");
    assertThat(wrap("?buffer=1000").durability()).isEqualTo(Durability.ASYNC);
    assertThat(wrap("?read-cache=1m").durability()).isEqualTo(Durability.GROUP);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "buffer=999 | a whole number from 1000 to 10000",
        "buffer=10001 | a whole number from 1000 to 10000",
        "buffer=1000&buffer-timeout=2 | a time such as",
        "buffer=1000&buffer-timeout=0ms | 1 ms to 1 h",
        "buffer-timeout=1s | requires buffer",
        "guard=0 | a whole number from 1",
        "guard=10&guard-rate=much | found 'much'",
        "guard=10&guard-rate=0.9 | found 0.9",
        "guard=4000000000&guard-rate=0.000001 | allow a higher rate",
        "guard-rate=0.1 | requires guard",
        "read-cache=1 | found 1",
        "read-cache=1m&read-cache-ttl=9999m | 1 ms to 24 h",
        "read-cache-ttl=1s | requires read-cache",
        "value-compression=gzip | found 'gzip', expected lz4, zstd or none",
        "bufer=1000 | has no option 'bufer'",
      })
  void wrongOptionsAreRefusedBeforeAnythingIsOpened(String options, String message) {
    assertThatThrownBy(() -> wrap("?" + options))
        .isInstanceOf(StoreUrlException.class)
        .hasMessageContaining(message);
    assertThat(below.scans).hasValue(0);
  }
}
