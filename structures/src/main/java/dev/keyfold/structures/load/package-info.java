/**
 * Brings many entries into the store at once: {@link dev.keyfold.structures.load.SortedRun} sorts
 * them run by run, {@link dev.keyfold.structures.load.RunWriter} hands each run to the store's bulk
 * writer; {@link dev.keyfold.structures.load.RangeCopy} copies entries that are sorted already.
 * Knows entries, not structures.
 */
package dev.keyfold.structures.load;
