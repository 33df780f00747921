package dev.keyfold.store.hbase.owned;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * The settings of a lease.
 *
 * @param table for messages
 * @param name this process, for others' messages
 * @param lease how long an owner may be silent
 * @param patience how long to wait for a table that another owns
 * @param timeout how long a call waits for rows that are away
 * @param memory bytes kept for snapshots of earlier states
 * @param valueBytes longest value that the rows take; checked before it is in the log, from where
 *     nothing goes back
 * @param notices receives which owner the process waits for, and when it has taken over
 */
public record LeaseSettings(
    String table,
    String name,
    Duration lease,
    Duration patience,
    Duration timeout,
    long memory,
    int valueBytes,
    Consumer<String> notices) {}
