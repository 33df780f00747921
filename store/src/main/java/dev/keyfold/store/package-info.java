/**
 * A sorted key-value store: byte strings to byte strings, in unsigned byte order.
 *
 * <p>The nouns: a {@link dev.keyfold.store.Store} is opened by URL ({@link
 * dev.keyfold.store.Stores}); a {@link dev.keyfold.store.Batch} is an atomic group of writes; a
 * {@link dev.keyfold.store.Cursor} iterates over a {@link dev.keyfold.store.Scan}; a {@link
 * dev.keyfold.store.Snapshot} is a consistent, unchanging view; a {@link
 * dev.keyfold.store.Transaction} is optimistic and serializable.
 *
 * <p>Guarantees: a read sees every write acknowledged before it began; a scan, a snapshot and a
 * transaction read one consistent state; a batch is atomic; a write acknowledged as {@link
 * dev.keyfold.store.Durability#SYNC} or {@link dev.keyfold.store.Durability#GROUP} survives a crash
 * of the process and of the machine. Not here: types, schemas and permissions. An engine that
 * cannot keep a guarantee says so in {@link dev.keyfold.store.Store#capabilities}.
 */
package dev.keyfold.store;
