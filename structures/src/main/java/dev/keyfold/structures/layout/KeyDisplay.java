package dev.keyfold.structures.layout;

import dev.keyfold.codec.bytes.Bytes;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Keys and names as messages print them. */
public final class KeyDisplay {
  private static final int SHOWN_BYTES = 40;
  private static final int HEX_BYTES = 64;

  private KeyDisplay() {}

  /** The beginning of a key. */
  public static String hex(byte[] key) {
    return Bytes.toHex(key, 0, Math.min(key.length, HEX_BYTES));
  }

  /** A name as people read it, with its physical database. */
  public static String name(byte[] metaKey) {
    if (!Ordinal.isAt(metaKey, 1)) {
      return text(metaKey);
    }
    int at = 1 + Ordinal.lengthAt(metaKey, 1);
    return text(Arrays.copyOfRange(metaKey, at, metaKey.length));
  }

  /** Text if it is some, else hexadecimal; the beginning of what is long. */
  public static String text(byte[] bytes) {
    byte[] shown = bytes.length > SHOWN_BYTES ? Arrays.copyOf(bytes, SHOWN_BYTES) : bytes;
    String end = bytes.length > SHOWN_BYTES ? "… (" + bytes.length + " bytes)" : "";
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(java.nio.ByteBuffer.wrap(shown)).toString();
      if (text.chars().noneMatch(Character::isISOControl)) {
        return "'" + text + "'" + end;
      }
    } catch (CharacterCodingException e) {
      // not text
    }
    return Bytes.toHex(shown) + end;
  }
}
