package dev.keyfold.console.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

/** Requests and answers as bytes on a socket, for tests that send what no client library would. */
final class RawHttp {
  private RawHttp() {}

  static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }

  static String post(String path, String length, boolean login) {
    String basic = Base64.getEncoder().encodeToString("ann:pw".getBytes(StandardCharsets.UTF_8));
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + (login ? "Authorization: Basic " + basic + "\r\n" : "")
        + length
        + "\r\n\r\n";
  }

  static String asAnn(String path) {
    return post(path, "X: y", true).replace("POST", "GET");
  }

  /** The next answer of the connection: status line, headers and body. */
  static String answer(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    String head = head(socket);
    String lower = head.toLowerCase(Locale.ROOT);
    int at = lower.indexOf("content-length: ");
    int length =
        at < 0 ? 0 : Integer.parseInt(lower.substring(at + 16, lower.indexOf('\r', at)).trim());
    return head + new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
  }

  /** Status line and headers; less if the connection ends before. */
  static String head(Socket socket) throws IOException {
    StringBuilder head = new StringBuilder();
    byte[] one = new byte[1];
    while (head.indexOf("\r\n\r\n") < 0 && drain(socket, one) > 0) {
      head.append((char) (one[0] & 0xff));
    }
    return head.toString();
  }

  /** What comes until the end, however it ends. */
  static long drain(Socket socket) throws IOException {
    byte[] buffer = new byte[1 << 16];
    long all = 0;
    int count = buffer.length;
    while (count == buffer.length) {
      count = drain(socket, buffer);
      all += count;
    }
    return all;
  }

  /** Fills the part; less if the end comes before, however it ends. */
  static int drain(Socket socket, byte[] part) throws IOException {
    int all = 0;
    try {
      int count = 0;
      while (count >= 0 && all < part.length) {
        count = socket.getInputStream().read(part, all, part.length - all);
        all += Math.max(0, count);
      }
    } catch (SocketException e) {
      // reset: an end, too
    }
    return all;
  }
}
