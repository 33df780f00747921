package dev.keyfold.codec;

/**
 * A run of bytes of a key and what it means; {@link KeyExplainer} makes them.
 *
 * @param offset where the run starts in the key
 * @param length how many bytes it has
 * @param field position of the field it belongs to, -1 for the shard prefix and for bytes that
 *     belong to none
 * @param name the field, with the element for nested fields: {@code tags[2]}, {@code address.city}
 * @param role what the bytes are for
 * @param text what they mean, in words
 */
public record KeyPart(int offset, int length, int field, String name, Role role, String text) {
  /** What bytes are for. */
  public enum Role {
    /** The shard prefix. */
    SHARD,
    /** Whether the field is null, or an element follows. */
    MARKER,
    /** Bytes that carry the value. */
    VALUE,
    /** A byte of the value that had to be written as two. */
    ESCAPE,
    /** The end of a value or list. */
    TERMINATOR,
    /** Bytes between two fields. */
    SEPARATOR,
    /** Bytes that fill a fixed width. */
    PADDING,
    /** Bytes that are not a key of the schema. */
    MALFORMED
  }

  /** The first offset after the run. */
  public int end() {
    return offset + length;
  }
}
