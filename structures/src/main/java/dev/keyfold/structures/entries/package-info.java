/**
 * The entries of the store as a unit of work sees them: {@link
 * dev.keyfold.structures.entries.WorkEntries} lays what was written but not committed over the
 * store, and {@link dev.keyfold.structures.entries.EntryCache} answers for entries used lately.
 * Knows keys and values, not structures.
 */
package dev.keyfold.structures.entries;
