/**
 * Processes that write into tables and structures and are killed, and what must be there
 * afterwards.
 */
package dev.keyfold.db.crash;
