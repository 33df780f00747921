package dev.keyfold.table.shared;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.errors.StoreCorruptedException;
import java.util.Arrays;

/**
 * The reservation of a unique value by a record, in a store without atomic batches. Its key is what
 * all entries with the value begin with, after {@code KeySpace.CLAIMS}.
 *
 * <pre>
 *   +----+---------+-- -
 *   | 01 |  stamp  | store key of the record
 *   +----+---------+-- -
 *     1       8
 * </pre>
 *
 * A claim counts only while its record has the value; any other may be taken away, see {@link
 * Claims}.
 */
public final class Claim {
  private static final byte VERSION = 1;
  private static final int HEADER = 9;

  private Claim() {}

  static byte[] of(byte[] recordKey, long stamp) {
    byte[] bytes = new byte[HEADER + recordKey.length];
    bytes[0] = VERSION;
    Bytes.putLong(bytes, 1, stamp);
    System.arraycopy(recordKey, 0, bytes, HEADER, recordKey.length);
    return bytes;
  }

  /** The store key of the record that has it. */
  public static byte[] owner(byte[] claim) {
    if (claim.length <= HEADER || claim[0] != VERSION) {
      throw new StoreCorruptedException(
          "a claim on a unique value begins with "
              + Bytes.toHex(Arrays.copyOf(claim, Math.min(claim.length, HEADER)))
              + ", expected version 01, 8 bytes and a key; check with repair rewrites it");
    }
    return Arrays.copyOfRange(claim, HEADER, claim.length);
  }

  /** Whether the record has it. */
  public static boolean isOf(byte[] claim, byte[] recordKey) {
    return claim.length > HEADER
        && claim[0] == VERSION
        && Arrays.equals(claim, HEADER, claim.length, recordKey, 0, recordKey.length);
  }
}
