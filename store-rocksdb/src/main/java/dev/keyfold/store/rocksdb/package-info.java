/** The store contract on RocksDB, embedded: nothing to install, nothing to start. */
package dev.keyfold.store.rocksdb;
