package dev.keyfold.store.hbase.owned;

import dev.keyfold.codec.bytes.Bytes;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a table, as stored in the lease row:
 *
 * <pre>
 *   epoch   8 bytes, big-endian: how often the table changed hands
 *   id     16 random bytes, so that no two owners are alike     (without these: released)
 *   name   for people: process and host, UTF-8
 * </pre>
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content
record Owner(byte[] bytes) {
  private static final int EPOCH_BYTES = 8;
  private static final int ID_BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** The next one after those bytes; null for the first. */
  static Owner after(byte @Nullable [] seen, String name) {
    byte[] id = new byte[ID_BYTES];
    RANDOM.nextBytes(id);
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = new byte[EPOCH_BYTES + ID_BYTES + text.length];
    Bytes.putLong(bytes, 0, seen == null ? 1 : new Owner(seen).epoch() + 1);
    System.arraycopy(id, 0, bytes, EPOCH_BYTES, ID_BYTES);
    System.arraycopy(text, 0, bytes, EPOCH_BYTES + ID_BYTES, text.length);
    return new Owner(bytes);
  }

  /** What stands there when this one has gone by itself. */
  byte[] released() {
    return Arrays.copyOf(bytes, EPOCH_BYTES);
  }

  static boolean isFree(byte[] seen) {
    return seen.length == EPOCH_BYTES;
  }

  long epoch() {
    return Bytes.getLong(bytes, 0);
  }

  /** For people. */
  @Override
  public String toString() {
    if (isFree(bytes)) {
      return "nobody (epoch " + epoch() + ")";
    }
    int from = EPOCH_BYTES + ID_BYTES;
    String name = new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
    return name + " (epoch " + epoch() + ")";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Owner that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
