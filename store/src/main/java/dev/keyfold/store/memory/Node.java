package dev.keyfold.store.memory;

import dev.keyfold.codec.bytes.Bytes;
import java.util.Arrays;

/**
 * A page of keys: entries in the order in which they came, and slots in the order of their keys.
 *
 * <pre>
 *   slots   | head 36 bits, mark 8, offset 20 | slot | slot | ...    count of them, sorted by key
 *                                       |
 *              +------------------------+
 *              v
 *   data    | key length 2 | tag 2 | key | value | entry | garbage | entry |  free  |
 *                                                                          ^ end
 * </pre>
 *
 * <p>An insert appends an entry and moves slots; a delete moves slots and leaves garbage. All keys
 * of a page begin with the same {@code prefix} bytes (there may be more that they share), and a
 * head is the next 36 bits of the key after them, as if it went on with zeros. So heads never
 * disagree with the order of the keys, most searches read nothing but slots, and a key's bytes are
 * compared only where heads are equal. Composite keys often have equal heads, because many entries
 * share their first fields; among those a get goes by the mark, a hash of the key. The tag of a
 * {@link Leaf} describes the value; an {@link Inner} has neither tags nor marks.
 *
 * <p>A node carries the epoch in which it was made. One that a {@link TreeView} may hold is never
 * changed again; any other is changed in place by the only writer, while readers that do not
 * validate what they read are kept out. Those who do must expect any content here, and any
 * RuntimeException.
 */
abstract class Node {
  static final int HEADER = 4;

  private static final int OFFSET_BITS = 20;
  private static final int OFFSET_MASK = (1 << OFFSET_BITS) - 1;
  private static final int MARK_MASK = 0xFF;

  /** Bits of a slot after the head. */
  private static final int TAIL_BITS = OFFSET_BITS + Byte.SIZE;

  /** Bytes of a key that are whole in its head. */
  private static final int HEAD_BYTES = (Long.SIZE - TAIL_BITS) / Byte.SIZE;

  /** Marks are read one after another up to here; among more, halving the rest is faster. */
  private static final int MOST_MARKS = 48;

  private static final int NO_MARK = -1;

  final long epoch;

  byte[] data;

  /** Where the next entry goes. */
  int end;

  /** Bytes of the entries that slots point to; what else lies before {@link #end} is garbage. */
  int live;

  long[] slots;
  int count;
  int prefix;

  /** Bytes of all keys and values in or below this node. */
  long bytes;

  Node(long epoch, byte[] data, long[] slots) {
    this.epoch = epoch;
    this.data = data;
    this.slots = slots;
  }

  /** A copy of a node, with the same content. */
  Node(long epoch, Node other) {
    this(epoch, other.data.clone(), other.slots.clone());
    end = other.end;
    live = other.live;
    count = other.count;
    prefix = other.prefix;
    bytes = other.bytes;
  }

  /** Number of entries in or below this node. */
  abstract long entries();

  /** Bytes of an entry in {@link #data}. */
  abstract int size(int index);

  abstract Node copy(long newEpoch);

  final int offset(int index) {
    return (int) slots[index] & OFFSET_MASK;
  }

  final int keyOffset(int index) {
    return offset(index) + HEADER;
  }

  final int keyLength(int index) {
    return unsignedShort(data, offset(index));
  }

  static int unsignedShort(byte[] data, int at) {
    return Bytes.getShort(data, at) & 0xFFFF;
  }

  /** The index of the key; if it is not here, {@code -(index where it belongs) - 1}. */
  final int find(byte[] key, int from, int length) {
    return find(key, from, length, NO_MARK);
  }

  /** The same for a key whose mark is known, which saves looking at others. */
  final int find(byte[] key, int from, int length, int mark) {
    int all = count;
    if (all == 0) {
      return -1;
    }
    long head = head(key, from, length, prefix);
    int low = lowerBound(0, all, head);
    // The heads tell nothing unless the key has the page's prefix. Any entry shows whether it does.
    int start = keyOffset(mark == NO_MARK ? 0 : Math.min(low, all - 1));
    int shared = mismatch(key, from, data, start, 0, Math.min(length, prefix));
    if (shared < prefix) {
      boolean isBefore = shared == length || isLess(key[from + shared], data[start + shared]);
      return isBefore ? -1 : -all - 1;
    }
    if (low == all || slots[low] >>> TAIL_BITS != head) {
      return -low - 1;
    }
    int marked = mark == NO_MARK ? -1 : findMark(low, all, head, key, from, length, mark);
    return marked >= 0 ? marked : findInRun(low, all, head, key, from, length);
  }

  /** The index of the first entry at or after the key. */
  final int indexFrom(byte[] key) {
    int found = find(key, 0, key.length);
    return found >= 0 ? found : -found - 1;
  }

  /** The index of the key, whose mark is known; or a negative number that tells nothing. */
  final int indexOf(byte[] key, int from, int length, int mark) {
    int all = count;
    long head = head(key, from, length, prefix);
    int low = lowerBound(0, all, head);
    int found = findMark(low, all, head, key, from, length, mark);
    if (found < 0 && low + MOST_MARKS < all) {
      found = findInRun(low, all, head, key, from, length);
      return found >= 0 && isKey(found, key, from, length) ? found : -1;
    }
    return found;
  }

  /** The index of the key among the first entries with its head, by its mark. */
  private int findMark(int low, int all, long head, byte[] key, int from, int length, int mark) {
    long wanted = head << Byte.SIZE | mark;
    int most = Math.min(all, low + MOST_MARKS);
    for (int i = low; i < most && slots[i] >>> TAIL_BITS == head; i++) {
      if (slots[i] >>> OFFSET_BITS == wanted && isKey(i, key, from, length)) {
        return i;
      }
    }
    return -1;
  }

  private boolean isKey(int index, byte[] key, int from, int length) {
    int start = keyOffset(index);
    return unsignedShort(data, start - HEADER) == length
        && mismatch(key, from, data, start, 0, length) == length;
  }

  /** Eight bits that most likely differ where keys do. */
  static int mark(byte[] key, int from, int length) {
    long hash = length;
    int last = from + length - Long.BYTES;
    for (int i = from; i < last; i += Long.BYTES) {
      hash = (hash ^ Bytes.getLong(key, i)) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 32;
    }
    if (last >= from) {
      hash ^= Bytes.getLong(key, last);
    } else {
      for (int i = from; i < from + length; i++) {
        hash = hash << Byte.SIZE | (key[i] & 0xFF);
      }
    }
    return (int) ((hash * 0x9E3779B97F4A7C15L) >>> 56);
  }

  /** {@link #find} of a key with the page's prefix among the entries with the same head. */
  private int findInRun(int low, int all, long head, byte[] key, int from, int length) {
    int high = low + 1;
    if (high < all && slots[high] >>> TAIL_BITS == head) {
      high = lowerBound(high, all, head + 1);
    }
    int alike = prefix + HEAD_BYTES;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int start = keyOffset(middle);
      int keyLength = unsignedShort(data, start - HEADER);
      int shorter = Math.min(length, keyLength);
      int differs = mismatch(key, from, data, start, Math.min(alike, shorter), shorter);
      boolean less;
      if (differs < shorter) {
        less = isLess(key[from + differs], data[start + differs]);
      } else if (length == keyLength) {
        return middle;
      } else {
        less = length < keyLength;
      }
      if (less) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return -low - 1;
  }

  private static boolean isLess(byte one, byte other) {
    return (one & 0xFF) < (other & 0xFF);
  }

  /**
   * Index of the first byte that differs, from {@code index} on; {@code most} if none before it.
   */
  static int mismatch(byte[] one, int oneFrom, byte[] other, int otherFrom, int index, int most) {
    int differs =
        Arrays.mismatch(
            one, oneFrom + index, oneFrom + most, other, otherFrom + index, otherFrom + most);
    return differs < 0 ? most : index + differs;
  }

  /** First of the slots from {@code low} to {@code high} whose head is not below the given one. */
  private int lowerBound(int low, int high, long head) {
    long[] sorted = slots;
    int base = low;
    int rest = high - low;
    while (rest > 1) {
      int half = rest >>> 1;
      // Nobody can guess this one, so it must not become a jump: one of two values, not a branch.
      base = sorted[base + half - 1] >>> TAIL_BITS < head ? base + half : base;
      rest -= half;
    }
    return rest == 1 && sorted[base] >>> TAIL_BITS < head ? base + 1 : base;
  }

  /** The 36 bits of the key after {@code skip} bytes. */
  private static long head(byte[] key, int from, int length, int skip) {
    int rest = length - skip;
    int at = from + skip;
    if (rest >= Long.BYTES) {
      return Bytes.getLong(key, at) >>> TAIL_BITS;
    }
    long head = 0;
    for (int i = 0; i < rest; i++) {
      head |= (key[at + i] & 0xFFL) << (56 - 8 * i);
    }
    return head >>> TAIL_BITS;
  }

  /** Sets the slot of an entry whose bytes are in place; the prefix must be right already. */
  final void setSlot(int index, int entry, int mark) {
    long head = head(data, entry + HEADER, unsignedShort(data, entry), prefix);
    slots[index] = head << TAIL_BITS | (long) mark << OFFSET_BITS | entry;
  }

  final int markOf(int index) {
    return (int) (slots[index] >>> OFFSET_BITS) & MARK_MASK;
  }

  /** Compares the key of an entry with another one. */
  final int compareKey(int index, byte[] key) {
    int start = keyOffset(index);
    return Arrays.compareUnsigned(data, start, start + keyLength(index), key, 0, key.length);
  }

  /** Appends an entry without its value. There must be room for it. */
  final void insertKey(int index, byte[] key, int from, int length, int mark, int tag) {
    fitPrefix(index, key, from, length);
    if (count == slots.length) {
      slots = Arrays.copyOf(slots, count + (count >> 2) + 4);
    }
    int entry = end;
    Bytes.putShort(data, entry, length);
    Bytes.putShort(data, entry + 2, tag);
    System.arraycopy(key, from, data, entry + HEADER, length);
    System.arraycopy(slots, index, slots, index + 1, count - index);
    setSlot(index, entry, mark);
    count++;
    end = entry + HEADER + length;
    live += HEADER + length;
  }

  /** Shortens the prefix if the new key does not have it, which gives every entry another head. */
  private void fitPrefix(int index, byte[] key, int from, int length) {
    if (count == 0) {
      prefix = length;
      return;
    }
    if (index > 0 && index < count) {
      return; // a key between two that have it has it too
    }
    int start = keyOffset(0);
    int shared = mismatch(key, from, data, start, 0, Math.min(length, prefix));
    if (shared < prefix) {
      setPrefix(shared);
    }
  }

  /** Makes the prefix as long as it can be: what the first and the last key share, all share. */
  final void widenPrefix() {
    if (count > 0) {
      int last = count - 1;
      int shorter = Math.min(keyLength(0), keyLength(last));
      setPrefix(mismatch(data, keyOffset(0), data, keyOffset(last), 0, shorter));
    }
  }

  private void setPrefix(int length) {
    prefix = length;
    for (int i = 0; i < count; i++) {
      setSlot(i, offset(i), markOf(i));
    }
  }

  /** Makes garbage of the entries from {@code first} (inclusive) to {@code last} (exclusive). */
  final void removeKeys(int first, int last) {
    for (int i = first; i < last; i++) {
      live -= size(i);
    }
    System.arraycopy(slots, last, slots, first, count - last);
    count -= last - first;
  }
}
