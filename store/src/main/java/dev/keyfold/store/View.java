package dev.keyfold.store;

/**
 * The result of {@link Store#view}: a snapshot if the engine has {@link Capability#SNAPSHOT},
 * otherwise the live store. Thread-safe. Close it.
 */
public interface View extends Reader, AutoCloseable {
  @Override
  void close();
}
