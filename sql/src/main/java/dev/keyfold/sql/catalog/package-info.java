/**
 * What SQL declares and the catalog of tables has no place for: declared types, defaults, identity
 * columns, checks, hidden keys, views and sequences, stored beside the tables in the store.
 */
package dev.keyfold.sql.catalog;
