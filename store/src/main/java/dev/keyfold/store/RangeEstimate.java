package dev.keyfold.store;

/**
 * The estimated size of a range. Cheap, and as exact as the engine can be without reading it.
 *
 * @param bytes bytes of keys and values as stored
 * @param count number of entries
 */
public record RangeEstimate(long bytes, long count) {}
