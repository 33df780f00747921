package dev.keyfold.store;

/** The store as it was at one moment. Thread-safe. Close it: engines keep old entries. */
public interface Snapshot extends View {}
