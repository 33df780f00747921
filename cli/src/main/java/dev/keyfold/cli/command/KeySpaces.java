package dev.keyfold.cli.command;

import dev.keyfold.store.Reader;
import dev.keyfold.table.schema.KeySpace;

/** Whether a store has tables or structures of Keyfold, or nothing but entries. */
public final class KeySpaces {
  /** What tables and structures write before anything else: the versions of their formats. */
  private static final byte[] TABLES = {KeySpace.FORMAT};

  private static final byte[] STRUCTURES = {(byte) 0xD7, 0};

  private KeySpaces() {}

  /** Whether one of both has written its version. */
  public static boolean isUsed(Reader store) {
    return has(store, TABLES, Integer.BYTES) || has(store, STRUCTURES, Long.BYTES);
  }

  private static boolean has(Reader store, byte[] version, int bytes) {
    byte[] value = store.get(version);
    return value != null && value.length == bytes;
  }
}
