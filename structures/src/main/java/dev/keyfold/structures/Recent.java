package dev.keyfold.structures;

import java.util.Arrays;

/**
 * Small entries read or written lately, found without asking the engine: the entry of a busy name
 * is read by every work on it. A key has one place; whoever comes later takes it. Under the
 * writer's lock. What a work writes leaves at once, so that nothing is wrong if it is taken back,
 * and comes in again when it is committed.
 */
final class Recent {
  /** Stands for a key that is known not to be there; known by identity. */
  static final byte[] ABSENT = {};

  private static final int LONGEST_KEY = 128;
  private static final int LONGEST_VALUE = 256;

  private final byte[][] keys;
  private final byte[][] values;
  private final int shift;

  /** A power of two places; 0 for none. */
  Recent(int places) {
    keys = new byte[places][];
    values = new byte[places][];
    shift = 1 + Integer.numberOfLeadingZeros(places);
  }

  /** Whether somebody may ask for the entry by its key. */
  boolean isWorth(byte[] key, byte[] value) {
    return keys.length > 0
        && value.length <= LONGEST_VALUE
        && key[0] >= Layout.META
        && key[0] <= Layout.MEMBERS;
  }

  private int place(byte[] key) {
    return (Arrays.hashCode(key) * 0x9E3779B1) >>> shift;
  }

  /** The value, {@link #ABSENT}, or null if it is not known. */
  byte[] get(byte[] key) {
    if (keys.length == 0) {
      return null;
    }
    int place = place(key);
    byte[] known = keys[place];
    return known != null && Arrays.equals(known, key) ? values[place] : null;
  }

  /** Both arrays must not change any more; null for a key that is not there. */
  void put(byte[] key, byte[] value) {
    if (keys.length == 0 || key.length > LONGEST_KEY) {
      return;
    }
    if (value != null && value.length > LONGEST_VALUE) {
      remove(key);
      return;
    }
    int place = place(key);
    keys[place] = key;
    values[place] = value == null ? ABSENT : value;
  }

  void remove(byte[] key) {
    if (keys.length > 0) {
      int place = place(key);
      if (keys[place] != null && Arrays.equals(keys[place], key)) {
        keys[place] = null;
        values[place] = null;
      }
    }
  }

  void clear() {
    Arrays.fill(keys, null);
    Arrays.fill(values, null);
  }
}
