package dev.keyfold.codec.rowkey;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.Limits;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Finds the components of a row key in its bytes, and cuts them out. */
final class RowKeyBytes {
  private RowKeyBytes() {}

  /** Start and end of every component; throws {@link KeyFormatException} if it is no row key. */
  static int[] bounds(byte[] key) {
    if (key.length > Limits.KEY_BYTES) {
      throw new KeyFormatException(
          null, -1, "a key of " + key.length + " bytes", "at most " + Limits.KEY_BYTES);
    }
    int[] found = new int[16];
    int count = 0;
    int from = 0;
    while (true) {
      int stop = end(key, from);
      if (stop == key.length && from == stop) {
        throw new KeyFormatException(
            null,
            from,
            from == 0 ? "an empty key" : "an empty last component",
            "content: a row key loses its last component when it is empty");
      }
      if (count == found.length) {
        found = Arrays.copyOf(found, 2 * count);
      }
      found[count++] = from;
      found[count++] = stop;
      if (stop == key.length) {
        return Arrays.copyOf(found, count);
      }
      from = stop + Escape.SEPARATOR;
    }
  }

  /** Where the component at {@code from} ends: at a separator, or with the key. */
  static int end(byte[] key, int from) {
    int stop = Escape.end(key, from, key.length);
    if (stop < 0) {
      throw new KeyFormatException(
          null, ~stop, "00 alone", "00 00 for a separator or 00 01 for the byte 00");
    }
    return stop;
  }

  /** The content of a component, read-only: a view of the key where nothing is escaped. */
  static ByteBuffer slice(byte[] key, int from, int to) {
    for (int i = from; i < to; i++) {
      if (key[i] == 0) {
        byte[] content = new byte[to - from];
        int length = Escape.unescape(key, from, to, content);
        return ByteBuffer.wrap(content, 0, length).slice().asReadOnlyBuffer();
      }
    }
    return ByteBuffer.wrap(key, from, to - from).slice().asReadOnlyBuffer();
  }
}
