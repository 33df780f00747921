/**
 * Commands on the entries of any store, also of one that another program writes: {@code keyfold
 * scan}, {@code get}, {@code put} and {@code delete} show and change keys and values as bytes, or
 * by a schema; {@code guess} infers a schema from a sample of keys, and {@code ddl} prints the
 * table definitions of a Phoenix catalog.
 *
 * <p>Not here: rows of our own tables and structures, which have groups of their own.
 */
package dev.keyfold.cli.entry;
