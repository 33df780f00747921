/**
 * A process that writes is killed at a random moment, and what it leaves behind is compared with
 * what it was promised: {@link dev.keyfold.store.rocksdb.crash.CrashWriter} is the process, {@link
 * dev.keyfold.store.rocksdb.crash.Ledger} says what must be there after so many writes, {@link
 * dev.keyfold.store.rocksdb.crash.Survivors} looks whether it is.
 */
package dev.keyfold.store.rocksdb.crash;
