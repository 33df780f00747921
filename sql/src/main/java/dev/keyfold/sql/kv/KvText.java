package dev.keyfold.sql.kv;

import dev.keyfold.store.Slice;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Byte strings as texts: UTF-8, and what is none as {@code \x} and hexadecimal digits, as
 * PostgreSQL writes bytes. Different bytes are different texts, except for texts that begin with
 * {@code \x} themselves.
 */
final class KvText {
  private static final String HEX = "\\x";

  private KvText() {}

  static String of(Slice bytes) {
    return of(bytes.toArray());
  }

  static String of(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return HEX + HexFormat.of().formatHex(bytes);
    }
  }

  static byte[] bytes(String text) {
    if (text.startsWith(HEX)) {
      try {
        return HexFormat.of().parseHex(text.substring(HEX.length()));
      } catch (IllegalArgumentException e) {
        // a text that only looks like it
      }
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
