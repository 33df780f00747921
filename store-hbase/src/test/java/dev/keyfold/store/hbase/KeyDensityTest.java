package dev.keyfold.store.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.RangeEstimate;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Estimates of sets of keys as tables have them, whose size is known. */
class KeyDensityTest {
  private static final int KEYS = 50_000;

  private final long seed =
      Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime() >>> 16));
  private final Random random = new Random(seed);
  private int requests;

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] join(byte[]... parts) {
    ByteBuffer all = ByteBuffer.allocate(200);
    for (byte[] part : parts) {
      all.put(part);
    }
    byte[] joined = new byte[all.position()];
    all.flip().get(joined);
    return joined;
  }

  private static byte[] bytes(int count, long number) {
    byte[] all = ByteBuffer.allocate(8).putLong(number).array();
    return Arrays.copyOfRange(all, 8 - count, 8);
  }

  private byte[] random(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] word(int length) {
    String letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    byte[] word = new byte[length];
    for (int i = 0; i < length; i++) {
      word[i] = (byte) letters.charAt(random.nextInt(letters.length()));
    }
    return word;
  }

  /** Kinds of keys by name; each gives the key of a number. */
  private Map<String, IntFunction<byte[]>> kinds() {
    Map<String, IntFunction<byte[]>> kinds = new LinkedHashMap<>();
    kinds.put("numbers", i -> join(new byte[] {0x10}, bytes(8, i)));
    kinds.put("decimal text", i -> text("tU%07d".formatted(i)));
    kinds.put("decimal text of any length", i -> text("user-" + i));
    kinds.put("random numbers", i -> join(new byte[] {0x11}, random(8)));
    kinds.put("hexadecimal text", i -> text("t%016x".formatted(random.nextLong())));
    kinds.put("letters of both cases and digits", i -> word(9));
    kinds.put(
        "names",
        i ->
            text(
                "n"
                    + "aabcdeefgijlmnooprstu".charAt(i % 21)
                    + "-"
                    + new String(word(5), StandardCharsets.UTF_8)));
    kinds.put(
        "orders of users in shards",
        i ->
            join(
                new byte[] {0x12},
                bytes(2, i % 2000 % 16),
                text("U%04d".formatted(i % 2000)),
                new byte[] {0, 1},
                bytes(8, 1_700_000_000_000L + i * 977L)));
    kinds.put(
        "categories and random ids",
        i ->
            join(
                text("c" + i % 7),
                new byte[] {0},
                text("%08d".formatted(random.nextInt(1 << 26)))));
    kinds.put(
        "a flag of two far values, and users",
        i ->
            join(
                new byte[] {0x13, (byte) (i % 3 == 0 ? 1 : 0xFF)},
                text("U%05d".formatted(i / 10)),
                new byte[] {0},
                bytes(4, i)));
    return kinds;
  }

  private KeyDensity.Keys of(NavigableSet<byte[]> keys) {
    return new KeyDensity.Keys() {
      @Override
      public List<byte[]> first(KeyRange range, int limit) {
        requests++;
        List<byte[]> found = new ArrayList<>();
        for (byte[] key : keys.tailSet(range.start(), true)) {
          if (found.size() == limit || !range.contains(key)) {
            break;
          }
          found.add(key);
        }
        return found;
      }

      @Override
      public byte[] last(KeyRange range) {
        requests++;
        byte[] last = range.end() == null ? keys.last() : keys.lower(range.end());
        return last != null && range.contains(last) ? last : null;
      }
    };
  }

  private double estimate(NavigableSet<byte[]> keys, KeyRange range) throws IOException {
    List<byte[]> first = of(keys).first(range, KeyDensity.SAMPLE);
    if (first.size() < KeyDensity.SAMPLE) {
      return first.size();
    }
    return KeyDensity.count(of(keys), range, first, of(keys).last(range));
  }

  @Test
  void keysOfManyKindsAreCountedWithinAThird() throws IOException {
    StringBuilder found = new StringBuilder();
    Map<String, Double> worst = new LinkedHashMap<>();
    for (Map.Entry<String, IntFunction<byte[]>> kind : kinds().entrySet()) {
      NavigableSet<byte[]> keys = new TreeSet<>(Bytes::compare);
      for (int i = 0; i < KEYS; i++) {
        keys.add(kind.getValue().apply(i));
      }
      requests = 0;
      double estimate = estimate(keys, KeyRange.of(new byte[0], null));
      found.append("%s %.2f, ".formatted(kind.getKey(), estimate / keys.size()));
      worst.put(kind.getKey(), estimate / keys.size());
      assertThat(requests).isLessThan(40);
    }
    System.out.println("KeyDensityTest: -Dseed=" + seed + ", estimate / keys: " + found);
    assertThat(worst)
        .as("-Dseed=%d", seed)
        .allSatisfy((kind, by) -> assertThat(by).isBetween(0.67, 1.5));
  }

  private static byte[] order(int user, int number) {
    return join(
        new byte[] {0x12},
        bytes(2, user % 8),
        text("U%04d".formatted(user)),
        new byte[] {0, 1},
        bytes(8, 1_700_000_000_000L + number * 977L));
  }

  /** What is left where most was deleted, and other keys that leave most of their range empty. */
  private Map<String, NavigableSet<byte[]>> heaps() {
    Map<String, NavigableSet<byte[]>> heaps = new LinkedHashMap<>();
    for (int i = 0; i < 12 * KEYS; i++) {
      int user = i % 600;
      if (user < 30) {
        add(heaps, "few users", order(user, i));
        add(heaps, "few users by decimal text", text("U%04d:%08d".formatted(user, i)));
      }
      if (user < 30 && user % 8 < 4) {
        add(heaps, "few users in half of the shards", order(user, i));
      }
      if (user < 3 || random.nextInt(100) == 0) {
        add(heaps, "few users among many with less", order(user, i));
      }
      if (i < KEYS / 10 || i > 12 * KEYS - KEYS / 5) {
        add(heaps, "the first and the last of each user", order(user, i));
      }
      if (random.nextInt(20) == 0) {
        add(heaps, "one of twenty", order(user, i));
      }
    }
    for (int i = 0; i < KEYS; i++) {
      long number = i < KEYS / 2 ? i : 1L << 40 | i;
      add(heaps, "two runs of numbers", join(new byte[] {0x10}, bytes(8, number)));
    }
    return heaps;
  }

  private static void add(Map<String, NavigableSet<byte[]>> heaps, String name, byte[] key) {
    heaps.computeIfAbsent(name, any -> new TreeSet<>(Bytes::compare)).add(key);
  }

  @Test
  void keysInHeapsAreCountedWithinAFactorOfThree() throws IOException {
    StringBuilder found = new StringBuilder();
    Map<String, Double> worst = new LinkedHashMap<>();
    for (Map.Entry<String, NavigableSet<byte[]>> heap : heaps().entrySet()) {
      requests = 0;
      double estimate = estimate(heap.getValue(), KeyRange.of(new byte[0], null));
      double by = estimate / heap.getValue().size();
      found.append("%s %.2f, ".formatted(heap.getKey(), by));
      worst.put(heap.getKey(), by);
      assertThat(requests).isLessThan(40);
    }
    System.out.println("KeyDensityTest: -Dseed=" + seed + ", estimate / keys in heaps: " + found);
    assertThat(worst)
        .as("-Dseed=%d", seed)
        .allSatisfy((kind, by) -> assertThat(by).isBetween(1 / 3.0, 3.0));
  }

  @Test
  void aPartIsNotLargerThanTheWhole() {
    KeyRange whole = KeyRange.prefix(new byte[] {1});
    KeyRange part = KeyRange.prefix(new byte[] {1, 2});
    RangeEstimate found = new RangeEstimate(1_000, 500);
    assertThat(HBaseEstimates.between(found, part, Map.of(whole, new RangeEstimate(100, 300))))
        .isEqualTo(new RangeEstimate(600, 300));
    assertThat(HBaseEstimates.between(found, whole, Map.of(part, new RangeEstimate(100, 800))))
        .isEqualTo(new RangeEstimate(1_600, 800));
    KeyRange other = KeyRange.prefix(new byte[] {3});
    assertThat(HBaseEstimates.between(found, whole, Map.of(other, new RangeEstimate(1, 900))))
        .isEqualTo(found);
  }
}
