package dev.keyfold.table.shared;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.table.schema.KeySpace;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A write intent: the entry under the key of a record or a claim while a transaction changes it. It
 * holds the old and the new value, and refers to the decision that determines which one is valid.
 *
 * <pre>
 *   +----+---------+-------------+--------+--------+--------+-- -
 *   | 81 |  stamp  | transaction | length | before | after ?| after
 *   +----+---------+-------------+--------+--------+--------+-- -
 *     1       8          8           4                 1
 *
 *   length   bytes of before; -1 if none exists
 *   after ?  01 if there is one, 00 if none exists
 * </pre>
 *
 * Immutable; nobody changes the arrays.
 */
public final class Provisional {
  private static final byte KIND = (byte) 0x81;
  private static final int HEADER = 21;

  private final long transaction;
  private final byte @Nullable [] before;
  private final byte @Nullable [] after;

  public Provisional(long transaction, byte @Nullable [] before, byte @Nullable [] after) {
    this.transaction = transaction;
    this.before = before;
    this.after = after;
  }

  /** Whether these are the bytes of one; only records and claims are asked. */
  static boolean is(byte[] key, byte @Nullable [] value) {
    return value != null
        && value.length > 0
        && value[0] == KIND
        && (key[0] == KeySpace.CLAIMS || (key[0] & 0xFF) >= 0x10);
  }

  /** Whether a value may be one, by its first byte. */
  static boolean is(byte[] array, int offset) {
    return array[offset] == KIND;
  }

  public static Provisional parse(byte[] value) {
    int length = value.length <= HEADER ? 0 : Bytes.getInt(value, HEADER - 4);
    int end = HEADER + Math.max(0, length);
    if (value.length <= HEADER || end < 0 || end >= value.length) {
      throw new StoreCorruptedException(
          "a record that a transaction has begun to change has "
              + value.length
              + " bytes, expected at least "
              + end
              + "; it is damaged");
    }
    return new Provisional(
        Bytes.getLong(value, 9),
        length < 0 ? null : Arrays.copyOfRange(value, HEADER, end),
        value[end] == 0 ? null : Arrays.copyOfRange(value, end + 1, value.length));
  }

  public byte[] toBytes(long stamp) {
    int length = before == null ? 0 : before.length;
    byte[] bytes = new byte[HEADER + length + 1 + (after == null ? 0 : after.length)];
    bytes[0] = KIND;
    Bytes.putLong(bytes, 1, stamp);
    Bytes.putLong(bytes, 9, transaction);
    Bytes.putInt(bytes, HEADER - 4, before == null ? -1 : length);
    if (before != null) {
      System.arraycopy(before, 0, bytes, HEADER, length);
    }
    if (after != null) {
      bytes[HEADER + length] = 1;
      System.arraycopy(after, 0, bytes, HEADER + length + 1, after.length);
    }
    return bytes;
  }

  boolean isOf(long other) {
    return transaction == other;
  }

  /** The key of the entry that decides. */
  public byte[] decision() {
    return Decision.key(transaction);
  }

  public byte @Nullable [] before() {
    return before;
  }

  public byte @Nullable [] after() {
    return after;
  }
}
