package dev.keyfold.store.memory;

import dev.keyfold.store.Slice;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A node with entries. The tag of an entry is the length of its value, which then follows the key;
 * or, with the highest bit set, the index of the value among {@link #outside}: a long value is an
 * array of its own, so that the page stays small. Arrays outside are never changed, only replaced.
 */
final class Leaf extends Node {
  static final int OUTSIDE = 0x8000;

  private static final byte[][] NONE = {};

  /** Values outside of the page; null where one was taken away. */
  byte[][] outside = NONE;

  private int outsideCount;

  private int lastInsert;

  /**
   * How many inserts before the last were adjacent: ascending if positive, descending if negative.
   */
  private int run;

  Leaf(long epoch, int capacity, int expectedEntries) {
    super(epoch, new byte[capacity], new long[expectedEntries]);
  }

  private Leaf(long epoch, Leaf other) {
    super(epoch, other);
    outside = other.outside.length == 0 ? NONE : other.outside.clone();
    outsideCount = other.outsideCount;
    lastInsert = other.lastInsert;
    run = other.run;
  }

  @Override
  Leaf copy(long newEpoch) {
    return new Leaf(newEpoch, this);
  }

  @Override
  long entries() {
    return count;
  }

  @Override
  int size(int index) {
    int entry = offset(index);
    int tag = unsignedShort(data, entry + 2);
    return HEADER + unsignedShort(data, entry) + (isOutside(tag) ? 0 : tag);
  }

  private static boolean isOutside(int tag) {
    return tag >= OUTSIDE;
  }

  private int tag(int index) {
    return unsignedShort(data, offset(index) + 2);
  }

  /** The value if it is outside of the page, else null. */
  byte @Nullable [] outsideValue(int index) {
    int tag = tag(index);
    return isOutside(tag) ? outside[tag - OUTSIDE] : null;
  }

  int valueLength(int index) {
    int tag = tag(index);
    return isOutside(tag) ? outside[tag - OUTSIDE].length : tag;
  }

  /** Copies a value into an array of its own. */
  byte[] value(int index) {
    int entry = offset(index);
    int tag = unsignedShort(data, entry + 2);
    if (isOutside(tag)) {
      return outside[tag - OUTSIDE].clone();
    }
    int start = entry + HEADER + unsignedShort(data, entry);
    if (start + tag > data.length) {
      throw new IndexOutOfBoundsException(start + tag); // only where a reader races with a writer
    }
    return Arrays.copyOfRange(data, start, start + tag);
  }

  /** Copies a value into the slice's own buffer. */
  void copyValue(int index, Slice to) {
    int entry = offset(index);
    int tag = unsignedShort(data, entry + 2);
    if (isOutside(tag)) {
      byte[] value = outside[tag - OUTSIDE];
      to.copyFrom(value, 0, value.length);
    } else {
      to.copyFrom(data, entry + HEADER + unsignedShort(data, entry), tag);
    }
  }

  /** Lets the slices look at an entry. */
  void view(int index, Slice key, Slice value) {
    int entry = offset(index);
    int keyLength = unsignedShort(data, entry);
    int tag = unsignedShort(data, entry + 2);
    key.set(data, entry + HEADER, keyLength);
    if (isOutside(tag)) {
      byte[] apart = outside[tag - OUTSIDE];
      value.set(apart, 0, apart.length);
    } else {
      value.set(data, entry + HEADER + keyLength, tag);
    }
  }

  /** Replaces a value where it lies, if the new one has its place there; whether it had. */
  boolean overwrite(int index, byte[] value, int from, int length, byte @Nullable [] newOutside) {
    int entry = offset(index);
    int tag = unsignedShort(data, entry + 2);
    if (isOutside(tag) != (newOutside != null)) {
      return false;
    }
    if (newOutside != null) {
      bytes += newOutside.length - outside[tag - OUTSIDE].length;
      outside[tag - OUTSIDE] = newOutside;
      return true;
    }
    if (length > tag) {
      return false;
    }
    System.arraycopy(value, from, data, entry + HEADER + unsignedShort(data, entry), length);
    if (length != tag) {
      data[entry + 2] = (byte) (length >>> 8);
      data[entry + 3] = (byte) length;
      live -= tag - length;
      bytes -= tag - length;
    }
    return true;
  }

  /** Whether an entry of that size can be appended as things are. */
  boolean hasRoom(int size) {
    return end + size <= data.length;
  }

  /** Adds an entry for which there is room; the value is the array outside if there is one. */
  void insert(
      int index,
      byte[] key,
      int keyFrom,
      int keyLength,
      int mark,
      byte[] value,
      int from,
      int length,
      byte @Nullable [] newOutside) {
    if (newOutside != null) {
      insertKey(index, key, keyFrom, keyLength, mark, OUTSIDE | addOutside(newOutside));
    } else {
      insertKey(index, key, keyFrom, keyLength, mark, length);
      System.arraycopy(value, from, data, end, length);
      end += length;
      live += length;
    }
    bytes += keyLength + length;
    if (index == lastInsert + 1) {
      run = Math.max(run, 0) + 1;
    } else {
      run = index == lastInsert ? Math.min(run, 0) - 1 : 0;
    }
    lastInsert = index;
  }

  /** Puts a value outside of the page and returns its index there. */
  int addOutside(byte[] value) {
    if (outsideCount == outside.length) {
      outside = Arrays.copyOf(outside, outsideCount + (outsideCount >> 1) + 4);
    }
    outside[outsideCount] = value;
    return outsideCount++;
  }

  void remove(int first, int last) {
    for (int i = first; i < last; i++) {
      bytes -= keyLength(i) + valueLength(i);
      int tag = tag(i);
      if (isOutside(tag)) {
        outside[tag - OUTSIDE] = null;
      }
    }
    removeKeys(first, last);
  }

  /** Makes it an empty page of that capacity, to be filled again. */
  void reset(int capacity, int expectedEntries) {
    if (data.length != capacity) {
      data = new byte[capacity];
    }
    if (slots.length < expectedEntries) {
      slots = new long[expectedEntries + 2];
    }
    outside = NONE;
    outsideCount = 0;
    count = 0;
    end = 0;
    live = 0;
    bytes = 0;
    run = 0;
    lastInsert = -1;
  }

  /**
   * Whether the last inserts came in ascending (one) or descending order (minus one), side by side;
   * zero if not. If they did the next ones likely will, and a page is best split right there.
   */
  int direction() {
    return Math.abs(run) >= Math.min(8, Math.max(2, count - 2)) ? Integer.signum(run) : 0;
  }
}
