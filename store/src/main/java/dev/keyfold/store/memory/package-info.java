/**
 * The memory store: a sorted store that lives as long as its process, and the oracle that the other
 * engines are measured against.
 *
 * <p>It is a B+tree whose leaves are pages: one byte array holds the entries of many keys, so that
 * a scan reads memory in one piece and the garbage collector sees few objects. How a page looks is
 * drawn in {@link dev.keyfold.store.memory.Node}.
 *
 * <pre>
 *   MemoryStore     the contract
 *   SharedTree      locks: who may read and write when
 *     Tree          finds the leaf of a write: PageSplits make room, Merges take it back
 *       PagePacker      rewrites neighbouring leaves: some pages in, more or fewer pages out
 *       Inner, Leaf both a Node: a page of entries, sorted by an array of slots
 *     TreeViews         moments that somebody looks at; what they hold is copied before it changes
 *   MemoryCursor, MemorySnapshot, RangeTotals   read the tree of one moment
 * </pre>
 *
 * <p>Guarantees: those of {@link dev.keyfold.store.Store}; a reader never waits for a batch of many
 * writes; a scan or snapshot copies nothing by itself. Not here: anything that outlives the
 * process.
 */
package dev.keyfold.store.memory;
