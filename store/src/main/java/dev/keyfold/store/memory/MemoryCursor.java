package dev.keyfold.store.memory;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.errors.StoreClosedException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An iterator over the leaves of a view, which it holds until it is closed. The slices refer
 * directly to the pages. The end of the range is located once per leaf, so a step compares no keys.
 */
final class MemoryCursor implements Cursor {
  private final SharedTree tree;
  private final TreeView view;
  private final Path path = new Path();
  private final byte[] start;
  private final byte @Nullable [] end;
  private final boolean reversed;
  private final Slice key = new Slice();
  private final Slice value = new Slice();
  private long left;
  private boolean closed;

  @SuppressWarnings("NullAway.Init") // goTo and goBefore set it
  private Leaf leaf;

  /** The entry it stands on, or one before the one that comes next. */
  private int at;

  /** One after the last entry of the leaf that is in the range, in the cursor's direction. */
  private int stop;

  /** The range ends in this leaf. */
  private boolean isLastLeaf;

  private boolean standing;

  /** The view is held for the cursor already. */
  MemoryCursor(SharedTree tree, TreeView view, Scan scan) {
    this.tree = tree;
    this.view = view;
    this.start = scan.range().start();
    this.end = scan.range().end();
    this.reversed = scan.reversed();
    this.left = scan.range().isEmpty() ? 0 : scan.limit();
    if (reversed) {
      goBefore(end, false);
    } else {
      goTo(start);
    }
  }

  @Override
  public boolean next() {
    if (closed || tree.isClosed()) {
      checkOpen();
    }
    if (left == 0) {
      standing = false;
      return false;
    }
    int step = reversed ? -1 : 1;
    while (true) {
      if (at + step != stop) {
        at += step;
        left--;
        standing = true;
        leaf.view(at, key, value);
        return true;
      }
      if (isLastLeaf || !(reversed ? previousLeaf() : nextLeaf())) {
        isLastLeaf = true;
        standing = false;
        return false;
      }
    }
  }

  @Override
  public Slice key() {
    checkStanding();
    return key;
  }

  @Override
  public Slice value() {
    checkStanding();
    return value;
  }

  @Override
  public void seek(byte[] target) {
    checkOpen();
    standing = false;
    if (!reversed) {
      goTo(Arrays.compareUnsigned(target, start) < 0 ? start : target);
    } else if (end != null && Arrays.compareUnsigned(target, end) >= 0) {
      goBefore(end, false);
    } else {
      goBefore(target, true);
    }
  }

  /** Before the first entry at or after the target. */
  private void goTo(byte[] target) {
    descend(target);
    at = leaf.indexFrom(target) - 1;
    boundForward();
    if (at >= stop) {
      at = stop - 1; // the target lies after the range
    }
  }

  /** After the last entry before the target (null: after all), or at it if that is allowed. */
  private void goBefore(byte @Nullable [] target, boolean inclusive) {
    if (target == null) {
      path.depth = 0;
      descendToLast(view.root);
      at = leaf.count;
    } else {
      descend(target);
      int found = leaf.find(target, 0, target.length);
      at = found < 0 ? -found - 1 : inclusive ? found + 1 : found;
    }
    boundBackward();
    if (at <= stop) {
      at = stop + 1; // the target lies before the range
    }
  }

  private void descend(byte[] target) {
    path.depth = 0;
    Node node = view.root;
    while (node instanceof Inner inner) {
      int child = inner.childFor(target, 0, target.length);
      path.push(inner, child);
      node = inner.children[child];
    }
    leaf = (Leaf) node;
  }

  private boolean nextLeaf() {
    while (path.depth > 0) {
      int depth = path.depth - 1;
      Inner inner = path.nodes[depth];
      if (++path.at[depth] < inner.childCount()) {
        Node node = inner.children[path.at[depth]];
        while (node instanceof Inner below) {
          path.push(below, 0);
          node = below.children[0];
        }
        leaf = (Leaf) node;
        at = -1;
        boundForward();
        return true;
      }
      path.depth = depth;
    }
    return false;
  }

  private boolean previousLeaf() {
    while (path.depth > 0) {
      int depth = path.depth - 1;
      if (--path.at[depth] >= 0) {
        descendToLast(path.nodes[depth].children[path.at[depth]]);
        at = leaf.count;
        boundBackward();
        return true;
      }
      path.depth = depth;
    }
    return false;
  }

  private void descendToLast(Node from) {
    Node node = from;
    while (node instanceof Inner inner) {
      path.push(inner, inner.count);
      node = inner.children[inner.count];
    }
    leaf = (Leaf) node;
  }

  private void boundForward() {
    int count = leaf.count;
    stop = count;
    isLastLeaf = false;
    if (end != null && count > 0 && leaf.compareKey(count - 1, end) >= 0) {
      stop = leaf.indexFrom(end);
      isLastLeaf = true;
    }
  }

  private void boundBackward() {
    boolean whole = leaf.count == 0 || leaf.compareKey(0, start) >= 0;
    stop = whole ? -1 : leaf.indexFrom(start) - 1;
    isLastLeaf = !whole;
  }

  private void checkStanding() {
    if (!standing) {
      checkOpen();
      throw new IllegalStateException(
          "the cursor is not on an entry; call next() first and continue only while it returns"
              + " true");
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new StoreClosedException("this cursor is closed; open a new scan");
    }
    tree.checkOpen();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      standing = false;
      view.drop();
    }
  }
}
