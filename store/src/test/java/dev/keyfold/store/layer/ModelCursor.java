package dev.keyfold.store.layer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;

/** A cursor beside a list of the rows it must show. */
final class ModelCursor {
  final Cursor cursor;
  private final Scan scan;
  private final List<Map.Entry<byte[], byte[]>> rows = new ArrayList<>();
  private int ahead;
  private long left;

  /** How far it got: the last key it stood on, whether it stepped at all, and over the end. */
  byte[] reached;

  boolean stepped;
  boolean exhausted;

  ModelCursor(Cursor cursor, Scan scan, NavigableMap<byte[], byte[]> model) {
    this.cursor = cursor;
    this.scan = scan;
    this.left = scan.limit();
    for (Map.Entry<byte[], byte[]> entry : model.entrySet()) {
      if (scan.range().contains(entry.getKey())) {
        rows.add(Map.entry(entry.getKey(), entry.getValue()));
      }
    }
    if (scan.reversed()) {
      Collections.reverse(rows);
    }
  }

  /** Steps and leaps a few times, or until the end. */
  void walk(Random random, boolean leaps, byte[] target) {
    for (int steps = random.nextInt(8) == 0 ? 1000 : random.nextInt(5); steps > 0; steps--) {
      if (leaps && random.nextInt(10) == 0) {
        seek(target);
      }
      if (!step(random)) {
        return;
      }
    }
  }

  private boolean step(Random random) {
    boolean expected = left > 0 && ahead < rows.size();
    assertThat(cursor.next()).as("next of " + scan).isEqualTo(expected);
    stepped |= left > 0;
    exhausted |= left > 0 && !expected;
    if (expected) {
      left--;
      Map.Entry<byte[], byte[]> row = rows.get(ahead++);
      reached = row.getKey();
      assertThat(cursor.key().toArray()).isEqualTo(row.getKey());
      if (!scan.keysOnly() && random.nextInt(4) > 0) {
        assertThat(cursor.value().toArray()).isEqualTo(row.getValue());
      }
    }
    return expected;
  }

  private void seek(byte[] target) {
    cursor.seek(target);
    ahead = 0;
    while (ahead < rows.size() && isBefore(rows.get(ahead).getKey(), target)) {
      ahead++;
    }
  }

  private boolean isBefore(byte[] key, byte[] target) {
    int order = Bytes.compare(key, target);
    return scan.reversed() ? order > 0 : order < 0;
  }
}
