package dev.keyfold.store.layer.compress;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The entry by which a persistent store tells that its values have the header byte of a {@link
 * CompressedStore}. Without it a value that happens to begin with a header would be read one byte
 * short, and nobody would notice.
 *
 * <pre>
 *   F0 00  ->  00 "value-compression"     every value begins with a header
 *   F0 00  ->  "value-compression"        copied, entry by entry, into a store without headers
 * </pre>
 *
 * <p>The header of the entry itself decides, so that it stays true when all entries are copied from
 * one store to another. The layer hides the entry from those who read through it: it belongs to the
 * store, not to its user, who would count it, back it up and find it in stores that are empty.
 */
public final class CompressionMark {
  private static final byte[] KEY = {(byte) 0xF0, 0};
  private static final byte[] TEXT = "value-compression".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] KEPT = kept();

  private CompressionMark() {}

  private static byte[] kept() {
    byte[] kept = new byte[TEXT.length + 1]; // the first byte is ValueCodec.RAW
    System.arraycopy(TEXT, 0, kept, 1, TEXT.length);
    return kept;
  }

  /** Whether the values of the store, which has no layers yet, have headers. */
  public static boolean isOn(Store store) {
    return store.has(Capability.PERSISTENT) && Arrays.equals(store.get(KEY), KEPT);
  }

  /**
   * Makes sure that the values of the store have headers: marks a store without entries.
   *
   * @param unmarked whether to mark also one with entries: the caller knows that they have headers
   * @throws StoreException if they have none
   */
  public static void require(Store store, boolean unmarked) {
    if (!store.has(Capability.PERSISTENT) || isOn(store)) {
      return;
    }
    if (!unmarked && !isEmpty(store)) {
      throw new StoreException(
          "this store has entries that were written without value-compression; open it without"
              + " that option, or copy it into a new store that has it. If an earlier version of"
              + " Keyfold wrote all of it with value-compression, add"
              + " value-compression-unmarked=accept once");
    }
    store.put(KEY, KEPT);
  }

  private static boolean isEmpty(Store store) {
    try (Cursor cursor = store.scan(Scan.everything().limit(1))) {
      return !cursor.next();
    }
  }

  /** Whether the mark is among the keys that are deleted, and has to be written again. */
  static boolean isIn(KeyRange range) {
    return range.contains(KEY);
  }

  /** Whether it is the key of the mark. */
  static boolean is(byte[] array, int offset, int length) {
    return length == KEY.length && array[offset] == KEY[0] && array[offset + 1] == KEY[1];
  }

  /**
   * Whether a value may be put under the key of the mark: its own text, by a copy of all entries.
   *
   * @throws StoreException if it is another one, which would make all values unreadable
   */
  static void checkPut(byte[] array, int value, int length) {
    if (!Arrays.equals(array, value, value + length, TEXT, 0, TEXT.length)) {
      throw new StoreException(
          "the key f000 of a store with value-compression says that values are compressed; use"
              + " another key");
    }
  }

  static byte[] key() {
    return KEY;
  }

  /** As the store below keeps it. */
  static byte[] value() {
    return KEPT;
  }
}
