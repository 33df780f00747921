/** Statements other than queries: definitions, changes of rows, transactions, settings, COPY. */
package dev.keyfold.sql.statement;
