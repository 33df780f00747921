package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.cli.serve.LostStore;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreLockedException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LostStoreTest {
  /**
   * A lack of memory may pass; a server that has lost its store must not continue because of it.
   */
  @Test
  void anErrorDoesNotEndTheWatch() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    Store store =
        (Store)
            Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, arguments) -> {
                  if (looks.incrementAndGet() == 1) {
                    throw new OutOfMemoryError("on purpose");
                  }
                  throw new StoreLockedException("taken over");
                });
    CountDownLatch stopped = new CountDownLatch(1);
    LostStore watch = LostStore.watch(store, stopped::countDown);
    assertThat(stopped.await(20, TimeUnit.SECONDS)).isTrue();
    assertThatThrownBy(watch::check).hasMessage("taken over");
  }
}
