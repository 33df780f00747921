package dev.keyfold.pg.remote;

import dev.keyfold.pg.message.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the parts of one message; every length is checked. Not thread-safe. */
final class Body {
  private static final int MOST_PARTS = 10_000;

  private final ByteBuffer bytes;

  Body(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes);
  }

  int number() {
    need(4);
    return bytes.getInt();
  }

  long longNumber() {
    need(8);
    return bytes.getLong();
  }

  int octet() {
    need(1);
    return bytes.get() & 0xFF;
  }

  String text() {
    int length = number();
    if (length < 0) {
      throw new ProtocolException("found a text of length " + length + ", expected 0 or more");
    }
    need(length);
    ByteBuffer part = bytes.slice().limit(length);
    bytes.position(bytes.position() + length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(part).toString();
    } catch (CharacterCodingException e) {
      throw new ProtocolException("a text is not valid UTF-8");
    }
  }

  List<String> texts() {
    int count = count();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(text());
    }
    return texts;
  }

  Map<String, String> map() {
    int count = count();
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      map.put(text(), text());
    }
    return map;
  }

  private int count() {
    int count = number();
    if (count < 0 || count > MOST_PARTS) {
      throw new ProtocolException("found " + count + " parts, expected 0 to " + MOST_PARTS);
    }
    return count;
  }

  byte[] rest() {
    byte[] rest = new byte[bytes.remaining()];
    bytes.get(rest);
    return rest;
  }

  void end() {
    if (bytes.hasRemaining()) {
      throw new ProtocolException(
          "a message has " + bytes.remaining() + " bytes more than its parts need");
    }
  }

  private void need(int count) {
    if (bytes.remaining() < count) {
      throw new ProtocolException(
          "a message ends early: found " + bytes.remaining() + " bytes, expected " + count);
    }
  }
}
