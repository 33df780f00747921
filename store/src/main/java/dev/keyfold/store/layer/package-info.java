/**
 * Layers: stores over a store, for engines that lack something. Each takes any {@link
 * dev.keyfold.store.Store} and is one, so they stack in any order; {@link
 * dev.keyfold.store.layer.Layers} puts those on that a store URL asks for, in the order that makes
 * sense:
 *
 * <pre>
 *   program
 *      |
 *   WriteBufferStore    many small writes become one batch
 *      |
 *   ReadCacheStore      what was read lately is not read again
 *      |
 *   BloomGuardStore     keys that were never there are not looked for
 *      |
 *   CompressedStore     values take less room
 *      |
 *   engine
 * </pre>
 *
 * <p>Two are put on by programs only: {@link dev.keyfold.store.layer.MeteredStore} samples the keys
 * in use, {@link dev.keyfold.store.layer.FailStopStore} reports errors inside of writes.
 *
 * <p>Guarantees: every layer keeps the whole contract of what is below it. A read through it sees
 * every write acknowledged by it, scans and snapshots see one moment, a batch is written whole, and
 * conflicts of transactions are found as before. A layer owns the store below: closing it closes
 * that one, and whoever still writes to the store below directly goes past what a buffer, a cache
 * or a filter knows.
 *
 * <p>Not here: engines, and what engines share for transactions ({@link
 * dev.keyfold.store.transaction}).
 */
package dev.keyfold.store.layer;
