/**
 * Changes of the relational tree before the planner sees it, where Calcite's meaning is not that of
 * PostgreSQL: overflow, division, UUIDs given as text, groups of constants.
 */
package dev.keyfold.sql.query.rewrite;
