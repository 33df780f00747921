package dev.keyfold.structures.element;

import dev.keyfold.store.Slice;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Picks a name. Among few by counting, each as likely as the other; among many by a leap to a
 * random place between the first name and the last, and a few steps from there.
 */
public final class RandomName {
  private static final int FEW = 256;
  private static final int STEPS = 32;

  /** More than few, so that among few none is due. */
  public static final int MOST_REMOVED = 1024;

  private final Names names;
  private final RandomGenerator random;

  private RandomName(Names names, RandomGenerator random) {
    this.names = names;
    this.random = random;
  }

  /** One of that many names, after {@link #MOST_REMOVED} that are due were removed. */
  public static byte @Nullable [] of(Names names, long size, RandomGenerator random) {
    return new RandomName(names, random).pick(size);
  }

  private byte @Nullable [] pick(long size) {
    if (size == 0) {
      return null;
    }
    if (size <= FEW) {
      return nameAfter(null, random.nextLong(size));
    }
    byte[] first = nameAfter(null, 0);
    if (first == null) {
      return null;
    }
    byte[] place = new byte[12];
    random.nextBytes(place);
    // What all names begin with says nothing; the first and the last name tell it.
    byte[] last = names.last();
    int common = last == null ? -1 : Arrays.mismatch(first, last);
    if (last == null || common < 0) {
      return first; // one name, whatever the count says
    }
    int low = common < first.length ? first[common] & 0xFF : 0;
    int high = last[common] & 0xFF;
    byte[] target = Arrays.copyOf(last, common + 1 + place.length);
    System.arraycopy(place, 0, target, common + 1, place.length);
    target[common] = (byte) random.nextInt(low, high + 1);
    byte[] found = nameAfter(target, random.nextLong(STEPS));
    return found != null ? found : nameAfter(null, random.nextLong(STEPS));
  }

  private byte @Nullable [] nameAfter(byte @Nullable [] after, long steps) {
    byte[][] found = new byte[1][];
    long[] left = {steps};
    names.scan(
        after,
        (Slice name) -> {
          if (left[0]-- > 0) {
            return true;
          }
          found[0] = name.toArray();
          return false;
        });
    return found[0];
  }
}
