/**
 * Definitions: CREATE and ALTER TABLE, indexes, declared types and options, and the queries behind
 * views and {@code information_schema}.
 */
@org.jspecify.annotations.NullMarked
package dev.keyfold.sql.define;
