/**
 * Backups: a stream of all entries that any engine can restore, and a checkpoint of an engine's own
 * files.
 */
package dev.keyfold.store.backup;
