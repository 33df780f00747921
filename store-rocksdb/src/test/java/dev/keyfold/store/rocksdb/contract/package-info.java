/**
 * RocksDB through the suites that every store goes through, with random options, below the layers
 * and beside the memory store. Only what the module shows to everybody is used here.
 */
package dev.keyfold.store.rocksdb.contract;
