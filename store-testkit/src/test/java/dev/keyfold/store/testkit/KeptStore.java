package dev.keyfold.store.testkit;

import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.memory.MemoryStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.EnumSet;
import java.util.Set;

/** A memory store that survives being closed, so that what layers do about that is seen. */
public final class KeptStore implements InvocationHandler {
  private final Store memory;
  private volatile boolean closed;

  private KeptStore(Store memory) {
    this.memory = memory;
  }

  /** A new one if there was none before, else what that one kept. */
  public static Store open(Store before) {
    Store memory =
        before == null
            ? MemoryStore.open()
            : ((KeptStore) Proxy.getInvocationHandler(before)).memory;
    return (Store)
        Proxy.newProxyInstance(
            KeptStore.class.getClassLoader(), new Class<?>[] {Store.class}, new KeptStore(memory));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("close")) {
      closed = true;
      return null;
    }
    if (closed && method.getDeclaringClass() != Object.class) {
      throw new StoreClosedException("this store is closed");
    }
    Set<Capability> capabilities = EnumSet.copyOf(memory.capabilities());
    capabilities.add(Capability.PERSISTENT);
    if (method.getName().equals("capabilities")) {
      return capabilities;
    }
    if (method.getName().equals("has")) {
      return capabilities.contains(arguments[0]);
    }
    try {
      return method.invoke(memory, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
