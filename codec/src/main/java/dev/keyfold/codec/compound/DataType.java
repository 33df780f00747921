package dev.keyfold.codec.compound;

import dev.keyfold.codec.KeyFormatException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The data type that the row under a type key ({@code T:}) names. The texts are on disk and never
 * change.
 */
public enum DataType {
  HASH("hash"),
  LIST("list"),
  SET("set"),
  ZSET("zset");

  private final String text;

  DataType(String text) {
    this.text = text;
  }

  /** The value stored under the type key. */
  public byte[] toBytes() {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** The type of a stored value. */
  public static DataType of(byte[] stored) {
    for (DataType type : values()) {
      if (Arrays.equals(type.toBytes(), stored)) {
        return type;
      }
    }
    throw new KeyFormatException(
        null, 0, "a stored type of " + stored.length + " bytes", "hash, list, set or zset");
  }
}
