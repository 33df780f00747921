/**
 * Rows from and to text that other programs read and write, JSON lines and CSV, and rows from the
 * entries of any store.
 *
 * <p>What lives here: {@link dev.keyfold.table.load.RowReader} and {@link
 * dev.keyfold.table.load.RowSink} with an implementation for each format, {@link
 * dev.keyfold.table.load.Import}, which writes batches and remembers how far it has come, and
 * {@link dev.keyfold.table.load.Export}; {@link dev.keyfold.table.load.EntryReader}, which makes
 * rows of entries, and {@link dev.keyfold.table.load.ImportCheck}, which compares them with a
 * table. They work on bytes rather than characters, because what is no UTF-8 must be reported with
 * its line, and an offset in a file is one in bytes.
 *
 * <p>Guarantees: what was exported is imported as it was; a bad record is reported with its line
 * and the others are still written; memory does not grow with the number of records. Not here: the
 * meaning of values ({@code codec.ValueText}), files, and what a person sees.
 */
package dev.keyfold.table.load;
