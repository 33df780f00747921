package dev.keyfold.redis.resp;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reply that was read back from the protocol, version 2 or 3. Immutable; the arrays are shared.
 */
public final class Reply {
  /** What a reply is. */
  public enum Kind {
    STATUS,
    ERROR,
    INTEGER,
    STRING,
    VERBATIM,
    DOUBLE,
    BOOLEAN,
    BIG_NUMBER,
    NIL,
    ARRAY,
    SET,
    MAP,
    PUSH
  }

  private static final byte[] NOTHING = {};
  private static final int FORMAT_BYTES = 4; // "txt:" before a verbatim string

  private final Kind kind;
  private final byte[] bytes;
  private final List<Reply> elements;

  private Reply(Kind kind, byte[] bytes, List<Reply> elements) {
    this.kind = kind;
    this.bytes = bytes;
    this.elements = elements;
  }

  /** An error of the session itself. */
  public static Reply error(String text) {
    return new Reply(Kind.ERROR, text.getBytes(StandardCharsets.UTF_8), List.of());
  }

  /** All replies in the bytes, one after another. */
  public static List<Reply> all(byte[] replies) {
    List<Reply> all = new ArrayList<>();
    Parser parser = new Parser(replies);
    while (parser.at < replies.length) {
      Reply reply = parser.read();
      if (reply != null) {
        all.add(reply);
      }
    }
    return all;
  }

  public Kind kind() {
    return kind;
  }

  /** The content of everything but nil and collections. */
  public byte[] bytes() {
    return bytes;
  }

  /** The content as text. */
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The elements of a collection; of a map, keys and values alternate. */
  public List<Reply> elements() {
    return elements;
  }

  public boolean isError() {
    return kind == Kind.ERROR;
  }

  @Override
  public String toString() {
    return ReplyText.of(this);
  }

  /** Reads what {@link ReplyWriter} has written, so it expects no malformed bytes. */
  private static final class Parser {
    final byte[] from;
    int at;

    Parser(byte[] from) {
      this.from = from;
    }

    /** Null for an attribute, which is about the reply after it. */
    @Nullable Reply read() {
      char type = (char) from[at++];
      byte[] line = line();
      return switch (type) {
        case '+' -> new Reply(Kind.STATUS, line, List.of());
        case '-' -> new Reply(Kind.ERROR, line, List.of());
        case ':' -> new Reply(Kind.INTEGER, line, List.of());
        case ',' -> new Reply(Kind.DOUBLE, line, List.of());
        case '#' -> new Reply(Kind.BOOLEAN, line, List.of());
        case '(' -> new Reply(Kind.BIG_NUMBER, line, List.of());
        case '_' -> nil();
        case '$' -> line[0] == '-' ? nil() : new Reply(Kind.STRING, bulk(line, 0), List.of());
        case '=' -> new Reply(Kind.VERBATIM, bulk(line, FORMAT_BYTES), List.of());
        case '*' -> line[0] == '-' ? nil() : collection(Kind.ARRAY, number(line));
        case '~' -> collection(Kind.SET, number(line));
        case '>' -> collection(Kind.PUSH, number(line));
        case '%' -> collection(Kind.MAP, number(line) * 2);
        case '|' -> {
          var unused = collection(Kind.MAP, number(line) * 2);
          yield null;
        }
        default -> throw new IllegalStateException("no reply begins with " + type);
      };
    }

    private static Reply nil() {
      return new Reply(Kind.NIL, NOTHING, List.of());
    }

    private byte[] line() {
      int start = at;
      while (from[at] != '\r') {
        at++;
      }
      byte[] line = Arrays.copyOfRange(from, start, at);
      at += 2;
      return line;
    }

    private static int number(byte[] line) {
      return Integer.parseInt(new String(line, StandardCharsets.US_ASCII));
    }

    private byte[] bulk(byte[] line, int skip) {
      int length = number(line);
      byte[] bytes = Arrays.copyOfRange(from, at + skip, at + length);
      at += length + 2;
      return bytes;
    }

    private Reply collection(Kind kind, int count) {
      List<Reply> elements = new ArrayList<>(count);
      while (elements.size() < count) {
        Reply element = read();
        if (element != null) {
          elements.add(element);
        }
      }
      return new Reply(kind, NOTHING, elements);
    }
  }
}
