/**
 * Benchmarks of the native key format, against a hand-written lower bound and against the key
 * formats of FoundationDB and HBase.
 *
 * <p>The measured operations are defined once, as subjects ({@link
 * dev.keyfold.bench.keys.OrderSubject}, {@link dev.keyfold.bench.keys.ThirdFieldSubject}, {@link
 * dev.keyfold.bench.keys.BlobSubject}), and run by two harnesses: the JMH benchmarks, for absolute
 * numbers with error bars and allocation, and {@link dev.keyfold.bench.keys.SideBySide}, for ratios
 * that hold on a busy machine.
 *
 * <p>Not here: tests of the codec, and anything that users call. Subjects of a group do the same
 * work on the same data; a test of this module proves it. None of this is published.
 */
package dev.keyfold.bench.keys;
