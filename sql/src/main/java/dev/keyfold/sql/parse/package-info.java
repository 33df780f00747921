/**
 * The parser of everything but queries: tokens with their positions, and one record per kind of
 * statement. Expressions and queries stay text; the query side parses them.
 */
package dev.keyfold.sql.parse;
