/**
 * The store contract on Apache HBase, for when one machine is not enough: {@code
 * hbase://HOST:PORT/TABLE}, where host and port are those of ZooKeeper.
 *
 * <p>A user sees {@link dev.keyfold.store.hbase.HBaseStore} and its {@link
 * dev.keyfold.store.hbase.HBaseOptions}. What is kept: every row is written whole, a
 * compare-and-set of one key is one step, a read sees every write acknowledged before it began, and
 * every failure arrives as one of the exceptions of {@code dev.keyfold.store}. What is not, and is
 * therefore missing from the capabilities: batches over several keys are neither written nor seen
 * whole, and a scan does not see one moment. {@code docs/decisions/0013-hbase.md} says what those
 * above make of that.
 *
 * <p>Not here: anything that knows what keys mean.
 */
package dev.keyfold.store.hbase;
