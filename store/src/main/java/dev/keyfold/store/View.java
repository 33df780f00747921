package dev.keyfold.store;

/**
 * What {@link Store#view} gives to read from: one moment where the engine has {@link
 * Capability#SNAPSHOT}, else the store as it changes. Thread-safe. Close it.
 */
public interface View extends Reader, AutoCloseable {
  @Override
  void close();
}
