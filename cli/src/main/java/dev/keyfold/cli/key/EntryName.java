package dev.keyfold.cli.key;

import dev.keyfold.codec.bytes.Bytes;

/** What messages call an entry that does not fit: by its key in hexadecimal. */
public final class EntryName {
  /** Bytes of a key that are shown; what follows is counted. */
  private static final int MOST = 512;

  private EntryName() {}

  /** {@code entry 757365}. An empty key, which other programs may have, is called that. */
  public static String of(byte[] key) {
    if (key.length == 0) {
      return "entry with the empty key";
    }
    return key.length <= MOST
        ? "entry " + Bytes.toHex(key)
        : "entry " + Bytes.toHex(key, 0, MOST) + "... (" + key.length + " bytes)";
  }
}
