/**
 * Scans at run time: what Calcite's plan asks of a table or of structures, with parameters bound,
 * and the rows in the form that generated code computes with.
 */
package dev.keyfold.sql.query.scan;
