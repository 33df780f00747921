package dev.keyfold.redis.resp;

import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits a line into words as Redis does: blanks separate, {@code "..."} understands {@code \n \r
 * \t \b \a \xHH} and a backslash before anything else, {@code '...'} only {@code \'}. A closing
 * quote must be followed by a blank or the end.
 */
public final class InlineWords {
  private final byte[] line;
  private int at;

  private InlineWords(byte[] line) {
    this.line = line;
  }

  /** Adds the line's words; false if a quote is not closed, or closed in the middle of a word. */
  public static boolean split(byte[] line, List<byte[]> words) {
    InlineWords rest = new InlineWords(line);
    while (rest.skipBlanks()) {
      byte[] word = rest.word();
      if (word == null) {
        return false;
      }
      words.add(word);
    }
    return true;
  }

  private boolean skipBlanks() {
    while (at < line.length && isBlank(line[at])) {
      at++;
    }
    // As in C, a zero byte ends the line.
    return at < line.length && line[at] != 0;
  }

  private byte @Nullable [] word() {
    ByteArrayOutputStream word = new ByteArrayOutputStream();
    while (at < line.length && line[at] != 0 && !isBlank(line[at])) {
      int c = line[at++];
      if (c == '"') {
        return quoted(word) && closed() ? word.toByteArray() : null;
      }
      if (c == '\'') {
        return verbatim(word) && closed() ? word.toByteArray() : null;
      }
      word.write(c);
    }
    return word.toByteArray();
  }

  private boolean closed() {
    return at == line.length || isBlank(line[at]);
  }

  private boolean quoted(ByteArrayOutputStream word) {
    while (at < line.length) {
      int c = line[at++];
      if (c == '"') {
        return true;
      }
      if (c != '\\' || at == line.length) {
        word.write(c);
        continue;
      }
      int escaped = line[at++];
      if (escaped == 'x' && at + 1 < line.length && hex(line[at]) >= 0 && hex(line[at + 1]) >= 0) {
        word.write(hex(line[at]) << 4 | hex(line[at + 1]));
        at += 2;
        continue;
      }
      word.write(
          switch (escaped) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'a' -> 7;
            default -> escaped;
          });
    }
    return false;
  }

  private boolean verbatim(ByteArrayOutputStream word) {
    while (at < line.length) {
      int c = line[at++];
      if (c == '\'') {
        return true;
      }
      if (c == '\\' && at < line.length && line[at] == '\'') {
        c = line[at++];
      }
      word.write(c);
    }
    return false;
  }

  private static int hex(byte b) {
    return Character.digit(b, 16);
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || (b >= '\t' && b <= '\r');
  }
}
