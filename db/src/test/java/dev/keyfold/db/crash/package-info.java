/** Processes that write into tables and are killed, and what must be there afterwards. */
package dev.keyfold.db.crash;
