package dev.keyfold.store.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.testing.MapReader;
import dev.keyfold.store.testing.RandomKeys;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * An overlay over a random base reads like a sorted map to which the same writes were done at once.
 * Views stay open while writes continue, and each must continue seeing its own state.
 */
class OverlayTest {
  private static final int RUNS = 60;
  private static final int STEPS = 400;

  /** One overlay with its base and model, and the views open on it. */
  private static final class Run {
    final Random random;
    final RandomKeys keys;
    final MapReader base;
    final NavigableMap<byte[], byte[]> model = MapReader.newMap();
    final Overlay overlay = new Overlay();
    final List<OpenView> views = new ArrayList<>();

    Run(Random random) {
      this.random = random;
      this.keys = new RandomKeys(random);
      for (int i = random.nextInt(80); i > 0; i--) {
        model.put(keys.key(), keys.value());
      }
      this.base = new MapReader(model);
    }

    void step() {
      int dice = random.nextInt(100);
      if (dice < 30) {
        put();
      } else if (dice < 42) {
        byte[] key = keys.key();
        if (random.nextBoolean()) {
          overlay.delete(key);
        } else {
          Batch batch = new Batch();
          batch.delete(key);
          batch.forEach(overlay);
        }
        model.remove(key);
      } else if (dice < 48) {
        KeyRange range = keys.range();
        overlay.deleteRange(range);
        MapReader.deleteRange(model, range);
      } else if (dice < 65) {
        byte[] key = keys.key();
        compareGet(key, overlay.get(key), model.get(key));
      } else if (dice < 85) {
        scan();
      } else if (dice < 90) {
        views.add(new OpenView(overlay.view(), new MapReader(model)));
      } else if (!views.isEmpty()) {
        stepOfAView(views.get(random.nextInt(views.size())));
      }
    }

    private void scan() {
      if (random.nextBoolean()) {
        compareScan(scan -> overlay.over(base, scan), new MapReader(model));
        return;
      }
      Overlay.View view = overlay.view();
      compareScan(scan -> view.over(base, scan), new MapReader(model));
      view.close();
    }

    private void put() {
      byte[] key = keys.key();
      byte[] value = keys.value();
      model.put(key.clone(), value.clone());
      if (random.nextBoolean()) {
        overlay.put(key, value);
      } else {
        Batch batch = new Batch();
        batch.put(key, value);
        batch.forEach(overlay);
      }
      // The overlay has copied both.
      Arrays.fill(key, (byte) 9);
      Arrays.fill(value, (byte) 9);
    }

    private void compareGet(byte[] key, byte[] pending, byte[] expected) {
      byte[] seen = pending == null ? base.get(key) : pending == Overlay.DELETED ? null : pending;
      assertThat(seen).as("get of %s", Bytes.toHex(key)).isEqualTo(expected);
    }

    private void stepOfAView(OpenView open) {
      byte[] key = keys.key();
      compareGet(key, open.view.get(key), open.seen.get(key));
      compareScan(scan -> open.view.over(base, scan), open.seen);
      if (random.nextInt(4) == 0) {
        views.remove(open);
        open.view.close();
        open.view.close();
      }
    }

    /** Walks both cursors, leaping now and then, while further writes are done to the overlay. */
    private void compareScan(Function<Scan, Cursor> over, Reader expected) {
      Scan scan = new Scan(keys.range(), random.nextBoolean(), Long.MAX_VALUE, false, false);
      if (random.nextBoolean()) {
        scan = scan.limit(random.nextInt(8));
      }
      StringBuilder path = new StringBuilder(scan.toString());
      try (Cursor found = over.apply(scan);
          Cursor wanted = expected.scan(scan)) {
        for (int i = 0; i < 40; i++) {
          if (random.nextInt(6) == 0) {
            byte[] leap = keys.key();
            path.append(" leap ").append(Bytes.toHex(leap));
            found.seek(leap);
            wanted.seek(leap);
          }
          boolean more = wanted.next();
          path.append(more ? " step" : " end");
          assertThat(found.next()).as("%s", path).isEqualTo(more);
          if (more) {
            assertThat(found.key()).as("key, %s", path).isEqualTo(wanted.key());
            assertThat(found.value()).as("value, %s", path).isEqualTo(wanted.value());
          }
          if (random.nextInt(20) == 0) {
            put();
          }
        }
      }
    }

    /** Writing the batch to the base gives what the overlay showed. */
    void compareBatch() {
      NavigableMap<byte[], byte[]> written = MapReader.newMap();
      try (Cursor all = base.scan(Scan.everything())) {
        while (all.next()) {
          written.put(all.key().toArray(), all.value().toArray());
        }
      }
      Batch batch = new Batch();
      overlay.addTo(batch);
      assertThat(batch.count()).isEqualTo(overlay.count());
      batch.forEach(
          new Batch.Visitor() {
            @Override
            public void put(
                byte[] array, int keyOffset, int keyLength, int valueOffset, int valueLength) {
              written.put(
                  Arrays.copyOfRange(array, keyOffset, keyOffset + keyLength),
                  Arrays.copyOfRange(array, valueOffset, valueOffset + valueLength));
            }

            @Override
            public void delete(byte[] array, int keyOffset, int keyLength) {
              written.remove(Arrays.copyOfRange(array, keyOffset, keyOffset + keyLength));
            }

            @Override
            public void deleteRange(KeyRange range) {
              MapReader.deleteRange(written, range);
            }
          });
      assertThat(lines(written)).isEqualTo(lines(model));
    }

    private static List<String> lines(NavigableMap<byte[], byte[]> map) {
      List<String> lines = new ArrayList<>();
      map.forEach((key, value) -> lines.add(Bytes.toHex(key) + "=" + Bytes.toHex(value)));
      return lines;
    }
  }

  private record OpenView(Overlay.View view, MapReader seen) {}

  @Test
  void readsLikeTheMapItStandsFor() {
    Seeds.each(
        random -> {
          for (int run = 0; run < RUNS; run++) {
            Run model = new Run(random);
            for (int step = 0; step < STEPS; step++) {
              model.step();
            }
            model.compareBatch();
            model.overlay.clear();
            assertThat(model.overlay.isEmpty()).isTrue();
            assertThat(model.overlay.count()).isZero();
            assertThat(model.overlay.bytes()).isZero();
            List.copyOf(model.views).forEach(model::stepOfAView);
          }
        });
  }

  private static byte[] key(int b) {
    return new byte[] {(byte) b};
  }

  @Test
  void rangesThatTouchBecomeOne() {
    Overlay overlay = new Overlay();
    overlay.deleteRange(KeyRange.of(key(1), key(3)));
    overlay.deleteRange(KeyRange.of(key(5), key(7)));
    assertThat(overlay.count()).isEqualTo(2);
    overlay.deleteRange(KeyRange.of(key(3), key(5)));
    assertThat(overlay.count()).isEqualTo(1);
    overlay.deleteRange(KeyRange.of(key(2), key(4)));
    assertThat(overlay.count()).as("a range within another").isEqualTo(1);
    overlay.deleteRange(KeyRange.of(key(9), null));
    overlay.deleteRange(KeyRange.of(key(20), key(30)));
    assertThat(overlay.count()).as("a range within one without end").isEqualTo(2);
    overlay.deleteRange(KeyRange.of(new byte[0], null));
    assertThat(overlay.count()).as("everything").isEqualTo(1);
    overlay.deleteRange(KeyRange.of(key(2), key(1)));
    assertThat(overlay.count()).as("an empty range").isEqualTo(1);
  }

  @Test
  void anEmptyValueIsNotADelete() {
    Overlay overlay = new Overlay();
    overlay.put(key(1), new byte[0]);
    overlay.delete(key(2));
    assertThat(overlay.get(key(1))).isEmpty();
    assertThat(overlay.get(key(1)) == Overlay.DELETED).isFalse();
    assertThat(overlay.get(key(2)) == Overlay.DELETED).isTrue();
    assertThat(overlay.get(key(3))).isNull();
  }

  @Test
  void bytesAreNeverLessThanKeysAndValues() {
    Overlay overlay = new Overlay();
    long least = 0;
    for (int i = 0; i < 100; i++) {
      overlay.put(key(i), new byte[100]);
      least += 101;
      assertThat(overlay.bytes()).isGreaterThanOrEqualTo(least);
    }
    for (int i = 0; i < 100; i++) {
      overlay.put(key(i), new byte[1]);
    }
    assertThat(overlay.bytes()).isBetween(200L, 100 * 200L);
  }

  @Test
  void nothingPendingIsTheBasesOwnCursor() {
    NavigableMap<byte[], byte[]> map = MapReader.newMap();
    map.put(key(1), key(1));
    map.put(key(2), key(2));
    Overlay overlay = new Overlay();
    try (Overlay.View view = overlay.view();
        Cursor cursor = view.over(new MapReader(map), Scan.everything().limit(1))) {
      assertThat(cursor).isNotInstanceOf(OverlayCursor.class);
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.next()).isFalse();
    }
  }

  private static boolean isMerged(Overlay overlay, KeyRange range) {
    try (Cursor cursor = overlay.over(new MapReader(MapReader.newMap()), Scan.over(range))) {
      return cursor instanceof OverlayCursor;
    }
  }

  @Test
  void rangesThatNobodyHasWrittenToAreReadFromTheBaseAlone() {
    Overlay overlay = new Overlay();
    overlay.put(key(3), key(3));
    overlay.deleteRange(KeyRange.of(key(5), key(7)));
    assertThat(isMerged(overlay, KeyRange.of(key(1), key(3)))).isFalse();
    assertThat(isMerged(overlay, KeyRange.of(key(1), key(4)))).isTrue();
    assertThat(isMerged(overlay, KeyRange.of(key(4), key(5)))).isFalse();
    assertThat(isMerged(overlay, KeyRange.of(key(4), key(6)))).isTrue();
    assertThat(isMerged(overlay, KeyRange.of(key(6), key(9)))).isTrue();
    assertThat(isMerged(overlay, KeyRange.of(key(7), null))).isFalse();
    assertThat(isMerged(overlay, KeyRange.of(key(2), null))).isTrue();
    assertThat(isMerged(overlay, KeyRange.of(key(4), key(2)))).isFalse();
  }
}
