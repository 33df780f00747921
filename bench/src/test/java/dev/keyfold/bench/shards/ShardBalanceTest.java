package dev.keyfold.bench.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeySchema;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What must hold for the simulation to say anything about the shards of tables. */
class ShardBalanceTest {
  private static final int ROWS = 100_000;
  private static final double HOT = 0.2;
  private static final long SEED = Long.getLong("seed", 1);

  private static ShardCounts counts(Tenants tenants, int by) {
    return ShardCounts.of(tenants.draw(ROWS, SEED), by);
  }

  @Test
  void shardsAreThoseThatTheCodecWrites() {
    int[] tenants = Tenants.zipf(1).draw(1_000, SEED);
    for (int by = 1; by <= 2; by++) {
      ShardCounts counts = ShardCounts.of(tenants, by);
      for (int shards : ShardBalance.SHARDS) {
        KeySchema schema = ShardCounts.SCHEMA.withShards(shards, by);
        for (int row = 0; row < tenants.length; row++) {
          byte[] key = schema.encode(ShardCounts.tenant(tenants[row]), (long) row);
          assertThat(((key[0] & 0xFF) << 8) | (key[1] & 0xFF))
              .as("seed %d, row %d, %d shards by %d fields", SEED, row, shards, by)
              .isEqualTo(counts.shard(row, shards));
        }
      }
    }
  }

  @Test
  void everyRowIsInOneShard() {
    for (Tenants tenants : ShardBalance.DISTRIBUTIONS) {
      ShardCounts counts = counts(tenants, 1);
      for (int shards : ShardBalance.SHARDS) {
        assertThat(Arrays.stream(counts.counts(shards)).sum()).isEqualTo(ROWS);
        assertThat(counts.maxToMean(shards)).as("%s", tenants).isGreaterThanOrEqualTo(1);
      }
    }
  }

  @Test
  void evenKeysStrayNoFurtherThanChanceAllows() {
    for (int shards : ShardBalance.SHARDS) {
      for (int by = 1; by <= 2; by++) {
        assertWithinBound(Tenants.uniform(), by, shards);
        assertWithinBound(Tenants.sequential(), by, shards);
      }
      for (Tenants tenants : ShardBalance.DISTRIBUTIONS) {
        assertWithinBound(tenants, 2, shards); // all keys are different, whoever the tenant is
      }
    }
  }

  private static void assertWithinBound(Tenants tenants, int by, int shards) {
    ShardCounts counts = counts(tenants, by);
    assertThat(counts.maxToMean(shards))
        .as("seed %d, %s, %s, %d shards", SEED, tenants.name(), counts, shards)
        .isLessThan(counts.bound(shards));
  }

  /** The bound means something: of many rows in few shards it is close to the mean. */
  @Test
  void theBoundIsTight() {
    ShardCounts whole = counts(Tenants.uniform(), 2);
    assertThat(whole.bound(8)).isLessThan(1.07);
    assertThat(whole.bound(1024)).isLessThan(2.1);
    ShardCounts hot = counts(Tenants.oneHot(HOT), 1);
    assertThat(hot.maxToMean(1024)).as("one tenant is no chance").isGreaterThan(whole.bound(1024));
  }

  @Test
  void aTenantIsNeverSpreadByTheFirstField() {
    for (Tenants tenants : ShardBalance.DISTRIBUTIONS) {
      int[] drawn = tenants.draw(ROWS, SEED);
      int biggest = biggest(drawn);
      ShardCounts counts = ShardCounts.of(drawn, 1);
      for (int shards : ShardBalance.SHARDS) {
        assertThat(counts.most(shards))
            .as("seed %d, %s, %d shards", SEED, tenants.name(), shards)
            .isGreaterThanOrEqualTo(biggest);
      }
    }
    int hot = biggest(Tenants.oneHot(HOT).draw(ROWS, SEED));
    double stray = 6 * Math.sqrt(ROWS * HOT * (1 - HOT));
    assertThat((double) hot).isBetween(ROWS * HOT - stray, ROWS * HOT + stray + 100);
  }

  private static int biggest(int[] drawn) {
    int[] rows = new int[Math.max(ROWS, Tenants.COUNT)];
    for (int tenant : drawn) {
      rows[tenant]++;
    }
    return Arrays.stream(rows).max().orElse(0);
  }

  @Test
  void theSameSeedPrintsTheSame() {
    String once = ShardBalance.print(5_000, SEED);
    assertThat(ShardBalance.print(5_000, SEED)).isEqualTo(once);
    assertThat(ShardBalance.print(5_000, SEED + 1)).isNotEqualTo(once);
    assertThat(once.lines().filter(line -> line.startsWith("| by the")).count()).isEqualTo(2);
  }
}
