package dev.keyfold.bench.shards;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Which tenant each row belongs to, the tenant being the first field of the key. Immutable.
 *
 * @param name for people
 * @param skew exponent of a Zipf distribution, 0 for the same chance for all
 * @param hotShare share of the rows that belong to tenant 0 before the others are drawn
 * @param own whether each row is a tenant of its own, in ascending order
 */
record Tenants(String name, double skew, double hotShare, boolean own) {
  static final int COUNT = 100_000;

  static Tenants uniform() {
    return new Tenants("uniform", 0, 0, false);
  }

  static Tenants zipf(double skew) {
    return new Tenants(String.format(Locale.ROOT, "Zipf %.1f", skew), skew, 0, false);
  }

  static Tenants oneHot(double share) {
    String name = String.format(Locale.ROOT, "one tenant has %.0f %%", 100 * share);
    return new Tenants(name, 0, share, false);
  }

  static Tenants sequential() {
    return new Tenants("sequential", 0, 0, true);
  }

  /** The tenant of each row; the same for the same seed. */
  int[] draw(int rows, long seed) {
    int[] tenants = new int[rows];
    if (own) {
      Arrays.setAll(tenants, row -> row);
      return tenants;
    }
    SplittableRandom random = new SplittableRandom(seed);
    double[] upTo = upTo();
    for (int row = 0; row < rows; row++) {
      boolean hot = hotShare > 0 && random.nextDouble() < hotShare;
      tenants[row] = hot ? 0 : find(upTo, random.nextDouble());
    }
    return tenants;
  }

  /** For each tenant the chance of it or one before it. */
  private double[] upTo() {
    double[] sums = new double[COUNT];
    double sum = 0;
    for (int tenant = 0; tenant < COUNT; tenant++) {
      sum += StrictMath.pow(tenant + 1.0, -skew);
      sums[tenant] = sum;
    }
    for (int tenant = 0; tenant < COUNT; tenant++) {
      sums[tenant] /= sum;
    }
    return sums;
  }

  private static int find(double[] upTo, double drawn) {
    int place = Arrays.binarySearch(upTo, drawn);
    return Math.min(COUNT - 1, place < 0 ? -place - 1 : place + 1);
  }
}
