package dev.keyfold.bench.keys;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * {@link HandWritten} for names in any script: UTF-8 through the JDK, then arraycopy. Still without
 * schema, checks and escapes.
 */
final class HandWrittenUtf8 extends HandWritten {
  @Override
  public byte[] encode(String user, long millis, UUID id) {
    byte[] name = user.getBytes(StandardCharsets.UTF_8);
    byte[] key = new byte[name.length + 25];
    write(name, millis, id, key);
    return key;
  }

  @Override
  public int encodeReused(String user, long millis, UUID id) {
    byte[] name = user.getBytes(StandardCharsets.UTF_8);
    write(name, millis, id, buffer);
    return name.length + 25;
  }

  private static void write(byte[] name, long millis, UUID id, byte[] key) {
    int length = name.length;
    System.arraycopy(name, 0, key, 0, length);
    key[length] = 0;
    LONG.set(key, length + 1, millis ^ Long.MIN_VALUE);
    LONG.set(key, length + 9, id.getMostSignificantBits());
    LONG.set(key, length + 17, id.getLeastSignificantBits());
  }

  @Override
  public void decode(byte[] key, Order into) {
    int end = terminator(key);
    String user = new String(key, 0, end, StandardCharsets.UTF_8);
    read(key, end, user, into);
  }
}
