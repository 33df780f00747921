package dev.keyfold.codec.compound;

/**
 * The key part of a compound key in one of the two revisions:
 *
 * <pre>
 *   key         50 25 00 6F
 *   escaped     50 | 25 32 35 | 25 30 30 | 6F      % is %25, NUL is %00
 *   unescaped   as it is; a NUL is refused
 * </pre>
 */
final class CompoundKeyText {
  private static final byte PERCENT = '%';

  private CompoundKeyText() {}

  /** Room that a key of that length may need. */
  static int room(int length) {
    return 3 * length;
  }

  /**
   * Writes a key after {@code at}; returns where it ends, or the one's complement of the index in
   * {@code key} of a byte that the revision cannot write.
   */
  static int write(boolean escaped, byte[] key, int from, int to, byte[] out, int at) {
    int o = at;
    for (int i = from; i < to; i++) {
      byte b = key[i];
      if (b != 0 && (b != PERCENT || !escaped)) {
        out[o++] = b;
      } else if (!escaped) {
        return ~i;
      } else {
        out[o] = PERCENT;
        out[o + 1] = (byte) (b == 0 ? '0' : '2');
        out[o + 2] = (byte) (b == 0 ? '0' : '5');
        o += 3;
      }
    }
    return o;
  }

  /** Index of the first NUL, {@code to} if none exists. */
  static int end(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to && bytes[i] != 0) {
      i++;
    }
    return i;
  }

  /**
   * Reads a key without NUL to the start of {@code out}; returns its length, or the one's
   * complement of the index of a percent sign that starts no escape.
   */
  static int read(boolean escaped, byte[] bytes, int from, int to, byte[] out) {
    int o = 0;
    for (int i = from; i < to; i++) {
      byte b = bytes[i];
      if (escaped && b == PERCENT) {
        if (!isEscape(bytes, i, to)) {
          return ~i;
        }
        b = bytes[i + 1] == '0' ? 0 : PERCENT;
        i += 2;
      }
      out[o++] = b;
    }
    return o;
  }

  private static boolean isEscape(byte[] bytes, int at, int to) {
    return to - at >= 3
        && ((bytes[at + 1] == '0' && bytes[at + 2] == '0')
            || (bytes[at + 1] == '2' && bytes[at + 2] == '5'));
  }
}
