/**
 * What is done to tables while they are in use: index builds, another number of shards, changed
 * fields, checks and repairs, and the removal of expired records.
 */
package dev.keyfold.table.upkeep;
