/** The exception of all SQL statements, and the SQLSTATE codes it carries. */
package dev.keyfold.sql.errors;
