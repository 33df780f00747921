/**
 * What a table is: its fields, its keys, its indexes ({@link dev.keyfold.table.schema.TableDef} and
 * what belongs to it, immutable and printable), and where each field lies in the bytes of a store
 * ({@link dev.keyfold.table.schema.TableLayout}, compiled from the definition).
 *
 * <p>Not here: reading and writing rows, planning, and the store itself.
 */
package dev.keyfold.table.schema;
