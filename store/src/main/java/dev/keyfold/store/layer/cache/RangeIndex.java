package dev.keyfold.store.layer.cache;

import dev.keyfold.codec.bytes.Bytes;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * An interval tree of scans, to find those whose range covers a key: ordered by start, and each
 * node holds the largest end in its subtree, so that a search prunes subtrees that end too early.
 * Balanced by random priorities (a treap). Not thread-safe.
 *
 * <pre>
 *              [d, f) last end z
 *             /                 \
 *     [a, c) last end z      [e, g) last end g        who covers y? not the right side,
 *           \                                         for all there ends before
 *         [b, z) last end z
 * </pre>
 */
final class RangeIndex {
  private final SplittableRandom random = new SplittableRandom(0);
  private @Nullable Node root;

  private static final class Node {
    final CachedScan scan;
    final byte[] start;

    /** Null: no end. */
    final byte @Nullable [] end;

    final int priority;
    @Nullable Node left;
    @Nullable Node right;

    /** The last of all ends in this tree; null if one has none. */
    byte @Nullable [] lastEnd;

    Node(CachedScan scan, int priority) {
      this.scan = scan;
      this.start = scan.range().start();
      this.end = scan.range().end();
      this.priority = priority;
      this.lastEnd = end;
    }

    Node update() {
      lastEnd = later(end, later(left, right));
      return this;
    }

    /** The empty array represents "no node": it is before every end. */
    private static byte @Nullable [] later(@Nullable Node a, @Nullable Node b) {
      return later(a == null ? NOWHERE : a.lastEnd, b == null ? NOWHERE : b.lastEnd);
    }

    private static byte @Nullable [] later(byte @Nullable [] a, byte @Nullable [] b) {
      return a == null || b == null ? null : Bytes.compare(a, b) >= 0 ? a : b;
    }
  }

  private static final byte[] NOWHERE = {};

  boolean isEmpty() {
    return root == null;
  }

  void add(CachedScan scan) {
    root = add(root, new Node(scan, random.nextInt()));
  }

  private static Node add(@Nullable Node tree, Node added) {
    if (tree == null) {
      return added;
    }
    if (added.priority > tree.priority) {
      split(tree, added);
      return added.update();
    }
    if (order(added.scan, tree.scan) < 0) {
      tree.left = add(tree.left, added);
    } else {
      tree.right = add(tree.right, added);
    }
    return tree.update();
  }

  /** Hangs what comes before the new node on its left, and what comes after it on its right. */
  private static void split(@Nullable Node tree, Node at) {
    if (tree == null) {
      at.left = null;
      at.right = null;
    } else if (order(tree.scan, at.scan) < 0) {
      split(tree.right, at);
      tree.right = at.left;
      at.left = tree.update();
    } else {
      split(tree.left, at);
      tree.left = at.right;
      at.right = tree.update();
    }
  }

  /** Does nothing if the scan is not here. */
  void remove(CachedScan scan) {
    root = remove(root, scan);
  }

  private static @Nullable Node remove(@Nullable Node tree, CachedScan scan) {
    if (tree == null) {
      return null;
    }
    int order = order(scan, tree.scan);
    if (order == 0) {
      return join(tree.left, tree.right);
    }
    if (order < 0) {
      tree.left = remove(tree.left, scan);
    } else {
      tree.right = remove(tree.right, scan);
    }
    return tree.update();
  }

  /** One tree of two, all of the first before all of the second. */
  private static @Nullable Node join(@Nullable Node first, @Nullable Node second) {
    if (first == null || second == null) {
      return first == null ? second : first;
    }
    if (first.priority > second.priority) {
      first.right = join(first.right, second);
      return first.update();
    }
    second.left = join(first, second.left);
    return second.update();
  }

  /** Adds the scans whose ranges have something in common with [start, end), null for no end. */
  void collect(byte[] start, byte @Nullable [] end, List<CachedScan> found) {
    collect(root, start, end, found);
  }

  private static void collect(
      @Nullable Node tree, byte[] start, byte @Nullable [] end, List<CachedScan> found) {
    if (tree == null || !isBefore(start, tree.lastEnd)) {
      return;
    }
    collect(tree.left, start, end, found);
    if (isBefore(tree.start, end)) {
      if (isBefore(start, tree.end)) {
        found.add(tree.scan);
      }
      collect(tree.right, start, end, found);
    }
  }

  /** Whether the key comes before the end, null for no end. */
  private static boolean isBefore(byte[] key, byte @Nullable [] end) {
    return end == null || Bytes.compare(key, end) < 0;
  }

  private static int order(CachedScan a, CachedScan b) {
    int byRange = a.range().compareTo(b.range());
    return byRange != 0 ? byRange : Long.compare(a.id(), b.id());
  }
}
