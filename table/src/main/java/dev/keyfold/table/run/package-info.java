/**
 * Carries out plans: walks over ranges of a store ({@link dev.keyfold.table.run.EntryIterator}),
 * one after the other, merged, or leaping; turns entries into rows, fetches records behind index
 * entries, tests what the key did not serve, sorts where it must ({@link
 * dev.keyfold.table.run.Execution}); and remembers in a token where it stopped.
 *
 * <p>Not here: choosing between keys, and what the rows become for the user.
 */
package dev.keyfold.table.run;
