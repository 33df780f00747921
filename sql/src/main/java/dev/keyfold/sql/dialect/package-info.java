/**
 * PostgreSQL's forms of queries in the words of Calcite: texts before they are parsed, trees before
 * they are validated, and the names of columns that have none.
 */
@org.jspecify.annotations.NullMarked
package dev.keyfold.sql.dialect;
