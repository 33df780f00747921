/**
 * How fast the tables are, side by side with what a program could use instead: keys and values made
 * by hand, in a skip list and in RocksDB, and the tables of SQLite and H2.
 *
 * <p>A {@link dev.keyfold.bench.table.TableSubject} is one of them; a test proves that all return
 * the same orders. {@link dev.keyfold.bench.table.TablesSideBySide} starts a JVM for each of them
 * in every round, {@link dev.keyfold.bench.table.TableRun} is what such a JVM does.
 *
 * <p>Not here: tests of the tables, and the stores below them, which are measured next door.
 */
package dev.keyfold.bench.table;
