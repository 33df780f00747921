/** The definitions of tables in the store itself, and how they change while tables are in use. */
package dev.keyfold.table.catalog;
