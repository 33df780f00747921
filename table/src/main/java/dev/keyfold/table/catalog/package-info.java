/** The catalog: table definitions, stored in the store itself, and their online changes. */
package dev.keyfold.table.catalog;
