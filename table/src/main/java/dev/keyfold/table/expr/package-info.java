/**
 * Expressions and conditions bound to the fields of a table: names resolved, values of the right
 * type, ready to be computed and tested on a row.
 */
package dev.keyfold.table.expr;
