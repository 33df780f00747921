/**
 * Table definitions: fields, keys and indexes ({@link dev.keyfold.table.schema.TableDef} and its
 * parts, immutable and printable), and layouts: where each field is in keys and values ({@link
 * dev.keyfold.table.schema.TableLayout}, compiled from the definition).
 *
 * <p>Not here: reading and writing rows, planning, and the store itself.
 */
package dev.keyfold.table.schema;
