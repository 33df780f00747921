/** What statements return: columns and a cursor of rows. */
package dev.keyfold.sql.result;
