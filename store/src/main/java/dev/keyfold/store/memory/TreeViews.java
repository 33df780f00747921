package dev.keyfold.store.memory;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the open snapshots by epoch. A node created in epoch {@code e} can only be in views of
 * epoch {@code e} or later, so the writer may change it in place if the newest view that is held is
 * older. Taking a view copies nothing, and once it is dropped nothing is copied for it any more: a
 * scan between two writes costs the second one nothing.
 *
 * <p>{@link #hold} is for all threads; everything else with the store's lock held exclusively.
 */
final class TreeViews {
  /** What the tree is now; null if it was written to since the last view was taken. */
  private volatile @Nullable TreeView current;

  /** Views before the current one that may still be held, the newest first. */
  private final Deque<TreeView.Holders> earlier = new ArrayDeque<>();

  private int sweepAt = 16;

  /** That of nodes made now: above that of every view. */
  private long epoch = 1;

  long epoch() {
    return epoch;
  }

  /** The current view, held for the caller; null if none exists. */
  @Nullable TreeView hold() {
    TreeView view = current;
    return view != null && view.hold() ? view : null;
  }

  /** A view of the tree as it is, held for the caller. */
  TreeView take(Node root) {
    TreeView view = hold();
    if (view == null) {
      view = new TreeView(root, epoch++);
      current = view;
    }
    return view;
  }

  /**
   * The tree is about to change, or has changed aside: nobody gets the current view any more.
   *
   * @return the newest epoch whose nodes a reader may use, or zero
   */
  long leave() {
    TreeView view = current;
    if (view != null) {
      current = null;
      if (!view.holders.retire()) {
        earlier.push(view.holders);
      }
    }
    while (!earlier.isEmpty() && earlier.peek().retire()) {
      earlier.pop();
    }
    if (earlier.size() > sweepAt) {
      earlier.removeIf(TreeView.Holders::retire);
      sweepAt = 2 * earlier.size() + 16;
    }
    return earlier.isEmpty() ? 0 : earlier.peek().epoch;
  }
}
