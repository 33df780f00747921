package dev.keyfold.structures.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Runs against a sorted map: every entry once, ascending until a new run begins. */
class SortedRunTest {
  private static final class Recorder implements SortedRun.Sink {
    final List<TreeMap<byte[], byte[]>> runs = new ArrayList<>();
    byte[] last;

    Recorder() {
      startOver();
    }

    @Override
    public void put(byte[] key, int keyAt, int keyLength, byte[] value, int at, int length) {
      byte[] copied = Arrays.copyOfRange(key, keyAt, keyAt + keyLength);
      if (last != null) {
        assertThat(Arrays.compareUnsigned(last, copied)).isNegative();
      }
      last = copied;
      runs.get(runs.size() - 1).put(copied, Arrays.copyOfRange(value, at, at + length));
    }

    @Override
    public void startOver() {
      runs.add(new TreeMap<>(Arrays::compareUnsigned));
      last = null;
    }
  }

  /** Keys with much, little or nothing in common, some the beginning of others. */
  private static byte[] key(Random random, int kind) {
    byte[] key = new byte[1 + random.nextInt(kind == 0 ? 3 : 24)];
    random.nextBytes(key);
    for (int i = 0; i < key.length; i++) {
      if (kind == 1 && i < 10) {
        key[i] = 7;
      } else if (kind == 2) {
        key[i] = (byte) (key[i] & 0x81);
      }
    }
    return key;
  }

  @Test
  void givesOutEveryEntryInOrder() {
    Seeds.each(
        random -> {
          for (int round = 0; round < 50; round++) {
            int most = random.nextInt(4) == 0 ? 200 : 1 << 20;
            int kind = random.nextInt(3);
            boolean inOrder = random.nextInt(3) == 0;
            TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
            for (int i = random.nextInt(2000); i > 0; i--) {
              byte[] value = new byte[random.nextInt(9)];
              random.nextBytes(value);
              entries.put(key(random, kind), value);
            }
            List<byte[]> keys = new ArrayList<>(entries.keySet());
            if (!inOrder) {
              Collections.shuffle(keys, random);
            }
            Recorder recorder = new Recorder();
            SortedRun run = new SortedRun(recorder, most);
            byte[] padded = new byte[40];
            for (byte[] key : keys) {
              byte[] value = entries.get(key);
              System.arraycopy(value, 0, padded, 3, value.length);
              run.add(Arrays.copyOf(key, 30), key.length, padded, 3, value.length);
            }
            run.end();
            run.end();
            TreeMap<byte[], byte[]> found = new TreeMap<>(Arrays::compareUnsigned);
            recorder.runs.forEach(found::putAll);
            assertThat(found.size()).isEqualTo(entries.size());
            entries.forEach((key, value) -> assertThat(found.get(key)).isEqualTo(value));
            if (inOrder || most > 1 << 17) {
              assertThat(recorder.runs).hasSize(1);
            }
          }
        });
  }
}
