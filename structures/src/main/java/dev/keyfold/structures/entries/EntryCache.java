package dev.keyfold.structures.entries;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.layout.Layout;
import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A cache of entries read or written lately, found without asking the engine: the entry of a busy
 * name is read by every work on it. Under the writer's lock. What a work writes leaves at once, so
 * that nothing is wrong if it is taken back, and comes in again when it is committed.
 *
 * <p>A ring buffer: entries lie one after another in chunks; the newest overwrites the oldest.
 * Bytes instead of objects, so that millions of them are nothing to the garbage collector. The ring
 * is made chunk by chunk as it fills.
 *
 * <pre>
 *   entry   key length (4)   value length, -1 for a key that does not exist (4)   key   value
 *   slot    tag: 24 bits of the hash   position: 40 bits
 * </pre>
 *
 * <p>Four slots share a place. Positions count on and on: an entry is alive as long as the ring has
 * not come round to it, so bytes of a value are never taken for an entry, whatever they look like.
 */
public final class EntryCache {
  /** Represents a key that is known not to be there; known by identity. */
  static final byte[] ABSENT = {};

  private static final int CHUNK_BITS = 20;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final int HEADER = 2 * Integer.BYTES;
  private static final int LONGEST_ENTRY = 4096;
  private static final int FIRST_SLOTS = 1 << 10;
  private static final int BYTES_A_SLOT = 32;
  private static final int WAYS = 4;
  private static final int NEVER = 1 << 30;
  private static final int POSITION_BITS = 40;
  private static final long POSITION = (1L << POSITION_BITS) - 1;
  private static final long PRIME = 0x9E3779B97F4A7C15L;

  private final byte[][] chunks;
  private final int mostSlots;
  private final long mostPosition;
  private long[] slots;
  private int used;

  /** Where the next entry goes. No entry is at 0, which represents an empty slot. */
  private long head = 1;

  /** What lies before is forgotten. */
  private long base = 1;

  /** Counts down to the next read that the meter records; without a meter it never reaches zero. */
  private int left = NEVER;

  private ObjIntConsumer<byte[]> meter = (key, weight) -> {};
  private volatile int oneIn = NEVER;
  private int random = 1;

  /** At most that many bytes, in whole mebibytes; 0 for none. */
  public EntryCache(long bytes) {
    this(bytes, POSITION);
  }

  /** Begins again after that position. */
  public EntryCache(long bytes, long mostPosition) {
    this.mostPosition = mostPosition;
    chunks = new byte[(int) (bytes >> CHUNK_BITS)][];
    mostSlots = Math.max(FIRST_SLOTS, (int) Long.highestOneBit(bytes / BYTES_A_SLOT));
    slots = new long[chunks.length == 0 ? 0 : FIRST_SLOTS];
  }

  /** The store does not see reads that hit this cache: from now on the meter samples them here. */
  public void meter(ObjIntConsumer<byte[]> told) {
    meter = told;
    sample(1);
  }

  /** One read in so many. Any thread may say so: a countdown that is lost ends a little later. */
  public void sample(int oneInSoMany) {
    oneIn = oneInSoMany;
    left = Math.min(left, oneInSoMany);
  }

  /** The key was read, and found here: one subtraction, nearly always. */
  void answered(byte[] key) {
    if (--left <= 0) {
      int weight = oneIn;
      random = random * 1_664_525 + 1_013_904_223;
      // On average the weight, but not in step with keys that come in a rhythm.
      left = 1 + (random >>> 8) % (2 * weight - 1);
      meter.accept(key, weight);
    }
  }

  /** Whether the entry may be looked up by its key. */
  boolean isWorth(byte[] key, byte[] value) {
    return isOn()
        && key.length + value.length <= LONGEST_ENTRY
        && key[0] >= Layout.META
        && key[0] <= Layout.MEMBERS;
  }

  boolean isOn() {
    return chunks.length > 0;
  }

  /** Whether {@link #get} has an answer. */
  public boolean isKnown(byte[] key) {
    return isOn() && find(key, hash(key)) >= 0;
  }

  /** A copy of the value, {@link #ABSENT}, or null if it is not known. */
  public byte @Nullable [] get(byte[] key) {
    int slot = isOn() ? find(key, hash(key)) : -1;
    if (slot < 0) {
      return null;
    }
    long position = slots[slot] & POSITION;
    byte[] chunk = chunk(position);
    int at = offset(position);
    int length = Bytes.getInt(chunk, at + Integer.BYTES);
    int from = at + HEADER + key.length;
    return length < 0 ? ABSENT : Arrays.copyOfRange(chunk, from, from + length);
  }

  /** Shows the value where it lies, until the next call that may change something. */
  public boolean find(byte[] key, Slice value) {
    int slot = isOn() ? find(key, hash(key)) : -1;
    if (slot < 0) {
      return false;
    }
    long position = slots[slot] & POSITION;
    byte[] chunk = chunk(position);
    int at = offset(position);
    int length = Bytes.getInt(chunk, at + Integer.BYTES);
    if (length < 0) {
      return false;
    }
    value.set(chunk, at + HEADER + key.length, length);
    return true;
  }

  /** Copies both; null for a key that does not exist. */
  public void put(byte[] key, byte @Nullable [] value) {
    if (!isOn()) {
      return;
    }
    int length = value == null ? -1 : value.length;
    if (key.length + length > LONGEST_ENTRY) {
      remove(key);
      return;
    }
    long hash = hash(key);
    int slot = find(key, hash);
    if (slot >= 0 && replace(slots[slot] & POSITION, key.length, value, length)) {
      return;
    }
    long position = append(key, value, length);
    if (slot < 0) {
      slot = free(hash);
    }
    slots[slot] = (hash & ~POSITION) | position;
    if (used > slots.length / WAYS && slots.length < mostSlots) {
      grow();
    }
  }

  /** In place, if the new value is as long as the old one. */
  private boolean replace(long position, int keyLength, byte @Nullable [] value, int length) {
    byte[] chunk = chunk(position);
    int at = offset(position);
    if (Bytes.getInt(chunk, at + Integer.BYTES) != length) {
      return false;
    }
    if (length > 0) {
      System.arraycopy(value, 0, chunk, at + HEADER + keyLength, length);
    }
    return true;
  }

  private long append(byte[] key, byte @Nullable [] value, int length) {
    int bytes = HEADER + key.length + Math.max(0, length);
    if (offset(head) + bytes > CHUNK) {
      head = (head | CHUNK - 1) + 1;
    }
    if (head + CHUNK > mostPosition) {
      restart();
    }
    long position = head;
    int index = index(position);
    if (chunks[index] == null) {
      chunks[index] = new byte[CHUNK];
    }
    byte[] chunk = chunks[index];
    int at = offset(position);
    Bytes.putInt(chunk, at, key.length);
    Bytes.putInt(chunk, at + Integer.BYTES, length);
    System.arraycopy(key, 0, chunk, at + HEADER, key.length);
    if (length > 0) {
      System.arraycopy(value, 0, chunk, at + HEADER + key.length, length);
    }
    head += bytes;
    return position;
  }

  /** The positions are used up: begins again, with nothing. */
  private void restart() {
    Arrays.fill(slots, 0);
    used = 0;
    head = 1;
    base = 1;
  }

  /** A slot for a new entry: an empty one, else the one with the oldest entry. */
  private int free(long hash) {
    int first = place(hash);
    int oldest = first;
    for (int slot = first; slot < first + WAYS; slot++) {
      if (slots[slot] == 0) {
        used++;
        return slot;
      }
      if ((slots[slot] & POSITION) < (slots[oldest] & POSITION)) {
        oldest = slot;
      }
    }
    return oldest;
  }

  private void grow() {
    long[] before = slots;
    slots = new long[before.length * 2];
    used = 0;
    for (long slot : before) {
      long position = slot & POSITION;
      if (slot != 0 && isAlive(position)) {
        byte[] chunk = chunk(position);
        int from = offset(position) + HEADER;
        int length = Bytes.getInt(chunk, from - HEADER);
        slots[free(hash(chunk, from, length))] = slot;
      }
    }
  }

  public void remove(byte[] key) {
    int slot = isOn() ? find(key, hash(key)) : -1;
    if (slot >= 0) {
      slots[slot] = 0;
      used--;
    }
  }

  /** Forgets everything, at once. */
  public void clear() {
    base = head;
  }

  /** The slot of the key's entry, negative if none exists. */
  private int find(byte[] key, long hash) {
    int first = place(hash);
    for (int slot = first; slot < first + WAYS; slot++) {
      if (isEntry(slots[slot], hash, key)) {
        return slot;
      }
    }
    return -1;
  }

  private boolean isEntry(long slot, long hash, byte[] key) {
    long position = slot & POSITION;
    if (((slot ^ hash) & ~POSITION) != 0 || !isAlive(position)) { // an empty slot is not alive
      return false;
    }
    byte[] chunk = chunk(position);
    int at = offset(position);
    int from = at + HEADER;
    return Bytes.getInt(chunk, at) == key.length
        && Arrays.equals(chunk, from, from + key.length, key, 0, key.length);
  }

  private boolean isAlive(long position) {
    return position >= base && position >= head - ((long) chunks.length << CHUNK_BITS);
  }

  private byte[] chunk(long position) {
    return chunks[index(position)];
  }

  private int index(long position) {
    return (int) ((position >>> CHUNK_BITS) % chunks.length);
  }

  private static int offset(long position) {
    return (int) position & CHUNK - 1;
  }

  /** The first slot of a place, from the low bits; tags are of the high ones. */
  private int place(long hash) {
    return (int) hash & slots.length - WAYS;
  }

  private static long hash(byte[] key) {
    return hash(key, 0, key.length);
  }

  /** Eight bytes at a time, the last eight perhaps overlapping those before. */
  private static long hash(byte[] bytes, int from, int length) {
    long hash = length * PRIME;
    int end = from + length;
    if (length < Long.BYTES) {
      for (int at = from; at < end; at++) {
        hash = mix(hash ^ bytes[at]);
      }
      return hash;
    }
    for (int at = from; at < end - Long.BYTES; at += Long.BYTES) {
      hash = mix(hash ^ Bytes.getLong(bytes, at));
    }
    return mix(hash ^ Bytes.getLong(bytes, end - Long.BYTES));
  }

  /** Every bit of the word decides about half of the bits of the result. */
  private static long mix(long word) {
    long mixed = (word ^ word >>> 32) * PRIME;
    mixed = (mixed ^ mixed >>> 29) * PRIME;
    return mixed ^ mixed >>> 32;
  }
}
