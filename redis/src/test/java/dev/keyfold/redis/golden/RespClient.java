package dev.keyfold.redis.golden;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A client that shows replies as one line of text each:
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
 * <p>Text is one byte to a character. For one thread.
 */
final class RespClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  RespClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  String call(List<String> words) throws IOException {
    send(words);
    return read();
  }

  String call(String... words) throws IOException {
    return call(List.of(words));
  }

  void send(List<String> words) throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.writeBytes(bytes("*" + words.size() + "\r\n"));
    for (String word : words) {
      frame.writeBytes(bytes("$" + word.length() + "\r\n" + word + "\r\n"));
    }
    out.write(frame.toByteArray());
    out.flush();
  }

  String read() throws IOException {
    int kind = in.read();
    String head = line();
    return switch (kind) {
      case '+' -> head;
      case '-' -> "(error) " + head;
      case ':' -> head;
      case '$' -> head.equals("-1") ? "(nil)" : quote(bulk(Integer.parseInt(head)));
      case '=' -> "(verbatim) " + quote(bulk(Integer.parseInt(head)));
      case '*' -> head.equals("-1") ? "(nil array)" : "[" + elements(head, 1) + "]";
      case '~' -> "{~" + elements(head, 1) + "}";
      case '>' -> "{>" + elements(head, 1) + "}";
      case '%' -> "{" + elements(head, 2) + "}";
      case '_' -> "(nil)";
      case ',' -> "(double) " + head;
      case '#' -> "(bool) " + head;
      case '(' -> "(big) " + head;
      default -> throw new IOException("no reply begins with byte " + kind);
    };
  }

  /** The next reply as lists of texts and lists, whatever their kinds are; null for nothing. */
  Object tree() throws IOException {
    int kind = in.read();
    String head = line();
    if (kind == '$') {
      return head.equals("-1") ? null : bulk(Integer.parseInt(head));
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

  private String line() throws IOException {
    StringBuilder text = new StringBuilder();
    int c = in.read();
    while (c != '\r') {
      if (c < 0) {
        throw new EOFException("the server has closed the connection");
      }
      text.append((char) c);
      c = in.read();
    }
    in.read();
    return text.toString();
  }

  private String bulk(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    in.skipNBytes(2);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
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
    socket.close();
  }
}
