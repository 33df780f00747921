/** What PostgreSQL's clients write and the SQL layer does not read, rewritten to what it reads. */
package dev.keyfold.pg.dialect;
