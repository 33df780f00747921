/** {@code keyfold table} and {@code advise}: definitions of tables, and better ones. */
package dev.keyfold.cli.table;
