package dev.keyfold.bench.keys;

import java.util.UUID;

/**
 * The order key as a record. The time is a long as for all other subjects; an int64 and a timestamp
 * in millis have the same bytes.
 */
public record OrderRecord(String user, long millis, UUID id) {}
