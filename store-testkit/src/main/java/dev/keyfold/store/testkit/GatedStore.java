package dev.keyfold.store.testkit;

import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A store whose calls a test can hold up by thread, or let fail by name. Thread-safe. */
public final class GatedStore {
  private final Store store;
  private final AtomicInteger failures = new AtomicInteger();
  private volatile String failing = "";
  private volatile String heldThread = "";
  private volatile CountDownLatch reached = new CountDownLatch(1);
  private volatile CountDownLatch opened = new CountDownLatch(1);

  /** Over a store that stays the caller's. */
  public GatedStore(Store store) {
    this.store = store;
  }

  /** The store as others see it. */
  public Store asStore() {
    return (Store)
        Proxy.newProxyInstance(
            GatedStore.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, arguments) -> {
              // A bulk load writes too, and is held or refused where it begins.
              String name = method.getName().equals("bulkWriter") ? "write" : method.getName();
              if (name.equals("write") && Thread.currentThread().getName().equals(heldThread)) {
                reached.countDown();
                if (!opened.await(30, TimeUnit.SECONDS)) {
                  throw new StoreException("the test never let this write go on");
                }
              }
              if (name.equals(failing)) {
                failures.incrementAndGet();
                throw new StoreException("on purpose");
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  /** Holds up writes of the thread of that name until {@link #open}. */
  public void hold(String threadName) {
    reached = new CountDownLatch(1);
    opened = new CountDownLatch(1);
    heldThread = threadName;
  }

  /** Waits until a write is held up. */
  public void awaitHeld() throws InterruptedException {
    if (!reached.await(30, TimeUnit.SECONDS)) {
      throw new AssertionError("no write came within 30 s");
    }
  }

  /** Lets held writes continue, and later ones too. */
  public void open() {
    heldThread = "";
    opened.countDown();
  }

  /** Lets calls of that method fail; "" for none. */
  public void fail(String method) {
    failing = method;
  }

  /** How many calls have failed. */
  public int failures() {
    return failures.get();
  }
}
