package dev.keyfold.testkit;

import java.io.BufferedInputStream;
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
 * A client of the Redis protocol that shows replies as text, each type with its prefix. {@code
 * +OK}, {@code -ERR ...}, {@code :1}, strings as they are, {@code null}, {@code [a, b]}, {@code {k,
 * v}}, {@code >[a, b]}.
 */
public final class RespClient implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  /** Over a connected socket. */
  public RespClient(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  /** To a port of this machine. */
  public static RespClient to(int port) throws IOException {
    return new RespClient(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  /** Sends bytes as they are, one to a character. */
  public void raw(String bytes) throws IOException {
    out.write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  /** Sends bytes as they are. */
  public void raw(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  /** Sends a command. */
  public void send(String... words) throws IOException {
    raw(encode(words));
  }

  /** A command as it is sent. */
  public static String encode(String... words) {
    StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
    for (String word : words) {
      text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
    }
    return text.toString();
  }

  /** Sends a command and waits for its reply. */
  public String call(String... words) throws IOException {
    send(words);
    return read();
  }

  /** The next reply. */
  public String read() throws IOException {
    String line = line();
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+', '-', ':', ',', '(', '#' -> line;
      case '_' -> "null";
      case '$', '=' -> rest.equals("-1") ? "null" : bulk(Integer.parseInt(rest));
      case '*' -> rest.equals("-1") ? "null" : elements(Integer.parseInt(rest)).toString();
      case '~' -> "~" + elements(Integer.parseInt(rest));
      case '>' -> ">" + elements(Integer.parseInt(rest));
      case '%' -> {
        String all = elements(2 * Integer.parseInt(rest)).toString();
        yield "{" + all.substring(1, all.length() - 1) + "}";
      }
      default -> throw new IOException("no reply begins so: " + line);
    };
  }

  private List<String> elements(int count) throws IOException {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(read());
    }
    return all;
  }

  /** The next string of that length, one byte to a character, and its line end. */
  public String bulk(int length) throws IOException {
    byte[] bytes = in.readNBytes(length + 2);
    if (bytes.length < length + 2) {
      throw new EOFException("closed in the middle of a string");
    }
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }

  /** The next line without its end: the type of a reply and its value or length. */
  public String line() throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      int c = in.read();
      if (c < 0) {
        throw new EOFException("closed after '" + line + "'");
      }
      if (c == '\r') {
        if (in.read() != '\n') {
          throw new IOException("a line ends with both bytes");
        }
        return line.toString();
      }
      line.append((char) c);
    }
  }

  /** Whether the server has closed the connection; waits for it. */
  public boolean isClosed() throws IOException {
    try {
      return in.read() < 0;
    } catch (java.net.SocketException reset) {
      return true;
    }
  }

  /** Reads everything up to the end of the connection; one byte to a character. */
  public String readToEnd() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  /** Says that nothing more will be sent. */
  public void finish() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
