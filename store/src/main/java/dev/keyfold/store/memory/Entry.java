package dev.keyfold.store.memory;

import dev.keyfold.codec.bytes.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The key and value that are being written: where their bytes are, and the copy of the value if it
 * goes outside of the page. One for a tree, used again and again, so that nothing is allocated.
 */
final class Entry {
  private static final byte[] NONE = {};

  private byte[] key = NONE;
  private int keyFrom;
  private int keyLength;
  private int mark;
  private byte[] value = NONE;
  private int valueFrom;
  private int valueLength;
  byte @Nullable [] outside;

  void set(byte[] newKey, int newKeyFrom, int newKeyLength, byte[] newValue, int from, int length) {
    key = newKey;
    keyFrom = newKeyFrom;
    keyLength = newKeyLength;
    mark = Node.mark(key, keyFrom, keyLength);
    value = newValue;
    valueFrom = from;
    valueLength = length;
  }

  /** Forgets the arrays, which belong to others. */
  void clear() {
    key = NONE;
    value = NONE;
    outside = null;
  }

  int mark() {
    return mark;
  }

  /** Bytes inside of the page. */
  int size() {
    return Node.HEADER + keyLength + (outside == null ? valueLength : 0);
  }

  int findIn(Leaf leaf) {
    return leaf.find(key, keyFrom, keyLength, mark);
  }

  boolean overwrite(Leaf leaf, int index) {
    return leaf.overwrite(index, value, valueFrom, valueLength, outside);
  }

  void insertInto(Leaf leaf, int index) {
    leaf.insert(index, key, keyFrom, keyLength, mark, value, valueFrom, valueLength, outside);
  }

  /** Writes it as a leaf has it; the tag of a value outside is left open. */
  void writeTo(byte[] to, int at) {
    Bytes.putShort(to, at, keyLength);
    writeTag(to, at, outside == null ? valueLength : 0);
    System.arraycopy(key, keyFrom, to, at + Node.HEADER, keyLength);
    if (outside == null) {
      System.arraycopy(value, valueFrom, to, at + Node.HEADER + keyLength, valueLength);
    }
  }

  static void writeTag(byte[] data, int entry, int tag) {
    Bytes.putShort(data, entry + 2, tag);
  }
}
