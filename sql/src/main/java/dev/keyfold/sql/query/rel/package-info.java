/**
 * What the optimizer works with: scans of tables as relational nodes, the rules that push
 * conditions, fields, order, limits and lookups into them, their costs, and their metadata.
 */
package dev.keyfold.sql.query.rel;
