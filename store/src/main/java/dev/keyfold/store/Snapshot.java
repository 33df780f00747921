package dev.keyfold.store;

/** The store as it was at one moment. For several threads. Close it: engines keep old entries. */
public interface Snapshot extends View {}
