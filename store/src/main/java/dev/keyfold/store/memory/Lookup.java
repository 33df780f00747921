package dev.keyfold.store.memory;

import dev.keyfold.store.Slice;
import org.jspecify.annotations.Nullable;

/** A point lookup in the tree. */
final class Lookup {
  private Lookup() {}

  private static Leaf leaf(Node root, byte[] key, int from, int length) {
    Node node = root;
    while (node instanceof Inner inner) {
      node = inner.children[inner.childFor(key, from, length)];
    }
    return (Leaf) node;
  }

  static boolean contains(Node root, byte[] key, int from, int length) {
    return leaf(root, key, from, length).indexOf(key, from, length, Node.mark(key, from, length))
        >= 0;
  }

  /** A copy of the value, or null. */
  static byte @Nullable [] get(Node root, byte[] key) {
    Leaf leaf = leaf(root, key, 0, key.length);
    int index = leaf.indexOf(key, 0, key.length, Node.mark(key, 0, key.length));
    return index < 0 ? null : leaf.value(index);
  }

  /** Copies the value into the slice's own buffer; whether there is one. */
  static boolean get(Node root, Slice key, Slice value) {
    byte[] array = key.array();
    int from = key.offset();
    int length = key.length();
    Leaf leaf = leaf(root, array, from, length);
    int index = leaf.indexOf(array, from, length, Node.mark(array, from, length));
    if (index >= 0) {
      leaf.copyValue(index, value);
    }
    return index >= 0;
  }
}
