/**
 * A sorted key-value store: byte strings to byte strings, in unsigned byte order.
 *
 * <p>The nouns: a {@link dev.keyfold.store.Store} is opened by URL ({@link
 * dev.keyfold.store.Stores}); a {@link dev.keyfold.store.Batch} is what it writes, whole or not at
 * all; a {@link dev.keyfold.store.Cursor} walks over a {@link dev.keyfold.store.Scan}; a {@link
 * dev.keyfold.store.Snapshot} stands still while the store moves on; a {@link
 * dev.keyfold.store.Transaction} reads and writes as if alone.
 *
 * <p>Guarantees: a read sees every write acknowledged before it began; a scan, a snapshot and a
 * transaction see one moment; a batch is seen whole; what was acknowledged as {@link
 * dev.keyfold.store.Durability#SYNC} or {@link dev.keyfold.store.Durability#GROUP} survives the
 * death of the process and of the machine. Not here: types, schemas, and who may do what. An engine
 * that cannot keep a guarantee says so in {@link dev.keyfold.store.Store#capabilities}.
 */
package dev.keyfold.store;
