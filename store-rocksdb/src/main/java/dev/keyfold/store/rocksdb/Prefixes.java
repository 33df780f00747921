package dev.keyfold.store.rocksdb;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a scan may use the prefix Bloom filter to skip files: if, and only if, every key
 * that can be in its range has the same prefix of the length that the filter covers.
 *
 * <p>The engine has a mode that decides this by itself, but it takes {@code [.. 61 FF, .. 62 00)}
 * for the keys that begin with {@code 61 FF}, while the shorter key {@code 62} lies in between. So
 * the decision is taken here. An end whose last byte is zero is refused altogether: a file that was
 * written with another prefix length is judged by the engine's rule, and only such ends fool it.
 */
final class Prefixes {
  private Prefixes() {}

  /** Whether all keys from start to end (null: no end) share their first bytes. */
  static boolean shared(byte[] start, byte @Nullable [] end, int bytes) {
    if (bytes == 0
        || start.length < bytes
        || end == null
        || end.length == 0
        || end[end.length - 1] == 0) {
      return false;
    }
    return (end.length >= bytes && Arrays.equals(start, 0, bytes, end, 0, bytes))
        || isSuccessor(start, bytes, end);
  }

  /** Whether the end is the first key after all those that begin with the start's first bytes. */
  private static boolean isSuccessor(byte[] start, int bytes, byte[] end) {
    int last = bytes - 1;
    while (last >= 0 && start[last] == (byte) 0xFF) {
      last--;
    }
    return last >= 0
        && end.length == last + 1
        && (end[last] & 0xFF) == (start[last] & 0xFF) + 1
        && Arrays.equals(start, 0, last, end, 0, last);
  }
}
