package dev.keyfold.structures.entries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Slice;
import dev.keyfold.structures.layout.Layout;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** It may forget at any time, but what it says is what was put last. */
class EntryCacheTest {
  private static final int MEBIBYTE = 1 << 20;

  private static byte[] key(int number) {
    return Layout.element(Layout.ELEMENTS, 1, ("key:" + number).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void whatItSaysIsWhatWasPutLast() {
    long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime()));
    Random random = new Random(seed);
    // Two chunks that are overwritten again and again, and positions that are used up now and then.
    EntryCache recent = new EntryCache(2 * MEBIBYTE, 16L * MEBIBYTE);
    Map<Integer, byte[]> model = new HashMap<>();
    int known = 0;
    for (int i = 0; i < 200_000; i++) {
      int number = random.nextInt(3000);
      byte[] key = key(number);
      switch (random.nextInt(12)) {
        case 0 -> {
          recent.put(key, null);
          model.put(number, EntryCache.ABSENT);
        }
        case 1, 2, 3, 4, 5 -> {
          byte[] value = new byte[random.nextInt(random.nextInt(20) == 0 ? 6000 : 300)];
          random.nextBytes(value);
          recent.put(key, value);
          model.put(number, value);
        }
        case 6 -> {
          recent.remove(key);
          model.remove(number);
        }
        case 7 -> {
          if (random.nextInt(2000) == 0) {
            recent.clear();
            model.clear();
          }
        }
        default -> {
          byte[] found = recent.get(key);
          byte[] expected = model.get(number);
          Slice slice = new Slice();
          boolean isThere = recent.find(key, slice);
          assertThat(isThere)
              .as("seed %d, step %d", seed, i)
              .isEqualTo(found != null && found != EntryCache.ABSENT);
          if (found != null) {
            known++;
            assertThat(found).as("seed %d, step %d", seed, i).isEqualTo(expected);
            assertThat(found == EntryCache.ABSENT).isEqualTo(expected == EntryCache.ABSENT);
          }
          if (isThere) {
            assertThat(slice.toArray()).as("seed %d, step %d", seed, i).isEqualTo(expected);
          }
        }
      }
    }
    assertThat(known).as("seed %d: answers", seed).isGreaterThan(20_000);
  }

  @Test
  void whatFitsIsHardlyEverForgotten() {
    EntryCache recent = new EntryCache(64L * MEBIBYTE);
    for (int i = 0; i < 200_000; i++) {
      recent.put(key(i), new byte[64]);
    }
    int forgotten = 0;
    for (int i = 0; i < 200_000; i++) {
      forgotten += recent.get(key(i)) == null ? 1 : 0;
    }
    assertThat(forgotten).isLessThan(4_000);
  }

  @Test
  void bytesOfValuesAreNeverTakenForEntries() {
    // Every value looks like an entry of the key, wherever the ring comes round to an old position.
    byte[] key = key(7);
    byte[] fake = new byte[8 + key.length + 1];
    fake[3] = (byte) key.length;
    fake[7] = 1;
    System.arraycopy(key, 0, fake, 8, key.length);
    byte[] value = new byte[4000];
    for (int i = 0; i + fake.length <= value.length; i += fake.length) {
      System.arraycopy(fake, 0, value, i, fake.length);
    }
    EntryCache recent = new EntryCache(MEBIBYTE);
    for (int round = 0; round < 200; round++) {
      byte[] real = {42};
      recent.put(key, real);
      for (int i = 0; i < 300 + round; i++) {
        recent.put(key(1000 + i), value);
      }
      byte[] found = recent.get(key);
      assertThat(found).isIn(null, real);
    }
  }

  @Test
  void withoutBytesItKnowsNothing() {
    EntryCache recent = new EntryCache(0);
    recent.put(key(1), new byte[1]);
    recent.remove(key(1));
    recent.clear();
    assertThat(recent.get(key(1))).isNull();
    assertThat(recent.isWorth(key(1), new byte[1])).isFalse();
  }
}
