/**
 * Structures as Java collections: {@link dev.keyfold.structures.view.Views} gives a map, list, set,
 * scored set, counter or value by its name. They are windows, not copies: whatever another thread
 * or a Redis client writes is seen at the next call, and a map is what Redis calls a hash.
 *
 * <p>Thread-safe. Each method that changes something is one atomic work; each that reads sees one
 * snapshot, and so does an iterator, however long it takes. Functions handed in, as to {@code
 * compute}, run while all other writers wait: they may read other views and write none. Sizes
 * beyond an int are given as its greatest value. Null is no key, value or element.
 */
package dev.keyfold.structures.view;
