package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreUnavailableException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A cluster that is gone: every call says so, in time. */
class AwayTest {
  private static final Duration AT_MOST = Duration.ofSeconds(60);

  @Test
  void everyCallSaysThatNobodyAnswers() {
    try (StandaloneHBase hbase = StandaloneHBase.start()) {
      Stores.open(hbase.url("away")).close(); // made in peace: a new cluster takes its time
      try (Store store = Stores.open(hbase.url("away") + "?timeout=6s&rpc-timeout=2s")) {
        everyCallSaysThatNobodyAnswers(hbase, store);
      }
    }
  }

  private static void everyCallSaysThatNobodyAnswers(StandaloneHBase hbase, Store store) {
    byte[] key = {1};
    store.put(key, key);
    hbase.kill();
    refused(() -> store.get(key));
    refused(() -> store.put(key, key));
    refused(() -> store.compareAndSet(key, key, key, Durability.SYNC));
    refused(
        () -> {
          try (var cursor = store.scan(Scan.everything())) {
            cursor.next();
          }
        });
  }

  private static void refused(Runnable call) {
    long began = System.nanoTime();
    assertThatThrownBy(call::run)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("hbase://127.0.0.1:");
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(AT_MOST);
  }
}
