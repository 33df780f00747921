/**
 * Online maintenance of tables as a program sees it: what {@link dev.keyfold.table.Tables} returns
 * for index builds, resharding, schema changes, consistency checks, and the removal of expired
 * records. Not here: how they work; that is {@code maintenance}.
 */
package dev.keyfold.table.upkeep;
