package dev.keyfold.redis.state;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Last access and access frequency of keys, for OBJECT IDLETIME and FREQ. A hash table of fixed
 * size without collision handling, so that an access costs almost nothing: keys with the same hash
 * share a slot. Starts empty with the server. Confined to the loop thread.
 */
public final class Accesses {
  private static final int PLACES = 1 << 16;
  private static final int FIRST_FREQUENCY = 5;
  private static final int MOST_FREQUENCY = 255;
  private static final int LOG_FACTOR = 10;

  private final long startMillis;
  private final int[] lastSeconds = new int[PLACES];
  private final byte[] frequencies = new byte[PLACES];

  /** One that begins now. */
  public Accesses(long startMillis) {
    this.startMillis = startMillis;
  }

  /** Notes that a key was used. */
  public void used(int database, byte[] key, long nowMillis) {
    int place = place(database, key);
    lastSeconds[place] = (int) ((nowMillis - startMillis) / 1000);
    int frequency = frequencies[place] & 0xff;
    // The more often, the less a single use counts: the counter is about logarithmic.
    int rarity = Math.max(0, frequency - FIRST_FREQUENCY) * LOG_FACTOR + 1;
    if (frequency < MOST_FREQUENCY && ThreadLocalRandom.current().nextInt(rarity) == 0) {
      frequencies[place] = (byte) Math.max(FIRST_FREQUENCY, frequency + 1);
    }
  }

  /** Seconds since the last recorded access of the key. */
  public long idleSeconds(int database, byte[] key, long nowMillis) {
    return Math.max(0, (nowMillis - startMillis) / 1000 - lastSeconds[place(database, key)]);
  }

  /** About the logarithm of how often the key was used. */
  public int frequency(int database, byte[] key) {
    return frequencies[place(database, key)] & 0xff;
  }

  private static int place(int database, byte[] key) {
    int hash = (Arrays.hashCode(key) + database) * 0x9E3779B9;
    return hash >>> 16;
  }
}
