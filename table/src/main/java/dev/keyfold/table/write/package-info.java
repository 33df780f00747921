/**
 * Rows on their way into the store: {@link dev.keyfold.table.write.RowWriter} makes the bytes of a
 * record, {@link dev.keyfold.table.write.IndexEntries} those of its index entries, {@link
 * dev.keyfold.table.write.RowOperations} says what happens to both, under the locks and by the
 * layout of {@link dev.keyfold.table.write.TableState}.
 *
 * <p>{@link dev.keyfold.table.write.TableWrites} and {@link dev.keyfold.table.write.Attempt} are
 * what tables need of a store; here they are implemented for stores that write batches whole, in
 * {@code shared} for the others.
 */
package dev.keyfold.table.write;
