/**
 * How fast the stores are, side by side with those a program could use instead: the engine used by
 * hand, a skip list, LMDB, MVStore and SQLite.
 *
 * <p>A {@link dev.keyfold.bench.store.StoreSubject} is one of them; a test proves that all return
 * the same bytes. {@link dev.keyfold.bench.store.StoresSideBySide} starts a JVM for each of them in
 * every round, {@link dev.keyfold.bench.store.SubjectRun} is what such a JVM does, and {@link
 * dev.keyfold.bench.store.Duel} looks closer where differences are small.
 *
 * <p>Not here: tests of the stores, and settings that make one of them look good. The peers are
 * used as well as their documentation allows, and with as much cache as they like.
 */
package dev.keyfold.bench.store;
