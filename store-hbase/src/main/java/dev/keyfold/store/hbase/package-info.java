/**
 * The store contract on Apache HBase, for when one machine is not enough: {@code
 * hbase://HOST:PORT/TABLE}, where host and port are those of ZooKeeper.
 *
 * <p>A user sees {@link dev.keyfold.store.hbase.HBaseStore} and its {@link
 * dev.keyfold.store.hbase.HBaseOptions}. Guarantees: writes and compare-and-sets of one key are
 * atomic, a read sees every write acknowledged before it began, and every failure is one of the
 * exceptions of {@code dev.keyfold.store}. Not guaranteed, and therefore missing from the
 * capabilities: batches over several keys are not atomic, and a scan is not a snapshot. {@code
 * docs/decisions/0013-hbase.md} describes how the layers above cope.
 *
 * <p>Not here: anything that knows what keys mean.
 */
package dev.keyfold.store.hbase;
