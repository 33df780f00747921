package dev.keyfold.codec.tuple;

import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.bytes.Bytes;
import java.util.Arrays;

/**
 * A number that the database gives to a transaction, and two bytes of the program's own to tell
 * apart several of one transaction. Sorts by both, as unsigned bytes.
 *
 * <pre>
 *   33 | 00 00 00 00 00 00 00 00 00 00 | 00 07
 *        transaction version             user version
 * </pre>
 *
 * <p>An incomplete one has {@code FF} in all bytes of its transaction version, until the database
 * fills it in at commit; see {@link Tuples#packWithVersionstamp(java.util.List)}. Immutable.
 */
public final class Versionstamp implements Comparable<Versionstamp> {
  /** Bytes of the transaction version. */
  public static final int TRANSACTION_BYTES = 10;

  /** Bytes of the whole. */
  public static final int BYTES = TRANSACTION_BYTES + 2;

  /** Largest user version. */
  public static final int MAX_USER_VERSION = 0xFFFF;

  private final byte[] bytes;

  private Versionstamp(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The versionstamp of a transaction that was committed. */
  public static Versionstamp complete(byte[] transactionVersion, int userVersion) {
    if (transactionVersion.length != TRANSACTION_BYTES) {
      throw new KeyValueException(
          null,
          -1,
          "a transaction version of " + transactionVersion.length + " bytes",
          "exactly " + TRANSACTION_BYTES);
    }
    Versionstamp stamp = of(transactionVersion, userVersion);
    if (!stamp.isComplete()) {
      throw new KeyValueException(
          null,
          -1,
          "the transaction version " + Bytes.toHex(transactionVersion),
          "another one: this is how an incomplete versionstamp is written");
    }
    return stamp;
  }

  /** A versionstamp whose transaction version the database will fill in. */
  public static Versionstamp incomplete(int userVersion) {
    byte[] unknown = new byte[TRANSACTION_BYTES];
    Arrays.fill(unknown, (byte) 0xFF);
    return of(unknown, userVersion);
  }

  private static Versionstamp of(byte[] transactionVersion, int userVersion) {
    if (userVersion < 0 || userVersion > MAX_USER_VERSION) {
      throw new KeyValueException(
          null, -1, "the user version " + userVersion, "0 to " + MAX_USER_VERSION);
    }
    byte[] bytes = Arrays.copyOf(transactionVersion, BYTES);
    Bytes.putShort(bytes, TRANSACTION_BYTES, userVersion);
    return new Versionstamp(bytes);
  }

  /** The versionstamp whose bytes stand at a place. */
  static Versionstamp at(byte[] array, int from) {
    return new Versionstamp(Arrays.copyOfRange(array, from, from + BYTES));
  }

  /** Whether the transaction version is known. */
  public boolean isComplete() {
    for (int i = 0; i < TRANSACTION_BYTES; i++) {
      if (bytes[i] != (byte) 0xFF) {
        return true;
      }
    }
    return false;
  }

  /** The ten bytes that the database gives; all {@code FF} where they are not known yet. */
  public byte[] transactionVersion() {
    return Arrays.copyOf(bytes, TRANSACTION_BYTES);
  }

  /** The two bytes that the program gives, 0 to 65535. */
  public int userVersion() {
    return Bytes.getShort(bytes, TRANSACTION_BYTES) & 0xFFFF;
  }

  /** All twelve bytes. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /** By transaction, then by user version; incomplete ones last. */
  @Override
  public int compareTo(Versionstamp other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Versionstamp that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The transaction version in hexadecimal and the user version: {@code 0000...0a:7}. */
  @Override
  public String toString() {
    return (isComplete() ? Bytes.toHex(bytes, 0, TRANSACTION_BYTES) : "incomplete")
        + ":"
        + userVersion();
  }
}
