/**
 * What engines share to offer transactions: pending writes over a base ({@link
 * dev.keyfold.store.transaction.Overlay}), the memory of recent writes against which a commit is
 * checked ({@link dev.keyfold.store.transaction.ConflictLog}), and the transaction made of both.
 * For those who write an engine or a layer, or keep writes of their own over a store until they
 * commit; users see {@link dev.keyfold.store.Transaction}.
 */
package dev.keyfold.store.transaction;
