/**
 * The store contract on RocksDB, embedded: nothing to install, nothing to start.
 *
 * <p>A user sees {@link dev.keyfold.store.rocksdb.RocksStore}, its {@link
 * dev.keyfold.store.rocksdb.RocksOptions} and the {@link dev.keyfold.store.rocksdb.RocksProfile}s.
 * The rest guarantees three things: a scan allocates no object per row, no call touches freed
 * native memory, and every failure of the engine is reported as one of the exceptions of {@code
 * dev.keyfold.store}, with what to do about it.
 *
 * <p>Not here: layers above a store (write buffer, caches), and anything that knows what keys mean.
 */
package dev.keyfold.store.rocksdb;
