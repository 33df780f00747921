package dev.keyfold.store.memory;

import org.jspecify.annotations.Nullable;

/**
 * Merges underfull pages after deletes: a leaf or inner node below a quarter is merged with a
 * neighbour if both together are below three quarters; an empty one is removed. The gap between the
 * two thresholds is the hysteresis that prevents repeated splits and merges of the same page.
 */
final class Merges {
  private static final int NOTHING = -1;

  private final Tree tree;

  Merges(Tree tree) {
    this.tree = tree;
  }

  /** An entry of the leaf at the end of the tree's path was deleted. */
  void settle(Leaf leaf) {
    int depth = joinLeaf(leaf);
    if (depth != NOTHING) {
      while (joinInner(depth)) {
        depth--;
      }
      shrinkRoot();
    }
  }

  /** Deletes the entries from start (inclusive) to end (exclusive, null for no end). */
  void clear(byte[] start, byte @Nullable [] end) {
    tree.root = tree.changeable(tree.root);
    if (!clear(tree.root, start, end)) {
      tree.root = tree.emptyLeaf();
    }
    shrinkRoot();
    settleAt(start);
    if (end != null) {
      settleAt(end);
    }
  }

  /** The same below one node; null for a bound that lies outside. Whether anything is left. */
  private boolean clear(Node node, byte @Nullable [] start, byte @Nullable [] end) {
    if (node instanceof Leaf leaf) {
      leaf.remove(
          start == null ? 0 : leaf.indexFrom(start),
          end == null ? leaf.count : leaf.indexFrom(end));
      return leaf.count > 0;
    }
    Inner inner = (Inner) node;
    int first = start == null ? 0 : inner.childFor(start, 0, start.length);
    int last = end == null ? inner.count : inner.childFor(end, 0, end.length);
    int from = first; // the children from here to
    int to = last + 1; // here are taken out
    if (first == last && start != null && end != null) {
      from += clearChild(inner, first, start, end) ? 1 : 0;
    } else {
      from += start != null && clearChild(inner, first, start, null) ? 1 : 0;
      to -= end != null && clearChild(inner, last, null, end) ? 1 : 0;
    }
    for (int i = from; i < to; i++) {
      inner.grow(-inner.children[i].entries(), -inner.children[i].bytes);
    }
    if (to - from == inner.childCount()) {
      return false;
    }
    if (from < to) {
      inner.removeChildren(from, to);
    }
    return true;
  }

  private boolean clearChild(
      Inner inner, int index, byte @Nullable [] start, byte @Nullable [] end) {
    Node child = tree.changeableChild(inner, index);
    long entries = child.entries();
    long bytes = child.bytes;
    boolean left = clear(child, start, end);
    inner.grow(child.entries() - entries, child.bytes - bytes);
    return left;
  }

  /** Joins what is too small on the way to the key, until nothing is. */
  private void settleAt(byte[] key) {
    boolean again = true;
    while (again) {
      Leaf leaf = tree.descend(key, 0, key.length);
      again = joinLeaf(leaf) != NOTHING;
      for (int depth = tree.path.depth - 1; depth > 0 && !again; depth--) {
        again = joinInner(depth);
      }
      shrinkRoot();
    }
  }

  /**
   * Joins the leaf at the end of the path with a neighbour, or takes it out if it is empty.
   *
   * @return the depth of the node that has a child less now, or {@link #NOTHING}
   */
  private int joinLeaf(Leaf leaf) {
    Path path = tree.path;
    int page = tree.geometry.pageBytes();
    int depth = path.depth - 1;
    if (depth < 0 || leaf.live >= page / 4) {
      return NOTHING;
    }
    if (leaf.count == 0) {
      return removeChild(depth);
    }
    Inner parent = path.nodes[depth];
    int at = path.at[depth];
    for (int left = Math.max(0, at - 1); left <= at && left + 1 < parent.childCount(); left++) {
      Leaf one = (Leaf) parent.children[left];
      Leaf other = (Leaf) parent.children[left + 1];
      if (one.live + other.live <= page / 4 * 3) {
        PagePacker packer = tree.packer;
        packer.add(one, 0, one.count);
        packer.add(other, 0, other.count);
        packer.spread(1);
        Leaf joined = tree.blank(one);
        packer.write(0, joined, page);
        packer.clear();
        parent.removeChildren(left + 1, left + 2);
        parent.children[left] = joined;
        return depth;
      }
    }
    return NOTHING;
  }

  /** Takes the path's child out of the path's node, and the node too if it was its only child. */
  private int removeChild(int depth) {
    Inner inner = tree.path.nodes[depth];
    int at = tree.path.at[depth];
    if (inner.childCount() > 1) {
      inner.removeChildren(at, at + 1);
      return depth;
    }
    if (depth > 0) {
      return removeChild(depth - 1);
    }
    tree.root = tree.emptyLeaf();
    return NOTHING;
  }

  /** Joins an inner node of the path with a neighbour; whether it did. */
  private boolean joinInner(int depth) {
    Path path = tree.path;
    int children = tree.geometry.children();
    if (depth == 0 || path.nodes[depth].childCount() >= children / 4) {
      return false;
    }
    Inner parent = path.nodes[depth - 1];
    int at = path.at[depth - 1];
    for (int left = Math.max(0, at - 1); left <= at && left + 1 < parent.childCount(); left++) {
      Inner one = (Inner) parent.children[left];
      Inner other = (Inner) parent.children[left + 1];
      if (one.childCount() + other.childCount() <= children / 4 * 3
          && one.live + other.live <= tree.geometry.separatorBytes() / 4 * 3) {
        one = (Inner) tree.changeableChild(parent, left);
        one.append(other, parent.data, parent.keyOffset(left), parent.keyLength(left));
        parent.removeChildren(left + 1, left + 2);
        return true;
      }
    }
    return false;
  }

  private void shrinkRoot() {
    while (tree.root instanceof Inner inner && inner.childCount() == 1) {
      tree.root = inner.children[0];
    }
  }
}
