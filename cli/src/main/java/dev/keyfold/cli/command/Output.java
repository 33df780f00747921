package dev.keyfold.cli.command;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Buffered output. The buffer is written when it is large and ends with a complete line, as {@link
 * #endLine} marks it, or on {@link #flush}; so no line is split between two writes. Not
 * thread-safe.
 */
public final class Output extends OutputStream {
  private static final int FLUSH_AT = 1 << 16;
  private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private final OutputStream target;
  private byte[] buffer = new byte[1 << 13];
  private int length;

  public Output(OutputStream target) {
    this.target = target;
  }

  @Override
  public void write(int b) {
    ensure(1);
    buffer[length++] = (byte) b;
    if (b == '\n' && length >= FLUSH_AT) {
      flush();
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int count) {
    ensure(count);
    System.arraycopy(bytes, offset, buffer, length, count);
    length += count;
  }

  /**
   * A stream for binary output: buffers and writes any number of bytes, and reports failures
   * itself. Not to be closed, only flushed.
   */
  public OutputStream bytes() {
    flush();
    return new BufferedOutputStream(target, FLUSH_AT);
  }

  /** Where the output goes, after what was written so far. */
  public OutputStream target() {
    flush();
    return target;
  }

  /** Text in UTF-8. */
  public Output text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    write(bytes, 0, bytes.length);
    return this;
  }

  /** The first {@code count} bytes in hexadecimal. */
  public Output hex(byte[] bytes, int count) {
    ensure(count * 2);
    byte[] out = buffer;
    int at = length;
    for (int i = 0; i < count; i++) {
      out[at++] = DIGITS[(bytes[i] >> 4) & 15];
      out[at++] = DIGITS[bytes[i] & 15];
    }
    length = at;
    return this;
  }

  /** Ends a line, and writes out what has gathered if it is much. */
  public void endLine() {
    write('\n');
  }

  /** Writes out what has gathered; {@link UncheckedIOException} if that fails. */
  @Override
  public void flush() {
    int count = length;
    length = 0; // first, so that what cannot be written is not tried again on the way out
    if (count == 0) {
      return;
    }
    try {
      target.write(buffer, 0, count);
      target.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (buffer.length > FLUSH_AT * 4) {
      buffer = new byte[FLUSH_AT]; // one long line must not hold on to its memory
    }
  }

  @Override
  public void close() {
    flush();
  }

  private void ensure(int bytes) {
    if (buffer.length - length < bytes) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + bytes));
    }
  }
}
