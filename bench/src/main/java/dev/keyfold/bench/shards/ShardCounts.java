package dev.keyfold.bench.shards;

import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.bytes.XxHash64;
import java.util.Arrays;

/**
 * The rows of one distribution as keys, hashed once, and how many of them each shard gets for any
 * number of shards. Row i of tenant t has the key (t, i). Immutable.
 */
final class ShardCounts {
  static final KeySchema SCHEMA = KeySchema.parse("tenant string, number int64");

  /** Chance that a distribution goes beyond its bound all the same. */
  private static final double UNLIKELY = 1e-9;

  private final int by;
  private final long[] hashes;

  private ShardCounts(int by, long[] hashes) {
    this.by = by;
    this.hashes = hashes;
  }

  /**
   * Hashes all keys.
   *
   * @param by number of leading fields that decide the shard
   */
  static ShardCounts of(int[] tenants, int by) {
    long[] hashes = new long[tenants.length];
    for (int row = 0; row < hashes.length; row++) {
      byte[] key = SCHEMA.encode(tenant(tenants[row]), (long) row);
      hashes[row] = XxHash64.hash(key, 0, SCHEMA.prefixLength(key, by));
    }
    return new ShardCounts(by, hashes);
  }

  static String tenant(int number) {
    return "T" + number;
  }

  int rows() {
    return hashes.length;
  }

  /** The shard of a row. */
  int shard(int row, int shards) {
    return (int) Long.remainderUnsigned(hashes[row], shards);
  }

  /** Rows of each shard. */
  int[] counts(int shards) {
    int[] counts = new int[shards];
    for (int row = 0; row < hashes.length; row++) {
      counts[shard(row, shards)]++;
    }
    return counts;
  }

  /** Rows of the busiest shard. */
  int most(int shards) {
    return Arrays.stream(counts(shards)).max().orElse(0);
  }

  /** Rows of the busiest shard, of what it would have if all had the same. */
  double maxToMean(int shards) {
    return most(shards) * (double) shards / rows();
  }

  /**
   * What {@link #maxToMean} does not exceed if the hash throws like a die. Rows with the same hash
   * go together; a group of w rows comes to a given shard with the chance 1/n, so a shard has the
   * sum of independent terms, of which Bernstein's inequality says how far it strays from its mean;
   * any of the shards may be the one.
   *
   * <p>Where all groups have one row this is a bound on the binomial distribution.
   */
  double bound(int shards) {
    long[] sorted = hashes.clone();
    Arrays.sort(sorted);
    double squares = 0;
    double largest = 0;
    for (int from = 0; from < sorted.length; ) {
      int to = from;
      while (to < sorted.length && sorted[to] == sorted[from]) {
        to++;
      }
      double group = to - from;
      squares += group * group;
      largest = Math.max(largest, group);
      from = to;
    }
    double chance = 1.0 / shards;
    double variance = squares * chance * (1 - chance);
    double doubt = Math.log(shards / UNLIKELY);
    double single = largest * doubt / 3;
    double stray = single + Math.sqrt(single * single + 2 * doubt * variance);
    return 1 + stray / (rows() * chance);
  }

  @Override
  public String toString() {
    return rows() + " rows, by " + (by == 1 ? "the first field" : "the whole key");
  }
}
