package dev.keyfold.store.memory;

import java.util.Arrays;

/**
 * A node with children. Its keys separate them: child {@code i} has the keys below separator {@code
 * i} and not below separator {@code i - 1}. A separator is the shortest byte string that does so,
 * and need not be the key of an entry. There is always one child more than separators.
 */
final class Inner extends Node {
  /** One more than that of its children; leaves have zero. */
  final int level;

  Node[] children;
  private long entries;

  Inner(long epoch, int level, Node onlyChild) {
    super(epoch, new byte[256], new long[8]);
    this.level = level;
    this.children = new Node[9];
    children[0] = onlyChild;
    entries = onlyChild.entries();
    bytes = onlyChild.bytes;
  }

  private Inner(long epoch, Inner other) {
    super(epoch, other);
    level = other.level;
    children = other.children.clone();
    entries = other.entries;
  }

  @Override
  Inner copy(long newEpoch) {
    return new Inner(newEpoch, this);
  }

  @Override
  long entries() {
    return entries;
  }

  @Override
  int size(int index) {
    return HEADER + keyLength(index);
  }

  int childCount() {
    return count + 1;
  }

  /** Index of the child that has the key, if any has. */
  int childFor(byte[] key, int from, int length) {
    int found = find(key, from, length);
    return found >= 0 ? found + 1 : -found - 1;
  }

  /** Below this node there are so many entries and bytes more. */
  void grow(long moreEntries, long moreBytes) {
    entries += moreEntries;
    bytes += moreBytes;
  }

  /** Adds a child after the one at {@code index - 1}, and the separator between the two. */
  void insertChild(int index, Node child, byte[] separator, int from, int length) {
    insertSeparator(index - 1, separator, from, length);
    if (children.length < count + 1) {
      children = Arrays.copyOf(children, slots.length + 1);
    }
    System.arraycopy(children, index, children, index + 1, count - index);
    children[index] = child;
  }

  private void insertSeparator(int index, byte[] separator, int from, int length) {
    if (end + HEADER + length > data.length) {
      compact(Math.max(data.length, (live + HEADER + length) * 3 / 2));
    }
    insertKey(index, separator, from, length, 0, 0);
  }

  private void compact(int capacity) {
    byte[] packed = new byte[capacity];
    int to = 0;
    for (int i = 0; i < count; i++) {
      int size = size(i);
      System.arraycopy(data, offset(i), packed, to, size);
      slots[i] += to - offset(i); // an offset is the low part of its slot
      to += size;
    }
    // The slots point into the new array from here on.
    data = packed;
    end = to;
  }

  /** Takes out the children from {@code first} (inclusive) to {@code last} (exclusive). */
  void removeChildren(int first, int last) {
    int left = childCount() - (last - first);
    System.arraycopy(children, last, children, first, childCount() - last);
    Arrays.fill(children, left, childCount(), null);
    // The gap goes to the child before it, if there is one, else to the one after it.
    int firstSeparator = Math.max(0, first - 1);
    removeKeys(firstSeparator, Math.min(count, firstSeparator + last - first));
  }

  /** Moves the children after separator {@code at} into a new node; it is left to the caller. */
  Inner splitOff(int at, long newEpoch) {
    Inner right = new Inner(newEpoch, level, children[at + 1]);
    for (int i = at + 1; i < count; i++) {
      right.insertChild(i - at, children[i + 1], data, keyOffset(i), keyLength(i));
      right.grow(children[i + 1].entries(), children[i + 1].bytes);
    }
    Arrays.fill(children, at + 1, childCount(), null);
    removeKeys(at, count);
    widenPrefix();
    grow(-right.entries, -right.bytes);
    return right;
  }

  /** Takes over all children of the node after it. */
  void append(Inner right, byte[] separator, int from, int length) {
    insertChild(childCount(), right.children[0], separator, from, length);
    for (int i = 0; i < right.count; i++) {
      insertChild(
          childCount(), right.children[i + 1], right.data, right.keyOffset(i), right.keyLength(i));
    }
    grow(right.entries, right.bytes);
  }
}
