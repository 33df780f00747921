/**
 * Decodes the entries of a store of any program: keys by a schema in any format, values by a form
 * such as JSON.
 *
 * <p>What lives here: {@link dev.keyfold.table.entry.EntryDecoder}, which gives the fields of an
 * entry, and {@link dev.keyfold.table.entry.EntryValues}, the forms of values. Whatever does not
 * fit is a {@link dev.keyfold.table.entry.BadInputException} with the reason.
 *
 * <p>Not here: what becomes of the fields. Imports make rows of them, views make records.
 */
package dev.keyfold.table.entry;
