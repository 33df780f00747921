/**
 * Typed records over a sorted store, found by composite keys: a primary key and any number of
 * indexes, each record and its index entries always changing together.
 *
 * <p>The nouns: {@link dev.keyfold.table.Tables} is all tables of one store; a {@link
 * dev.keyfold.table.Table} holds records of a Java record class or {@link dev.keyfold.table.Row}s;
 * a {@link dev.keyfold.table.Query} asks it, and {@link dev.keyfold.table.Rows} are the answer; a
 * {@link dev.keyfold.table.TableTransaction} changes several at once. For the upkeep of a table in
 * use: an {@link dev.keyfold.table.upkeep.IndexBuild} adds an index or changes the shards, an
 * {@link dev.keyfold.table.upkeep.Alteration} the fields, a {@link
 * dev.keyfold.table.upkeep.CheckResult} tells whether indexes are exact, and {@link
 * dev.keyfold.table.upkeep.Reclaiming} removes what has expired.
 *
 * <p>Guarantees: an index is the exact image of the records at every moment; an answer is of one
 * moment; a query that would have to read a whole table is refused unless that is allowed. Not
 * here: the bytes of keys ({@code codec}), the store, and the choice of the key ({@code plan}).
 */
package dev.keyfold.table;
