/**
 * The {@code rowkey} format: the keys of rednaco's RowKey. {@link
 * dev.keyfold.codec.rowkey.RowKeyFormat} writes and reads them by a schema, {@link
 * dev.keyfold.codec.rowkey.RowKey} component by component.
 *
 * <pre>
 *   component 00 00 component 00 00 ... component      every 00 inside a component is 00 01
 *
 *   ("x", int64 1)     78 | 00 00 | 00 01 00 01 00 01 00 01 00 01 00 01 00 01 01
 *   ("a\0", "b")       61 00 01 | 00 00 | 62
 *   (integer 2288)     F9 00 01 00 01
 *
 *   string   UTF-8              bool     00 or 01
 *   bytes    as they are        intN     big-endian, no sign flip: not negative
 *   uintN    big-endian         integer  the SQLite4 varint, 0 to 2^64-1, shortest form
 *   N is 8, 16, 24, 32, 40, 48, 56 or 64
 * </pre>
 *
 * <p>Guaranteed: keys of one schema sort like their values, since a separator (00 00) is below an
 * escaped zero (00 01), which is below any other byte; and no two records share a key. Not
 * guaranteed: a key may be the beginning of another, because nothing ends the last component. What
 * the layout would lose is refused: an empty last component (no component and one empty component
 * are the same bytes), negative numbers (they would sort last), nulls, DESC and shards.
 */
package dev.keyfold.codec.rowkey;
