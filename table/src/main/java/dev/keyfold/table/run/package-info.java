/**
 * The query executor: iterates over ranges of a store ({@link dev.keyfold.table.run.EntryIterator})
 * in sequence, k-way merged, or as a skip scan; decodes rows, fetches the records of index entries,
 * applies residual filters, sorts if necessary ({@link dev.keyfold.table.run.Execution}); and
 * issues continuation tokens.
 *
 * <p>Not here: choosing between keys, and what the rows become for the user.
 */
package dev.keyfold.table.run;
