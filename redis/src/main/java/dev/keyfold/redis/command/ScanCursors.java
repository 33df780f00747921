package dev.keyfold.redis.command;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What the cursors of SCAN and its kin stand for: a number stands for the name, field or member
 * that was shown last, and the scan goes on behind it. As the data is in order, that shows
 * everything that was there all the time, exactly once, whatever is written meanwhile.
 *
 * <p>Bounded: the cursors that were not asked for longest are forgotten, and then refused as {@code
 * invalid cursor}; a scan never skips or repeats in silence. Numbers begin at a random place, so
 * that one from before a restart is not taken for another. Confined to the loop thread.
 */
final class ScanCursors {
  private static final int MOST = 16_384;
  private static final long MOST_BYTES = 16 << 20;
  private static final long FIRST_BELOW = 1L << 45;

  private final Map<Long, byte[]> positions = new LinkedHashMap<>(16, 0.75f, true);
  private final int most;
  private final long mostBytes;
  private long bytes;
  private long next = ThreadLocalRandom.current().nextLong(1, FIRST_BELOW);

  ScanCursors() {
    this(MOST, MOST_BYTES);
  }

  ScanCursors(int most, long mostBytes) {
    this.most = most;
    this.mostBytes = mostBytes;
  }

  /** The number of a scan that goes on behind the position, which is kept. */
  long remember(byte[] position) {
    positions.put(next, position);
    bytes += position.length;
    var oldest = positions.entrySet().iterator();
    while (positions.size() > most || (bytes > mostBytes && positions.size() > 1)) {
      bytes -= oldest.next().getValue().length;
      oldest.remove();
    }
    return next++;
  }

  /** What the number stands for; null if it is not known any more, or never was. */
  byte @Nullable [] find(long cursor) {
    return positions.get(cursor);
  }
}
