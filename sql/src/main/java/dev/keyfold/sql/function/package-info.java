/**
 * The functions that queries may call: those of Calcite, and those of PostgreSQL that Calcite lacks
 * or that count characters differently. Classes with static methods are public because the code
 * that Calcite generates calls them; they are not meant for programs.
 */
@org.jspecify.annotations.NullMarked
package dev.keyfold.sql.function;
