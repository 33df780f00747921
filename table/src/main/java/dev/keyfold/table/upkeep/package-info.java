/**
 * Online maintenance of tables: index builds, resharding, schema changes, consistency checks and
 * repairs, and the removal of expired records.
 */
package dev.keyfold.table.upkeep;
