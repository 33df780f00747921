package dev.keyfold.redis.command;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The cursors of SCAN, HSCAN, SSCAN and ZSCAN: a number identifies the last name, field or member
 * shown, and the scan continues after it. As the data is ordered, a scan shows every element that
 * exists throughout, exactly once, whatever is written concurrently.
 *
 * <p>Bounded: the least recently used cursors are evicted and then rejected as {@code invalid
 * cursor}; a scan never skips or repeats elements silently. Numbers start at a random value, so
 * that a cursor from before a restart is not mistaken for a current one. Confined to the loop
 * thread.
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

  /** The cursor of a scan that continues after the position, which is kept. */
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

  /** The position of a cursor; null if it is unknown or evicted. */
  byte @Nullable [] find(long cursor) {
    return positions.get(cursor);
  }
}
