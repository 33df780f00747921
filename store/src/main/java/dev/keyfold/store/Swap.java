package dev.keyfold.store;

import org.jspecify.annotations.Nullable;

/**
 * One compare-and-set of many, for {@link Store#compareAndSetAll}. Nobody changes the arrays.
 *
 * @param expected the value that must be there; null: the key must not be there
 * @param update the value to be; null: the key is removed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Swap(byte[] key, byte @Nullable [] expected, byte @Nullable [] update) {}
