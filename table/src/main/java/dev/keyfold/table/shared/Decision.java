package dev.keyfold.table.shared;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.table.schema.KeySpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The commit record of a transaction over several records: one entry, so that it changes
 * atomically. If it is missing, the transaction has aborted.
 *
 * <pre>
 *   +----+-------+--------+-----+--------+-----+-- -
 *   | 01 | state | length | key | length | key |       state: 0 pending, 1 committed
 *   +----+-------+--------+-----+--------+-----+-- -   the keys of all that it changes
 *     1      1       4              4
 * </pre>
 */
public final class Decision {
  private static final byte VERSION = 1;

  private Decision() {}

  public static byte[] key(long transaction) {
    byte[] key = new byte[9];
    key[0] = KeySpace.DECISIONS;
    Bytes.putLong(key, 1, transaction);
    return key;
  }

  /** The transaction's stamp, from its key. */
  static long transaction(byte[] key) {
    return Bytes.getLong(key, 1);
  }

  public static byte[] of(boolean committed, List<byte[]> keys) {
    byte[] bytes = new byte[2 + keys.stream().mapToInt(key -> 4 + key.length).sum()];
    bytes[0] = VERSION;
    bytes[1] = (byte) (committed ? 1 : 0);
    int at = 2;
    for (byte[] key : keys) {
      Bytes.putInt(bytes, at, key.length);
      System.arraycopy(key, 0, bytes, at + 4, key.length);
      at += 4 + key.length;
    }
    return bytes;
  }

  public static boolean isCommitted(byte[] decision) {
    check(decision.length >= 2 && decision[0] == VERSION);
    return decision[1] == 1;
  }

  public static List<byte[]> keys(byte[] decision) {
    List<byte[]> keys = new ArrayList<>();
    int at = 2;
    while (at < decision.length) {
      check(at + 4 <= decision.length);
      int end = at + 4 + Bytes.getInt(decision, at);
      check(end > at + 4 && end <= decision.length);
      keys.add(Arrays.copyOfRange(decision, at + 4, end));
      at = end;
    }
    return keys;
  }

  private static void check(boolean holds) {
    if (!holds) {
      throw new StoreCorruptedException(
          "the entry that decides about a transaction is damaged; expected version 01, a state and"
              + " keys");
    }
  }
}
