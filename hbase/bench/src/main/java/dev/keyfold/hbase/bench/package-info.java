/**
 * Tables of ours on a real HBase, side by side with what a program could use instead: Phoenix, and
 * HBase's own client with keys made by hand.
 *
 * <p>A {@link dev.keyfold.hbase.bench.TableSubject} is one of them. Each runs in a JVM with a class
 * path of its own ({@link dev.keyfold.hbase.bench.SubjectMain}), because Phoenix's HBase client and
 * ours are not the same; {@link dev.keyfold.hbase.bench.HBaseSideBySide} starts HBase and all of
 * them, tells them line by line what to do, in turns, and compares what they have read.
 *
 * <p>Not here: how a measurement is printed as a table, which is module bench's matter.
 */
package dev.keyfold.hbase.bench;
