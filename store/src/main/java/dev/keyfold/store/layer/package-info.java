/**
 * Layers: decorators that add a feature to engines that lack it. Each wraps any {@link
 * dev.keyfold.store.Store} and is one, so they stack in any order; {@link
 * dev.keyfold.store.layer.Layers} adds those that the options of a store URL request, in a fixed
 * order:
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
 * <p>Each of these has a package of its own. Two are added in code only: {@link
 * dev.keyfold.store.layer.MeteredStore} samples the keys that are read and written, {@link
 * dev.keyfold.store.layer.FailStopStore} reports errors inside writes.
 *
 * <p>Guarantees: every layer keeps the whole contract of what is below it. A read through it sees
 * every write acknowledged by it, scans and snapshots are consistent, batches are atomic, and
 * conflicts of transactions are detected as before. A layer owns the store below and closes it.
 * Writes that bypass the layer are not seen by a buffer, a cache or a filter.
 *
 * <p>Not here: engines, and what engines share for transactions ({@link
 * dev.keyfold.store.transaction}).
 */
package dev.keyfold.store.layer;
