/**
 * The write path of tables: {@link dev.keyfold.table.write.RowWriter} encodes a record, {@link
 * dev.keyfold.table.write.IndexEntries} its index entries, and {@link
 * dev.keyfold.table.write.RowOperations} defines insert, put, update and delete, under the locks
 * and with the layout of {@link dev.keyfold.table.write.TableState}.
 *
 * <p>{@link dev.keyfold.table.write.TableWrites} and {@link dev.keyfold.table.write.Attempt} are
 * what tables need of a store; they are implemented here for stores with atomic batches, and in
 * {@code shared} for the others.
 */
package dev.keyfold.table.write;
