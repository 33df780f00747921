/**
 * How structures lie in the store, byte by byte: {@link dev.keyfold.structures.layout.Layout} draws
 * the keys, {@link dev.keyfold.structures.layout.Meta} the entry of a name, {@link
 * dev.keyfold.structures.layout.Ordinal} numbers and {@link
 * dev.keyfold.structures.layout.Positions} the positions of list elements. Also the limits that
 * follow from it, and the errors of entries that are not what was written. These bytes never
 * change.
 *
 * <p>Not here: who reads and writes these entries, and when.
 */
package dev.keyfold.structures.layout;
