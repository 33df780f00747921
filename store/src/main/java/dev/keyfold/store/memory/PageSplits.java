package dev.keyfold.store.memory;

import org.jspecify.annotations.Nullable;

/**
 * Makes room for an entry whose leaf is full. If a neighbour has room, the two share what they
 * have; if not, the two become three, each of them two thirds full. So pages are fuller than they
 * would be if one became two. Where entries come in order, the page is split at that place instead:
 * the side after which nothing will come stays full.
 */
final class PageSplits {
  private final Tree tree;

  PageSplits(Tree tree) {
    this.tree = tree;
  }

  /** Inserts the entry into the leaf at the end of the tree's path, or beside it. */
  void insert(Leaf leaf, int index, Entry entry) {
    Path path = tree.path;
    PagePacker packer = tree.packer;
    Inner parent = path.depth == 0 ? null : path.nodes[path.depth - 1];
    int at = path.depth == 0 ? 0 : path.at[path.depth - 1];
    int direction = leaf.direction();
    int neighbour = at;
    if (parent != null && direction <= 0) {
      neighbour =
          direction < 0 ? nextIfRoom(parent, at, leaf, index) : partner(parent, at, entry.size());
    }
    int first = Math.min(at, neighbour);
    int last = Math.max(at, neighbour);
    for (int i = first; i <= last; i++) {
      if (i == at) {
        packer.add(leaf, 0, index);
        packer.add(entry);
        packer.add(leaf, index, leaf.count);
      } else if (parent != null) { // else there is no neighbour
        Leaf other = (Leaf) parent.children[i];
        packer.add(other, 0, other.count);
      }
    }
    if (direction == 0) {
      packer.spread(pages(packer, last - first + 1));
    } else {
      // The next entries will come after the new one, or before it: there must be room then. The
      // leaf is the first one here, so its indexes are the packer's.
      packer.cut(direction > 0 ? index : index + 1);
    }
    replace(parent, first, last, leaf);
    packer.clear();
    if (parent != null && isOverfull(parent)) {
      split(path.depth - 1, direction > 0);
    }
  }

  /**
   * The emptier neighbour if the two can share, the fuller one if there will be three of them: what
   * is already full is spread best. The leaf itself if it has none.
   */
  private int partner(Inner parent, int at, int size) {
    if (parent.childCount() == 1) {
      return at;
    }
    if (at == 0 || at + 1 == parent.childCount()) {
      return at == 0 ? 1 : at - 1;
    }
    boolean isLeftEmptier = parent.children[at - 1].live < parent.children[at + 1].live;
    int emptier = isLeftEmptier ? at - 1 : at + 1;
    int together = parent.children[at].live + parent.children[emptier].live + size;
    return together <= roomy(2) ? emptier : 2 * at - emptier;
  }

  /** The next leaf if it can take everything after the new entry, else the leaf itself. */
  private int nextIfRoom(Inner parent, int at, Leaf leaf, int index) {
    if (at + 1 == parent.childCount() || index == leaf.count) {
      return at;
    }
    int moved = 0;
    for (int i = index; i < leaf.count; i++) {
      moved += leaf.size(i);
    }
    boolean fits = parent.children[at + 1].live + moved <= tree.geometry.pageBytes();
    return fits ? at + 1 : at;
  }

  /** As many pages as before if that leaves some of each free, else one more. */
  private int pages(PagePacker packer, int before) {
    return before > 1 && packer.bytes() <= roomy(before) ? before : before + 1;
  }

  /** How much so many pages may hold when an eighth of each is to be left free. */
  private int roomy(int pages) {
    return pages * (tree.geometry.pageBytes() - tree.geometry.pageBytes() / 8);
  }

  private void replace(@Nullable Inner parent, int first, int last, Leaf only) {
    PagePacker packer = tree.packer;
    int page = tree.geometry.pageBytes();
    Inner above = parent;
    // All leaves are made before the parent is touched.
    Leaf[] leaves = new Leaf[packer.pages()];
    for (int i = 0; i < leaves.length; i++) {
      Leaf reused =
          first + i > last ? null : parent == null ? only : (Leaf) parent.children[first + i];
      leaves[i] = reused == null ? tree.newLeaf() : tree.blank(reused);
      packer.write(i, leaves[i], page);
    }
    if (parent == null && leaves.length == 1) {
      tree.root = leaves[0];
      return;
    }
    if (above == null) {
      above = new Inner(tree.epoch(), 1, leaves[0]);
      tree.root = above;
    } else {
      above.removeChildren(first + 1, last + 1);
      above.children[first] = leaves[0];
    }
    for (int i = 1; i < leaves.length; i++) {
      packer.insertInto(above, first + i, i, leaves[i]);
    }
    if (parent == null) {
      for (int i = 1; i < leaves.length; i++) {
        above.grow(leaves[i].entries(), leaves[i].bytes);
      }
    }
  }

  private boolean isOverfull(Inner inner) {
    return inner.childCount() > tree.geometry.children()
        || (inner.live > tree.geometry.separatorBytes() && inner.childCount() >= 4);
  }

  /** Splits an inner node of the path, and those above it as far as need be. */
  private void split(int depth, boolean ascending) {
    Path path = tree.path;
    Inner inner = path.nodes[depth];
    boolean atEnd = ascending && path.at[depth] >= inner.childCount() - 3;
    int middle = atEnd ? inner.count - 2 : inner.count / 2;
    int key = inner.keyOffset(middle);
    int length = inner.keyLength(middle);
    byte[] separators = inner.data; // what lies there stays there, also when it is garbage
    Inner right = inner.splitOff(middle, tree.epoch());
    if (depth == 0) {
      Inner above = new Inner(tree.epoch(), inner.level + 1, inner);
      above.insertChild(1, right, separators, key, length);
      above.grow(right.entries(), right.bytes);
      tree.root = above;
    } else {
      Inner parent = path.nodes[depth - 1];
      parent.insertChild(path.at[depth - 1] + 1, right, separators, key, length);
      if (isOverfull(parent)) {
        split(depth - 1, ascending);
      }
    }
  }
}
