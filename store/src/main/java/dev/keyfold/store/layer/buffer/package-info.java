/**
 * The write buffer: {@link dev.keyfold.store.layer.buffer.WriteBufferStore} collects small writes
 * and writes them to the store below as one batch, when enough have come or a timeout has passed.
 * Reads, scans and snapshots see buffered writes.
 */
package dev.keyfold.store.layer.buffer;
