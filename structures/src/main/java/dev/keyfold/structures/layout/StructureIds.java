package dev.keyfold.structures.layout;

import dev.keyfold.structures.type.StructureType;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** The ids that names refer to, and where their elements are. Not thread-safe. */
public final class StructureIds {
  /** Ids and databases beyond are damage: no store gets that far, and new ones need room. */
  public static final long BIGGEST = Ordinal.MAX / 2;

  /** An id, which has 61 bits, and two bits for the key space. */
  private long[] known = new long[64];

  private int count;
  private long biggest;

  /** Whether a structure may have it. */
  public static boolean isId(long id) {
    return id > 0 && id <= BIGGEST;
  }

  public void add(Meta meta) {
    if (meta.type == StructureType.STRING) {
      return;
    }
    if (count == known.length) {
      known = Arrays.copyOf(known, count * 2);
    }
    known[count++] = packed(meta.elementSpace(), meta.id);
    biggest = Math.max(biggest, meta.id);
  }

  /** Nothing more is added. */
  public void close() {
    Arrays.sort(known, 0, count);
  }

  public boolean has(byte space, long id) {
    return Arrays.binarySearch(known, 0, count, packed(space, id)) >= 0;
  }

  /** Elements that more than one name refers to, as {@link #packed}. */
  public Set<Long> shared() {
    Set<Long> shared = new HashSet<>();
    for (int i = 1; i < count; i++) {
      if (known[i] == known[i - 1]) {
        shared.add(known[i]);
      }
    }
    return shared;
  }

  public long biggest() {
    return biggest;
  }

  /** Which elements: those of the id in that key space. */
  public static long packed(byte space, long id) {
    return id << 2 | (space == Layout.ELEMENTS ? 0 : space == Layout.LIST ? 1 : 2);
  }
}
