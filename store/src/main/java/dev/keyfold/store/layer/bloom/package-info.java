/**
 * The Bloom filter: {@link dev.keyfold.store.layer.bloom.BloomGuardStore} answers reads of keys
 * that are not in the store without reading it. A filter is consulted only when it is complete.
 */
package dev.keyfold.store.layer.bloom;
