/**
 * The {@code compound} format: the keys under which FerricStore keeps the parts of Redis values.
 * {@link dev.keyfold.codec.compound.CompoundFormat} writes and reads them by a schema, {@link
 * dev.keyfold.codec.compound.CompoundKeys} by the operations its users know, {@link
 * dev.keyfold.codec.compound.ListPosition} the positions of list elements.
 *
 * <pre>
 *   H: key 00 field       a field of a hash            T:  key    the type of the value at key
 *   S: key 00 member      a member of a set            LM: key    what is known of a list
 *   Z: key 00 member      a member of a sorted set     PM: key    a promoted value
 *   L: key 00 position    an element of a list
 *
 *   hash field ("user:123", "name")    48 3A | 75 73 65 72 3A 31 32 33 | 00 | 6E 61 6D 65
 * </pre>
 *
 * <p>Two revisions. The newer one, the default, escapes in the key part, {@code %} as {@code %25}
 * and NUL as {@code %00}; the sub-key is never escaped. The older one, {@code compound:unescaped},
 * writes the key as it is; a NUL there would look like the separator and is rejected.
 *
 * <p>Guaranteed: no two rows share a key, and within one kind and key, rows sort by their sub-key.
 * Not guaranteed: the order of keys in the escaped revision (a NUL sorts like {@code %}), so ranges
 * over the key part are refused there; equality and beginnings are exact.
 */
package dev.keyfold.codec.compound;
