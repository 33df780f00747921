/**
 * The FoundationDB tuple layer: keys that say of every item what it is, so that programs in other
 * languages, and programs without a schema, read them.
 *
 * <pre>
 *   code     item                     bytes after the code
 *   00       null                     none; inside a list or tuple an FF, so that it is not the end
 *   01       bytes                    content with 00 as 00 FF, then 00
 *   02       string                   UTF-8, written like bytes
 *   05       list or tuple            its items, then 00
 *   0B       integer, negative        FF - n, then n = 9 to 255 bytes, complement of the magnitude
 *   0C..13   integer, negative        n = 14 - code bytes (8 to 1), complement of the magnitude
 *   14       integer 0                none
 *   15..1C   integer, positive        n = code - 14 bytes (1 to 8), big-endian
 *   1D       integer, positive        n, then n = 9 to 255 bytes
 *   20, 21   float, double            4, 8 bytes; sign bit flipped, all bits where it is negative
 *   26, 27   false, true              none
 *   30       uuid                     16 bytes
 *   33       versionstamp             10 bytes of the transaction, 2 of the program
 *
 *   ("hello", 42, null, true)         02 68 65 6C 6C 6F 00 | 15 2A | 00 | 27
 * </pre>
 *
 * <p>What lives here: {@link dev.keyfold.codec.tuple.TupleFormat}, these bytes with a schema,
 * {@link dev.keyfold.codec.tuple.Tuples}, the same bytes without one, and {@link
 * dev.keyfold.codec.tuple.Versionstamp}, an item that only keys without a schema hold.
 *
 * <p>Guarantees: the bytes are those of FoundationDB's own Java binding; keys of one schema sort
 * like their values, nulls first; bytes either decode to values that encode to the same bytes, or
 * raise {@link dev.keyfold.codec.KeyFormatException}. So integers are read in their shortest form
 * only, and text only where it is UTF-8.
 *
 * <p>Not guaranteed: that no key is the beginning of another ({@code "a"} is {@code 02 61 00}, and
 * {@code "a\0"} continues with {@code FF 00}), which is why ranges end at {@code FF} and not at the
 * successor of a prefix. A NaN keeps its bits as FoundationDB keeps them: there are many, negative
 * ones sort before all numbers, positive ones after.
 *
 * <p>Not here: descending fields, nulls last, fields added later, shard prefixes, decimals, dates,
 * times, timestamps and enums. The tuple layer has no codes for them; writing them as something
 * else would be a convention that no other reader knows, so a schema that asks for one is refused.
 */
package dev.keyfold.codec.tuple;
