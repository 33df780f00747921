/**
 * Compression: {@link dev.keyfold.store.layer.compress.CompressedStore} compresses values with LZ4
 * or Zstandard, and marks a store so that nobody reads compressed values as plain ones.
 */
package dev.keyfold.store.layer.compress;
