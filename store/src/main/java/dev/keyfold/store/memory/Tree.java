package dev.keyfold.store.memory;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import java.util.Arrays;

/**
 * The copy-on-write B+tree, as its writer sees it: finds the leaf of a write and changes it. A node
 * that a view may hold is copied first, and so are the nodes above it, so that {@link #root} is a
 * new tree that shares all unchanged nodes with the old one.
 *
 * <p>For one writer at a time; the owner locks and shows {@link #root} to readers.
 */
final class Tree implements Batch.Visitor {
  /** The first page is small, for stores that stay small. */
  private static final int FIRST_PAGE = 512;

  final Geometry geometry;
  final PagePacker packer;
  final Path path = new Path();
  Node root;

  private final Entry entry = new Entry();
  private final PageSplits splits = new PageSplits(this);
  private final Merges merges = new Merges(this);
  private long epoch = 1;
  private long frozen;
  private boolean touched;

  Tree(Geometry geometry) {
    this.geometry = geometry;
    this.packer = new PagePacker(geometry);
    this.root = emptyLeaf();
  }

  /**
   * Some writes begin.
   *
   * @param newEpoch that of the nodes that will be made
   * @param newFrozen nodes of this epoch and earlier ones must not be changed
   */
  void begin(long newEpoch, long newFrozen) {
    epoch = newEpoch;
    frozen = newFrozen;
    touched = false;
    packer.clear(); // in case the last write failed
  }

  /** Whether anything was changed since {@link #begin}. */
  boolean isTouched() {
    return touched;
  }

  long epoch() {
    return epoch;
  }

  boolean mayChange(Node node) {
    return node.epoch > frozen;
  }

  /** The node, or a copy of it that may be changed. */
  Node changeable(Node node) {
    return mayChange(node) ? node : node.copy(epoch);
  }

  /** The child of a node that may be changed, as one that may be changed. */
  Node changeableChild(Inner parent, int index) {
    Node child = parent.children[index];
    if (!mayChange(child)) {
      child = child.copy(epoch);
      parent.children[index] = child;
    }
    return child;
  }

  /** The leaf if it may be written to, else a new one; what was in it is not needed. */
  Leaf blank(Leaf leaf) {
    return mayChange(leaf) ? leaf : newLeaf();
  }

  Leaf newLeaf() {
    return new Leaf(epoch, 0, 0);
  }

  Leaf emptyLeaf() {
    return new Leaf(epoch, Math.min(FIRST_PAGE, geometry.pageBytes()), 4);
  }

  /** Leads to the leaf of the key, and makes everything on the path changeable. */
  Leaf descend(byte[] key, int from, int length) {
    path.depth = 0;
    root = changeable(root);
    Node node = root;
    while (node instanceof Inner inner) {
      int child = inner.childFor(key, from, length);
      path.push(inner, child);
      node = changeableChild(inner, child);
    }
    return (Leaf) node;
  }

  @Override
  public void put(byte[] array, int keyOffset, int keyLength, int valueOffset, int valueLength) {
    put(array, keyOffset, keyLength, array, valueOffset, valueLength);
  }

  void put(byte[] key, int keyFrom, int keyLength, byte[] value, int from, int length) {
    entry.set(key, keyFrom, keyLength, value, from, length);
    entry.outside =
        length > geometry.inlineBytes() ? Arrays.copyOfRange(value, from, from + length) : null;
    touched = true;
    Leaf leaf = descend(key, keyFrom, keyLength);
    int index = entry.findIn(leaf);
    if (index >= 0) {
      int before = leaf.valueLength(index);
      countAbove(0, length - before);
      if (!entry.overwrite(leaf, index)) {
        leaf.remove(index, index + 1);
        insert(leaf, index);
      }
    } else {
      countAbove(1, keyLength + (long) length);
      insert(leaf, -index - 1);
    }
    entry.clear();
  }

  private void insert(Leaf leaf, int index) {
    int size = entry.size();
    if (leaf.hasRoom(size) || compact(leaf, size)) {
      entry.insertInto(leaf, index);
    } else {
      splits.insert(leaf, index, entry);
    }
  }

  /**
   * Makes room in the leaf by taking garbage out or, as long as it is a small one, by growth;
   * whether that did it. Little garbage is not worth it: that would soon have to be done again.
   */
  private boolean compact(Leaf leaf, int size) {
    int full = geometry.pageBytes();
    int needed = leaf.live + size;
    boolean isSmall = leaf.data.length < full;
    if (needed > (isSmall ? full : full - full / 16)) {
      return false;
    }
    if (leaf.count > 0) {
      packer.add(leaf, 0, leaf.count);
      packer.spread(1);
      packer.write(0, leaf, isSmall ? Math.min(full, needed * 2) : full);
      packer.clear();
    } else {
      leaf.reset(Math.max(needed, Math.min(full, leaf.data.length)), leaf.slots.length);
    }
    return true;
  }

  /** Everything on the path has so much more below it. */
  private void countAbove(long entries, long bytes) {
    for (int i = 0; i < path.depth; i++) {
      path.nodes[i].grow(entries, bytes);
    }
  }

  @Override
  public void delete(byte[] key, int from, int length) {
    if (!mayChange(root) && !Lookup.contains(root, key, from, length)) {
      return; // nothing to copy for
    }
    touched = true;
    Leaf leaf = descend(key, from, length);
    int index = leaf.find(key, from, length);
    if (index >= 0) {
      countAbove(-1, -(length + (long) leaf.valueLength(index)));
      leaf.remove(index, index + 1);
      merges.settle(leaf);
    }
  }

  @Override
  public void deleteRange(KeyRange range) {
    if (RangeTotals.of(root, range).count() > 0) {
      touched = true;
      merges.clear(range.start(), range.end());
    }
  }
}
