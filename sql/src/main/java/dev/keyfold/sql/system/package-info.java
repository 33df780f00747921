/** Schemas whose tables and functions the program computes, such as the catalogs of a server. */
package dev.keyfold.sql.system;
