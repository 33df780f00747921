/**
 * Optimistic transactions, shared by the engines: a write overlay over a base ({@link
 * dev.keyfold.store.transaction.Overlay}), the log of recent writes against which a commit is
 * validated ({@link dev.keyfold.store.transaction.ConflictLog}), and the transaction built from
 * both. For authors of engines and layers, and for units of work that keep their writes over a
 * store until they commit; users see {@link dev.keyfold.store.Transaction}.
 */
package dev.keyfold.store.transaction;
