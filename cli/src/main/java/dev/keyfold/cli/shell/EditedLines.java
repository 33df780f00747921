package dev.keyfold.cli.shell;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.UserInterruptException;

/**
 * Lines that a person edits, as a stream: each read that finds nothing left asks for the next line,
 * so the prompt appears when the server has run the line before. Not thread-safe.
 */
final class EditedLines extends InputStream {
  private static final String GIVEN_UP = "#"; // a comment

  private final LineReader reader;
  private byte[] line = new byte[0];
  private int at;

  EditedLines(LineReader reader) {
    this.reader = reader;
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) {
    if (at == line.length) {
      String next;
      try {
        next = reader.readLine(ShellTerminal.PROMPT);
      } catch (UserInterruptException e) {
        next = GIVEN_UP;
      } catch (EndOfFileException e) {
        return -1;
      }
      line = (next + "\n").getBytes(StandardCharsets.UTF_8);
      at = 0;
    }
    int count = Math.min(length, line.length - at);
    System.arraycopy(line, at, bytes, offset, count);
    at += count;
    return count;
  }
}
