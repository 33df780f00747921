package dev.keyfold.store;

/**
 * A consistent, unchanging view of the store. Thread-safe. Close it: engines retain old versions
 * for it.
 */
public interface Snapshot extends View {}
