package dev.keyfold.redis.golden;

import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A client that shows replies as golden files do, one line of text each:
 *
 * <pre>
 *   OK                    a simple string
 *   "a\x00b"              a bulk string
 *   5                     an integer
 *   (nil) (nil array)     nothing
 *   (error) ERR text      an error
 *   ["a", 5, [1, 2]]      an array; {~ } a set, {"k": "v"} a map, {> } a push
 *   (double) 1.5          and other types of version 3 likewise
 * </pre>
 *
 * <p>Text is one byte to a character. Not thread-safe.
 */
final class TranscriptClient implements AutoCloseable {
  private final RespClient wire;

  TranscriptClient(int port) throws IOException {
    wire = RespClient.to(port);
  }

  String call(List<String> words) throws IOException {
    send(words);
    return read();
  }

  String call(String... words) throws IOException {
    return call(List.of(words));
  }

  void send(List<String> words) throws IOException {
    wire.send(words.toArray(String[]::new));
  }

  String read() throws IOException {
    String line = wire.line();
    char kind = line.charAt(0);
    String head = line.substring(1);
    return switch (kind) {
      case '+' -> head;
      case '-' -> "(error) " + head;
      case ':' -> head;
      case '$' -> head.equals("-1") ? "(nil)" : quote(wire.bulk(Integer.parseInt(head)));
      case '=' -> "(verbatim) " + quote(wire.bulk(Integer.parseInt(head)));
      case '*' -> head.equals("-1") ? "(nil array)" : "[" + elements(head, 1) + "]";
      case '~' -> "{~" + elements(head, 1) + "}";
      case '>' -> "{>" + elements(head, 1) + "}";
      case '%' -> "{" + elements(head, 2) + "}";
      case '_' -> "(nil)";
      case ',' -> "(double) " + head;
      case '#' -> "(bool) " + head;
      case '(' -> "(big) " + head;
      default -> throw new IOException("no reply begins with " + kind);
    };
  }

  /** The next reply as lists of texts and lists, whatever their kinds are; null for nothing. */
  Object tree() throws IOException {
    String line = wire.line();
    char kind = line.charAt(0);
    String head = line.substring(1);
    if (kind == '$') {
      return head.equals("-1") ? null : wire.bulk(Integer.parseInt(head));
    }
    if (kind != '*') {
      return head;
    }
    List<Object> elements = new ArrayList<>();
    for (int i = Integer.parseInt(head); i > 0; i--) {
      elements.add(tree());
    }
    return elements;
  }

  private String elements(String head, int each) throws IOException {
    List<String> parts = new ArrayList<>();
    for (int i = Integer.parseInt(head); i > 0; i--) {
      parts.add(each == 2 ? read() + ": " + read() : read());
    }
    return String.join(", ", parts);
  }

  static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c >= ' ' && c < 0x7f) {
        quoted.append(c);
      } else {
        quoted.append(String.format("\\x%02x", (int) c));
      }
    }
    return quoted.append('"').toString();
  }

  @Override
  public void close() throws IOException {
    wire.close();
  }
}
