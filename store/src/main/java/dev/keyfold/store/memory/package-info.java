/**
 * The in-memory store: a copy-on-write B+tree, not persistent, and the reference against which the
 * other engines are tested.
 *
 * <p>Its leaves are pages: one byte array holds the entries of many keys, so that a scan reads
 * memory sequentially and the garbage collector sees few objects. {@link
 * dev.keyfold.store.memory.Node} draws the page layout.
 *
 * <pre>
 *   MemoryStore     the contract
 *   SharedTree      locks: who may read and write when
 *     Tree          finds the leaf of a write: PageSplits make room, Merges take it back
 *       PagePacker      rewrites neighbouring leaves: some pages in, more or fewer pages out
 *       Inner, Leaf both a Node: a page of entries, sorted by an array of slots
 *     TreeViews         snapshots in use; what they hold is copied before it changes
 *   MemoryCursor, MemorySnapshot, RangeTotals   read one snapshot of the tree
 * </pre>
 *
 * <p>Guarantees: those of {@link dev.keyfold.store.Store}; a reader never blocks on a large batch;
 * taking a scan or snapshot copies nothing. Not here: persistence.
 */
package dev.keyfold.store.memory;
