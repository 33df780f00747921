/**
 * Online maintenance, which implements the interfaces of {@code upkeep}: index builds, resharding,
 * schema changes, consistency checks and repairs, and the removal of expired records. Internal: the
 * module does not export it.
 */
package dev.keyfold.table.maintenance;
