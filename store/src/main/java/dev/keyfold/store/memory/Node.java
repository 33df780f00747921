package dev.keyfold.store.memory;

import dev.keyfold.codec.bytes.Bytes;
import java.util.Arrays;

/**
 * A page of keys: entries in the order in which they came, and slots in the order of their keys.
 *
 * <pre>
 *   slots   | head 44 bits, offset 20 bits | head, offset | ...      count of them, sorted by key
 *                                |
 *              +-----------------+
 *              v
 *   data    | key length 2 | tag 2 | key | value | entry | garbage | entry |  free  |
 *                                                                          ^ end
 * </pre>
 *
 * <p>An insert appends an entry and moves slots; a delete moves slots and leaves garbage. All keys
 * of a page begin with the same {@code prefix} bytes (there may be more that they share), and a
 * head is the next 44 bits of the key behind them, as if it went on with zeros. So heads never
 * disagree with the order of the keys, most searches read nothing but slots, and a key's bytes are
 * compared only where heads are equal. The tag of a {@link Leaf} describes the value; that of an
 * {@link Inner} is zero.
 *
 * <p>A node carries the epoch in which it was made. One that a {@link View} may hold is never
 * changed again; any other is changed in place by the only writer, while readers that do not
 * validate what they read are kept out. Those who do must expect any content here, and any
 * RuntimeException.
 */
abstract class Node {
  static final int HEADER = 4;

  private static final int OFFSET_BITS = 20;
  private static final int OFFSET_MASK = (1 << OFFSET_BITS) - 1;

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
    int all = count;
    if (all == 0) {
      return -1;
    }
    long head = head(key, from, length, prefix);
    int low = lowerBound(0, all, head);
    if (low < all && slots[low] >>> OFFSET_BITS == head) {
      return findInRun(low, all, head, key, from, length);
    }
    if (prefix == 0) {
      return -low - 1;
    }
    // The heads tell nothing unless the key has the page's prefix. Any entry shows whether it does.
    int entry = offset(Math.min(low, all - 1));
    int mismatch =
        Arrays.mismatch(key, from, from + length, data, entry + HEADER, entry + HEADER + prefix);
    if (mismatch < 0 || mismatch >= prefix) {
      return -low - 1;
    }
    return isLess(key, from, length, entry + HEADER, mismatch) ? -1 : -all - 1;
  }

  /** The index of the first entry at or behind the key. */
  final int indexFrom(byte[] key) {
    int found = find(key, 0, key.length);
    return found >= 0 ? found : -found - 1;
  }

  /** The index of the key, or a negative number: without the care {@link #find} takes of it. */
  final int indexOf(byte[] key, int from, int length) {
    int all = count;
    long head = head(key, from, length, prefix);
    int low = lowerBound(0, all, head);
    return low < all && slots[low] >>> OFFSET_BITS == head
        ? findInRun(low, all, head, key, from, length)
        : -1;
  }

  /** {@link #find} among the entries that have the head of the key, from {@code low} on. */
  private int findInRun(int low, int all, long head, byte[] key, int from, int length) {
    int high = low + 1;
    if (high < all && slots[high] >>> OFFSET_BITS == head) {
      high = lowerBound(high, all, head + 1);
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      int entry = offset(middle);
      int start = entry + HEADER;
      int keyLength = unsignedShort(data, entry);
      int mismatch = Arrays.mismatch(key, from, from + length, data, start, start + keyLength);
      if (mismatch < 0) {
        return middle;
      }
      boolean less =
          mismatch == length
              || (mismatch < keyLength && isLess(key, from, length, start, mismatch));
      if (mismatch < prefix) {
        return less ? -1 : -all - 1;
      }
      if (less) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return -low - 1;
  }

  private boolean isLess(byte[] key, int from, int length, int start, int mismatch) {
    return mismatch == length || (key[from + mismatch] & 0xFF) < (data[start + mismatch] & 0xFF);
  }

  private int lowerBound(int low, int high, long head) {
    long[] sorted = slots;
    int rest = high - low;
    while (rest > 0) {
      int half = rest >>> 1;
      if (sorted[low + half] >>> OFFSET_BITS < head) {
        low += half + 1;
        rest -= half + 1;
      } else {
        rest = half;
      }
    }
    return low;
  }

  /** The 44 bits of the key behind {@code skip} bytes. */
  private static long head(byte[] key, int from, int length, int skip) {
    int rest = length - skip;
    int at = from + skip;
    if (rest >= Long.BYTES) {
      return Bytes.getLong(key, at) >>> OFFSET_BITS;
    }
    long head = 0;
    for (int i = 0; i < rest; i++) {
      head |= (key[at + i] & 0xFFL) << (56 - 8 * i);
    }
    return head >>> OFFSET_BITS;
  }

  /** Sets the slot of an entry whose bytes are in place; the prefix must be right already. */
  final void setSlot(int index, int entry) {
    long head = head(data, entry + HEADER, unsignedShort(data, entry), prefix);
    slots[index] = head << OFFSET_BITS | entry;
  }

  /** Compares the key of an entry with another one. */
  final int compareKey(int index, byte[] key) {
    int start = keyOffset(index);
    return Arrays.compareUnsigned(data, start, start + keyLength(index), key, 0, key.length);
  }

  /** Appends an entry without its value. There must be room for it. */
  final void insertKey(int index, byte[] key, int from, int length, int tag) {
    fitPrefix(index, key, from, length);
    if (count == slots.length) {
      slots = Arrays.copyOf(slots, count + (count >> 2) + 4);
    }
    int entry = end;
    Bytes.putShort(data, entry, length);
    Bytes.putShort(data, entry + 2, tag);
    System.arraycopy(key, from, data, entry + HEADER, length);
    System.arraycopy(slots, index, slots, index + 1, count - index);
    setSlot(index, entry);
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
    int start = keyOffset(Math.min(index, count - 1));
    int mismatch = Arrays.mismatch(key, from, from + length, data, start, start + prefix);
    if (mismatch >= 0 && mismatch < prefix) {
      setPrefix(mismatch);
    }
  }

  /** Makes the prefix as long as it can be: what the first and the last key share, all share. */
  final void widenPrefix() {
    if (count > 0) {
      int first = keyOffset(0);
      int last = keyOffset(count - 1);
      int length = keyLength(0);
      int mismatch =
          Arrays.mismatch(data, first, first + length, data, last, last + keyLength(count - 1));
      setPrefix(mismatch < 0 ? length : mismatch);
    }
  }

  private void setPrefix(int length) {
    prefix = length;
    for (int i = 0; i < count; i++) {
      setSlot(i, offset(i));
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
