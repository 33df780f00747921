/**
 * Queries: Calcite parses, validates and optimizes them; its rules push conditions, order, limits
 * and lookups into the planner of tables, which chooses the keys.
 */
package dev.keyfold.sql.query;
