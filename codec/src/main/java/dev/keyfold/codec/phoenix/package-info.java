/**
 * Row keys of Apache Phoenix, as Phoenix 5.2.1 writes them, and the VARBINARY_ENCODED of 5.3.
 *
 * <pre>
 *   [salt] column column ...        column = value [separator]
 *
 *   fixed width                     value, complemented where DESC; never null, no separator
 *   VARCHAR, DECIMAL     ASC        value 00        DESC   complement FF      null   00
 *   VARBINARY_ENCODED    ASC        value 00 01     DESC   complement FF FE   null   00 01
 *                                   in the value 00 becomes 00 FF, complemented FF 00
 *   T ARRAY, at the end  ASC        array           DESC   array FF           see ArrayWriter
 *
 *   ("a", null, "c")                61 00 | 00 | 63
 *   ("a" DESC, null)                9e ff             nulls at the end are not written
 * </pre>
 *
 * <p>The separator of an ascending value is written only where a value follows; that of a
 * descending one always is. Keys sort as their values do, nulls first, and CHAR(n) as SQL compares
 * it, as if padded with blanks. They are not prefix-free: {@code 61} is a key beside {@code
 * 610062}.
 *
 * <p>Here live the format, its writer, reader and explainer, {@link
 * dev.keyfold.codec.phoenix.PhoenixIndex}, the row key of a secondary index, and {@link
 * dev.keyfold.codec.phoenix.PhoenixDdl}, which reads both from SQL text. {@link
 * dev.keyfold.codec.phoenix.PhoenixColumns} reads the other columns of a table from the cells of a
 * row, and {@link dev.keyfold.codec.phoenix.PhoenixCatalog} the SQL text from Phoenix's own
 * catalog. Not here: the ids of local and view indexes, which only the catalog of Phoenix knows;
 * they are fields of the key.
 */
package dev.keyfold.codec.phoenix;
