package dev.keyfold.hbase;

import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreUnavailableException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the compare-and-sets that a store did not answer: what the tables on it have to resolve,
 * so that a test can say how much there was of it. Thread-safe.
 */
final class LostAnswers {
  private final AtomicInteger count = new AtomicInteger();

  /** The same store; whoever made it closes it. */
  Store countedIn(Store store) {
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, args) -> {
              try {
                return method.invoke(store, args);
              } catch (InvocationTargetException e) {
                if (e.getCause() instanceof StoreUnavailableException
                    && method.getName().startsWith("compareAndSet")) {
                  count.incrementAndGet();
                }
                throw e.getCause();
              }
            });
  }

  int count() {
    return count.get();
  }
}
