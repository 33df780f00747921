package dev.keyfold.structures;

import java.util.Arrays;

/** The ids that names refer to, and where their elements are. Not thread-safe. */
final class StructureIds {
  /** An id, which has 61 bits, and two bits for the key space. */
  private long[] known = new long[64];

  private int count;
  private long biggest;

  /**
   * @param used whether it certainly is an id, because there are elements
   */
  void add(Meta meta, boolean used) {
    if (meta.type == StructureType.STRING) {
      return;
    }
    if (count == known.length) {
      known = Arrays.copyOf(known, count * 2);
    }
    known[count++] = packed(meta.elementSpace(), meta.id);
    biggest = used ? Math.max(biggest, meta.id) : biggest;
  }

  /** Nothing more is added. */
  void close() {
    Arrays.sort(known, 0, count);
  }

  boolean has(byte space, long id) {
    return Arrays.binarySearch(known, 0, count, packed(space, id)) >= 0;
  }

  /** Ids that more than one name refers to. */
  long[] shared() {
    long[] shared = new long[count];
    int found = 0;
    for (int i = 1; i < count; i++) {
      long id = known[i] >>> 2;
      if (id == known[i - 1] >>> 2 && (found == 0 || shared[found - 1] != id)) {
        shared[found++] = id;
      }
    }
    return Arrays.copyOf(shared, found);
  }

  long biggest() {
    return biggest;
  }

  private static long packed(byte space, long id) {
    return id << 2 | (space == Layout.ELEMENTS ? 0 : space == Layout.LIST ? 1 : 2);
  }
}
