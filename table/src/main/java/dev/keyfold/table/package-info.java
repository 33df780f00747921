/**
 * Typed tables over a sorted store: a composite primary key and any number of secondary indexes. A
 * record and its index entries change atomically.
 *
 * <p>The nouns: {@link dev.keyfold.table.Tables} is all tables of one store; a {@link
 * dev.keyfold.table.Table} holds records of a Java record class or {@link dev.keyfold.table.Row}s;
 * a {@link dev.keyfold.table.Query} reads it and returns {@link dev.keyfold.table.Rows}; a {@link
 * dev.keyfold.table.TableTransaction} changes several tables atomically. For the maintenance of a
 * table in use: an {@link dev.keyfold.table.upkeep.IndexBuild} adds an index or changes the shards,
 * an {@link dev.keyfold.table.upkeep.Alteration} the fields, a {@link
 * dev.keyfold.table.upkeep.CheckResult} reports inconsistent indexes, and {@link
 * dev.keyfold.table.upkeep.Reclaiming} removes expired records.
 *
 * <p>Guarantees: indexes are always consistent with the records; a query reads one snapshot; a
 * query that would need a full scan is rejected unless that is allowed. Not here: the bytes of keys
 * ({@code codec}), the store, and the planner ({@code plan}).
 */
package dev.keyfold.table;
