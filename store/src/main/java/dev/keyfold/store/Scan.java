package dev.keyfold.store;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a range scan: key range, direction and limit. Immutable.
 *
 * @param range the keys; only those in it are seen
 * @param reversed from the last key to the first
 * @param limit most entries; {@link Long#MAX_VALUE} for all
 * @param keysOnly the caller will not ask for values
 * @param bulk many entries are read once: better not to fill the caches with them
 * @param expected how many entries the caller will likely take, {@link Long#MAX_VALUE} if it does
 *     not know; a hint for engines that fetch ahead, which changes nothing of what is seen
 */
public record Scan(
    KeyRange range, boolean reversed, long limit, boolean keysOnly, boolean bulk, long expected) {
  private static final KeyRange EVERYTHING = KeyRange.of(new byte[0], null);

  public Scan {
    Objects.requireNonNull(range, "range");
    if (limit < 0) {
      throw new IllegalArgumentException("a scan's limit is 0 or more; found " + limit);
    }
    if (expected < 1) {
      throw new IllegalArgumentException("a scan expects 1 entry or more; found " + expected);
    }
  }

  /** Without an expected number of entries. */
  public Scan(KeyRange range, boolean reversed, long limit, boolean keysOnly, boolean bulk) {
    this(range, reversed, limit, keysOnly, bulk, Long.MAX_VALUE);
  }

  /** The range, from its first key to its last, without a limit. */
  public static Scan over(KeyRange range) {
    return new Scan(range, false, Long.MAX_VALUE, false, false);
  }

  /** All keys with the prefix. */
  public static Scan prefix(byte[] prefix) {
    return over(KeyRange.prefix(prefix));
  }

  /** From start (inclusive) to end (exclusive, null for no end). */
  public static Scan between(byte[] start, byte @Nullable [] end) {
    return over(KeyRange.of(start, end));
  }

  /** The whole store. */
  public static Scan everything() {
    return over(EVERYTHING);
  }

  /** The same entries, last key first. */
  public Scan reverse() {
    return new Scan(range, !reversed, limit, keysOnly, bulk, expected);
  }

  /** At most that many entries. */
  public Scan limit(long limit) {
    return new Scan(range, reversed, limit, keysOnly, bulk, expected);
  }

  /** Without values: {@link Cursor#value} must not be called. */
  public Scan withoutValues() {
    return new Scan(range, reversed, limit, true, bulk, expected);
  }

  /** A long scan whose entries should not evict others from the caches. */
  public Scan inBulk() {
    return new Scan(range, reversed, limit, keysOnly, true, expected);
  }

  /** Hints that the caller will likely read this many entries; it may read more or fewer. */
  public Scan expecting(long entries) {
    return new Scan(range, reversed, limit, keysOnly, bulk, entries);
  }

  /** Over another range, else the same. */
  public Scan within(KeyRange range) {
    return new Scan(range, reversed, limit, keysOnly, bulk, expected);
  }

  @Override
  public String toString() {
    byte[] end = range.end();
    return "["
        + Bytes.toHex(range.start())
        + ", "
        + (end == null ? "" : Bytes.toHex(end))
        + ")"
        + (reversed ? " reversed" : "")
        + (limit == Long.MAX_VALUE ? "" : " limit " + limit);
  }
}
