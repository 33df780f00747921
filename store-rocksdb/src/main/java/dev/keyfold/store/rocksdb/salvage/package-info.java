/**
 * Reads the files of a RocksDB database that the engine itself refuses to open, and copies
 * everything readable into a new store. Only reads them, and knows their formats as far as Keyfold
 * writes them: one column family, puts and deletes, blob files. The engine is not used: its
 * interface for Java has neither its repair nor the sequence numbers of entries, which decide what
 * is newer.
 */
package dev.keyfold.store.rocksdb.salvage;
