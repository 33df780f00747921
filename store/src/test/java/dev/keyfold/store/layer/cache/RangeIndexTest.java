package dev.keyfold.store.layer.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RangeIndexTest {
  @Test
  void findsWhatAListFinds() {
    Seeds.each(
        random -> {
          for (int run = 0; run < 40; run++) {
            RangeIndex index = new RangeIndex();
            List<CachedScan> list = new ArrayList<>();
            for (int step = 0; step < 300; step++) {
              if (list.isEmpty() || random.nextInt(5) > 1) {
                CachedScan scan = new CachedScan(range(random), true);
                index.add(scan);
                list.add(scan);
              } else {
                CachedScan scan = list.remove(random.nextInt(list.size()));
                index.remove(scan);
                index.remove(scan); // the second time it does not exist
              }
              assertThat(index.isEmpty()).isEqualTo(list.isEmpty());
              KeyRange asked =
                  random.nextBoolean() ? range(random) : point(key(random, 1 + random.nextInt(3)));
              List<CachedScan> found = new ArrayList<>();
              index.collect(asked.start(), asked.end(), found);
              assertThat(found)
                  .containsExactlyInAnyOrderElementsOf(
                      list.stream()
                          .filter(scan -> !scan.range().intersect(asked).isEmpty())
                          .toList());
            }
          }
        });
  }

  private static KeyRange point(byte[] key) {
    return KeyRange.of(key, Bytes.next(key));
  }

  private static KeyRange range(Random random) {
    while (true) {
      KeyRange range =
          switch (random.nextInt(4)) {
            case 0 -> KeyRange.prefix(key(random, random.nextInt(4)));
            case 1 -> KeyRange.of(key(random, random.nextInt(3)), null);
            default -> KeyRange.of(key(random, random.nextInt(4)), key(random, 2));
          };
      if (!range.isEmpty()) {
        return range;
      }
    }
  }

  private static byte[] key(Random random, int length) {
    byte[] key = new byte[length];
    for (int i = 0; i < length; i++) {
      key[i] = (byte) (random.nextInt(4) * 85);
    }
    return key;
  }
}
