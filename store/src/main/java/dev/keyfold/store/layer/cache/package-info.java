/**
 * The read cache: {@link dev.keyfold.store.layer.cache.ReadCacheStore} keeps values and results of
 * short scans in an LRU cache, and invalidates them when their keys are written.
 */
package dev.keyfold.store.layer.cache;
