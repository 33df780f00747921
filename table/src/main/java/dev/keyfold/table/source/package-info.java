/**
 * The sources of views: stores of other programs, opened when a query needs them, whose entries are
 * given as the records of a table.
 *
 * <pre>
 *   Execution ──> SourceStore ──> SourceView ──> SourceCursor ──> the cursor of the source
 *                     │               └── EntryRecords: entry ──> record, by entry.EntryDecoder
 *                     └── Source: opened, shared, opened again, closed
 * </pre>
 *
 * <p>A view thus is planned and run like a table: keys are those of the source, values are made
 * into records one by one as they are read. Nothing is ever written to a source.
 *
 * <p>Not here: the definition of a view ({@code schema.SourceDef}), and which keys a query reads.
 */
package dev.keyfold.table.source;
