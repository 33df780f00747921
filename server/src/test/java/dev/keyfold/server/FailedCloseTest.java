package dev.keyfold.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreFullException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose store can no longer write when it is closed. */
class FailedCloseTest {
  @TempDir private Path directory;

  /** The buffer above the store stays open for another try, and nobody tries again. */
  @Test
  void theStoreIsClosedAlthoughBufferedWritesAreLost() throws IOException {
    String url = "rocksdb:" + directory.resolve("data");
    AtomicBoolean full = new AtomicBoolean();
    KeyfoldServer server =
        KeyfoldServer.start(
            filling(Stores.open(url), full),
            ServerOptions.defaults().withPort(0),
            KeyfoldServer.NO_HTTP);
    full.set(true);
    byte[] key = "key".getBytes(UTF_8);
    server.db().store().put(key, key);
    assertThatThrownBy(server::close).isInstanceOf(StoreFullException.class);
    try (Store again = Stores.open(url)) {
      assertThat(again.get(key)).isNull();
    }
  }

  private static Store filling(Store store, AtomicBoolean full) {
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("write") && full.get()) {
                throw new StoreFullException("the disk is full", null);
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
