package dev.keyfold.codec.tuple;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.Limits;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Tuples without a schema: the bytes say what the items are.
 *
 * <pre>{@code
 * byte[] key = Tuples.pack("hello", 42, null, true);    // 0268656c6c6f00152a0027
 * List<Object> items = Tuples.unpack(key);              // "hello", 42L, null, true
 * KeyRange below = Tuples.range("hello", 42);           // all longer tuples that begin so
 * }</pre>
 *
 * <p>Items are null, byte[], String, Byte, Short, Integer, Long, BigInteger, Float, Double,
 * Boolean, UUID, {@link Versionstamp}, and Lists of these. Anything else is refused with a {@link
 * KeyValueException} that names the item by its place, {@code [2][0]} for the first of the list
 * that is the third item; so is a BigDecimal, which an integer would cut short.
 *
 * <p>Unpacking gives integers as Long where they fit and as BigInteger where they do not, lists
 * unmodifiable. Whatever the bytes, it gives items that pack to the same bytes, or throws a {@link
 * KeyFormatException}. All methods are safe to call from any thread.
 */
public final class Tuples {
  /** Bytes of the place of a versionstamp, after the tuple. */
  private static final int PLACE_BYTES = 4;

  private static final byte[] NOTHING = {};

  private Tuples() {}

  /** The bytes of a tuple of these items. One List alone is {@linkplain #pack(List) the items}. */
  public static byte[] pack(Object... items) {
    return pack(Arrays.asList(items));
  }

  /** The bytes of a tuple of the items of a list. All versionstamps are complete. */
  public static byte[] pack(List<?> items) {
    TuplePacker packer = packed(items);
    return packer.bytes(0);
  }

  private static TuplePacker packed(List<?> items) {
    TuplePacker packer = new TuplePacker(NOTHING);
    packer.items(items);
    if (packer.stampAt() >= 0) {
      throw new KeyValueException(
          null,
          packer.stampAt(),
          "an incomplete versionstamp",
          "complete ones only; packWithVersionstamp lets the database complete it");
    }
    return packer;
  }

  /**
   * The bytes of a tuple with one incomplete versionstamp, at any depth, as the database takes
   * them: after the tuple stands where the ten bytes are that it fills in, 4 bytes little-endian.
   */
  public static byte[] packWithVersionstamp(List<?> items) {
    return packWithVersionstamp(NOTHING, items);
  }

  /**
   * {@link #packWithVersionstamp(List)} after a prefix, such as that of a directory; the place
   * counts from the start of the prefix.
   */
  public static byte[] packWithVersionstamp(byte[] prefix, List<?> items) {
    TuplePacker packer = new TuplePacker(prefix);
    packer.items(items);
    int place = packer.stampAt();
    if (place < 0) {
      throw new KeyValueException(
          null, -1, "no incomplete versionstamp", "one, which the database completes");
    }
    byte[] bytes = packer.bytes(PLACE_BYTES);
    for (int i = 0; i < PLACE_BYTES; i++) {
      bytes[bytes.length - PLACE_BYTES + i] = (byte) (place >>> (8 * i));
    }
    return bytes;
  }

  /** The items of a tuple; its versionstamps are complete. */
  public static List<Object> unpack(byte[] tuple) {
    return unpack(tuple, 0, tuple.length);
  }

  /** The items of a tuple that is a slice of an array. */
  public static List<Object> unpack(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    Unpacker unpacker = new Unpacker(bytes, offset, offset + length);
    List<Object> items = unpacker.items();
    if (unpacker.stampAt() >= 0) {
      throw new KeyFormatException(
          null,
          unpacker.stampAt(),
          "an incomplete versionstamp",
          "complete ones only: the database has filled in those of its keys");
    }
    return items;
  }

  /** The items of what {@link #packWithVersionstamp(List)} gave, with the place after them. */
  public static List<Object> unpackWithVersionstamp(byte[] bytes) {
    int end = bytes.length - PLACE_BYTES;
    if (end < 0) {
      throw new KeyFormatException(
          null, 0, bytes.length + " bytes", "a tuple and the 4 bytes of the versionstamp's place");
    }
    Unpacker unpacker = new Unpacker(bytes, 0, end);
    List<Object> items = unpacker.items();
    int place = 0;
    for (int i = PLACE_BYTES - 1; i >= 0; i--) {
      place = place << 8 | (bytes[end + i] & 0xFF);
    }
    if (unpacker.stampAt() < 0 || place != unpacker.stampAt()) {
      throw new KeyFormatException(
          null,
          end,
          "the place " + Integer.toUnsignedString(place),
          unpacker.stampAt() < 0
              ? "an incomplete versionstamp in the tuple"
              : unpacker.stampAt() + ", that of the incomplete versionstamp");
    }
    return items;
  }

  /**
   * All tuples that begin with these items and have at least one more. One List alone is
   * {@linkplain #range(List) the items}.
   */
  public static KeyRange range(Object... items) {
    return range(Arrays.asList(items));
  }

  /**
   * All tuples that begin with the items of a list and have at least one more: from the tuple and
   * {@code 00}, the lowest code, to the tuple and {@code FF}, which is above all codes.
   */
  public static KeyRange range(List<?> items) {
    byte[] start = packed(items).bytes(1);
    byte[] end = start.clone();
    end[end.length - 1] = Codes.NOT_THE_END;
    return KeyRange.of(start, end);
  }

  /** Refuses what is longer than any key. */
  static void checkLength(int length) {
    if (length > Limits.KEY_BYTES) {
      throw new KeyValueException(
          null, -1, "a tuple of " + length + " bytes", "at most " + Limits.KEY_BYTES);
    }
  }
}
