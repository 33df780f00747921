package dev.keyfold.store.memory;

import java.util.Arrays;

/** The inner nodes above a leaf, from the root on, and which child was taken in each. */
final class Path {
  Inner[] nodes = new Inner[8];
  int[] at = new int[8];

  /** Number of inner nodes. */
  int depth;

  void push(Inner node, int child) {
    if (depth == at.length) {
      nodes = Arrays.copyOf(nodes, depth * 2);
      at = Arrays.copyOf(at, depth * 2);
    }
    nodes[depth] = node;
    at[depth++] = child;
  }
}
