package dev.keyfold.store.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Swap;
import dev.keyfold.store.hbase.CompareRounds.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.junit.jupiter.api.Test;

/**
 * Servers that refuse, are away or lose the endpoint, in any order: every key that was as expected
 * is replaced, once, and every other is left and answered so.
 */
class CompareRoundsTest {
  /** Two regions, by the first byte; what they do next is drawn. */
  private static final class Servers implements CompareRounds.Requests {
    final Random random;
    final Map<Byte, byte[]> map = new TreeMap<>();
    int away = 3;
    boolean available = true;

    Servers(Random random) {
      this.random = random;
    }

    @Override
    public boolean areAvailable() {
      return available;
    }

    @Override
    public List<List<Integer>> groups(List<Swap> swaps, List<Integer> open, boolean again) {
      List<List<Integer>> groups = List.of(new ArrayList<>(), new ArrayList<>());
      open.forEach(each -> groups.get(swaps.get(each).key()[0] & 1).add(each));
      return groups.stream().filter(group -> !group.isEmpty()).toList();
    }

    @Override
    public List<Outcome> send(List<Swap> swaps, List<List<Integer>> groups) {
      List<Outcome> outcomes = new ArrayList<>();
      for (List<Integer> group : groups) {
        if (random.nextInt(50) == 0) {
          available = false;
        }
        if (!available || random.nextInt(10) < away) {
          outcomes.add(Outcome.NOT_BEGUN);
        } else if (group.stream().allMatch(each -> isExpected(swaps.get(each)))) {
          group.forEach(each -> map.put(swaps.get(each).key()[0], swaps.get(each).update()));
          outcomes.add(Outcome.DONE);
        } else {
          outcomes.add(Outcome.REFUSED);
        }
      }
      return outcomes;
    }

    private boolean isExpected(Swap swap) {
      return Arrays.equals(map.get(swap.key()[0]), swap.expected());
    }

    @Override
    public List<byte[]> read(List<byte[]> keys) {
      List<byte[]> values = new ArrayList<>();
      keys.forEach(key -> values.add(map.get(key[0])));
      return values;
    }

    @Override
    public boolean single(Swap swap) {
      boolean expected = isExpected(swap);
      if (expected) {
        map.put(swap.key()[0], swap.update());
      }
      return expected;
    }

    @Override
    public void pause(long millis) {}
  }

  @Test
  void whatIsAsExpectedIsReplacedWhateverServersDo() {
    long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime()));
    Random random = new Random(seed);
    for (int run = 0; run < 20_000; run++) {
      Servers servers = new Servers(random);
      List<Swap> swaps = new ArrayList<>();
      boolean[] expected = new boolean[1 + random.nextInt(8)];
      for (byte i = 0; i < expected.length; i++) {
        servers.map.put(i, new byte[] {1});
        expected[i] = random.nextInt(4) > 0;
        swaps.add(
            new Swap(new byte[] {i}, new byte[] {(byte) (expected[i] ? 1 : 9)}, new byte[] {2}));
      }
      // Mostly the deadline passes in the first round; it is looked at after it.
      Duration timeout = random.nextInt(3) == 0 ? Duration.ofMinutes(1) : Duration.ZERO;
      boolean[] done = new CompareRounds(servers, timeout, Duration.ofMillis(1)).run(swaps);
      assertThat(done).as("-Dseed=" + seed + ", run " + run).isEqualTo(expected);
      for (byte i = 0; i < expected.length; i++) {
        assertThat(servers.map.get(i)).containsExactly(expected[i] ? 2 : 1);
      }
    }
  }

  @Test
  void aRegionThatWasSplitHasDoneNothing() {
    IOException split = new DoNotRetryIOException("Requested row out of range 'k7'");
    assertThat(RegionCompares.isSplitMeanwhile(new IOException(split))).isTrue();
    assertThat(RegionCompares.isSplitMeanwhile(new DoNotRetryIOException("no"))).isFalse();
    assertThat(RegionCompares.isSplitMeanwhile(new IOException((String) null))).isFalse();
  }
}
