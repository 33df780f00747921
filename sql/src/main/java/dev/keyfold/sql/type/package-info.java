/** How the types and values of fields appear in SQL. */
package dev.keyfold.sql.type;
