package dev.keyfold.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import java.util.Arrays;
import java.util.BitSet;

/** Looks at every byte of a tree and fails if anything is not as {@link Node} and others say. */
final class TreeCheck {
  private final Geometry geometry;

  private TreeCheck(Geometry geometry) {
    this.geometry = geometry;
  }

  static void check(MemoryStore store, Geometry geometry) {
    TreeView view = store.treeView();
    try {
      TreeCheck check = new TreeCheck(geometry);
      if (view.root instanceof Inner root) {
        assertThat(root.childCount()).as("children of the root").isGreaterThan(1);
      }
      check.check(view.root, level(view.root), null, null, true);
    } finally {
      view.drop();
    }
  }

  private static int level(Node node) {
    return node instanceof Inner inner ? inner.level : 0;
  }

  /** All keys must be at or after {@code low} and before {@code high}; null for no bound. */
  private void check(Node node, int level, byte[] low, byte[] high, boolean isRoot) {
    assertThat(level(node)).as("level").isEqualTo(level);
    checkPage(node, low, high);
    if (node instanceof Leaf leaf) {
      checkLeaf(leaf, isRoot);
      return;
    }
    Inner inner = (Inner) node;
    assertThat(inner.childCount()).isLessThanOrEqualTo(geometry.children());
    long entries = 0;
    long bytes = 0;
    for (int i = 0; i < inner.childCount(); i++) {
      Node child = inner.children[i];
      check(
          child,
          level - 1,
          i == 0 ? low : key(inner, i - 1),
          i == inner.count ? high : key(inner, i),
          false);
      entries += child.entries();
      bytes += child.bytes;
    }
    for (int i = inner.childCount(); i < inner.children.length; i++) {
      assertThat(inner.children[i]).as("left behind").isNull();
    }
    assertThat(inner.entries()).as("entries").isEqualTo(entries);
    assertThat(inner.bytes).as("bytes").isEqualTo(bytes);
  }

  private static void checkPage(Node node, byte[] low, byte[] high) {
    assertThat(node.count).isLessThanOrEqualTo(node.slots.length);
    assertThat(node.end).isLessThanOrEqualTo(node.data.length);
    BitSet taken = new BitSet();
    int live = 0;
    byte[] before = null;
    for (int i = 0; i < node.count; i++) {
      int size = node.size(i);
      int offset = node.offset(i);
      live += size;
      assertThat(offset + size).as("end of an entry").isLessThanOrEqualTo(node.end);
      assertThat(taken.get(offset, offset + size).isEmpty()).as("no overlap").isTrue();
      taken.set(offset, offset + size);
      byte[] key = key(node, i);
      if (before != null) {
        assertThat(Bytes.compare(before, key)).as("order").isNegative();
        assertThat(Arrays.mismatch(before, key)).as("prefix").isGreaterThanOrEqualTo(node.prefix);
      }
      assertThat(low == null || Bytes.compare(low, key) <= 0).as("above the separator").isTrue();
      assertThat(high == null || Bytes.compare(key, high) < 0).as("below the separator").isTrue();
      assertThat(node.find(key, 0, key.length)).as("found").isEqualTo(i);
      int mark = node instanceof Leaf ? Node.mark(key, 0, key.length) : 0;
      assertThat(node.markOf(i)).as("mark").isEqualTo(mark);
      assertThat(node.indexOf(key, 0, key.length, mark)).as("found").isEqualTo(i);
      long slot = node.slots[i];
      node.setSlot(i, offset, mark);
      assertThat(node.slots[i]).as("slot").isEqualTo(slot);
      before = key;
    }
    assertThat(node.live).as("live").isEqualTo(live);
  }

  private void checkLeaf(Leaf leaf, boolean isRoot) {
    assertThat(leaf.count > 0 || isRoot).as("only the root may be empty").isTrue();
    if (leaf.live <= geometry.pageBytes() && leaf.count > 1) {
      assertThat(leaf.data.length).as("capacity").isLessThanOrEqualTo(largest(leaf));
    }
    long bytes = 0;
    long outside = 0;
    for (int i = 0; i < leaf.count; i++) {
      byte[] value = leaf.outsideValue(i);
      if (value != null) {
        outside++;
        assertThat(value.length).as("outside").isGreaterThan(geometry.inlineBytes());
      }
      bytes += leaf.keyLength(i) + leaf.valueLength(i);
    }
    assertThat(leaf.bytes).as("bytes").isEqualTo(bytes);
    assertThat(Arrays.stream(leaf.outside).filter(v -> v != null).count()).isEqualTo(outside);
  }

  /** A page that had to be larger for one entry keeps its size until it is written again. */
  private int largest(Leaf leaf) {
    return Math.max(geometry.pageBytes(), leaf.end);
  }

  private static byte[] key(Node node, int index) {
    return Arrays.copyOfRange(
        node.data, node.keyOffset(index), node.keyOffset(index) + node.keyLength(index));
  }
}
