/**
 * What all statements that change rows or definitions work with: tables with what SQL declares of
 * them, expressions over a row, values converted to the types of columns, and queries composed of
 * parts of a statement.
 */
@org.jspecify.annotations.NullMarked
package dev.keyfold.sql.row;
