package dev.keyfold.redis.resp;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads commands from a connection's bytes, in either form:
 *
 * <pre>
 *   *2\r\n $3\r\n GET\r\n $1\r\n k\r\n      multibulk: a count, then each argument with its length
 *   GET "k\x00"\r\n                        inline: one line, words with shell-like quotes
 * </pre>
 *
 * <p>A command may arrive in any number of pieces: what was understood so far is kept here and not
 * read again, so that a large command in small pieces costs no more than one in a single piece. The
 * arguments are copies; the buffer stays the caller's. For one thread.
 */
public final class RequestReader {
  private static final byte[][] NONE = {};
  private static final byte[] NOTHING = {};
  private static final int FIRST_ARGUMENTS = 1024;

  /** An array's head and the reference to it. */
  private static final int ARGUMENT_BYTES = 24;

  private final RequestLimits limits;
  private byte[][] arguments = NONE;
  private int expected;
  private int found;
  private int bulkLength = -1;
  private long pendingBytes;

  /** What is being read, for the time of one call. */
  private byte[] bytes = NOTHING;

  private int at;
  private int end;

  /** A reader that has seen nothing yet. */
  public RequestReader(RequestLimits limits) {
    this.limits = limits;
  }

  /**
   * The next command, or null when the buffer does not hold all of it yet. The buffer, which has an
   * array, is read up to what was understood. Never empty: empty lines and empty counts are
   * skipped.
   */
  public byte @Nullable [][] read(ByteBuf in) {
    // The array itself: through the buffer every single byte would be checked twice.
    bytes = in.array();
    at = in.arrayOffset() + in.readerIndex();
    end = at + in.readableBytes();
    try {
      return read();
    } finally {
      in.readerIndex(at - in.arrayOffset());
      bytes = NOTHING;
    }
  }

  private byte @Nullable [][] read() {
    while (expected > 0 || at < end) {
      if (expected == 0) {
        if (bytes[at] != '*') {
          byte[][] inline = readInline();
          if (inline == null || inline.length > 0) {
            return inline;
          }
          continue;
        }
        if (!readCount()) {
          return null;
        }
        continue;
      }
      if (!readArguments()) {
        return null;
      }
      byte[][] complete = found == arguments.length ? arguments : Arrays.copyOf(arguments, found);
      arguments = NONE;
      expected = 0;
      found = 0;
      pendingBytes = 0;
      return complete;
    }
    return null;
  }

  /** Bytes of arguments of a command that is not complete yet. */
  public long pendingBytes() {
    return pendingBytes;
  }

  /**
   * Approximate memory of these arguments, which for many short ones is far more than their bytes.
   */
  public long pendingMemory() {
    return pendingBytes + (long) ARGUMENT_BYTES * found;
  }

  /** How many bytes the argument under way still needs in the buffer, 0 if that is not known. */
  public int bytesWanted() {
    return expected > 0 && bulkLength >= 0 ? bulkLength + 2 : 0;
  }

  private boolean readCount() {
    int lineEnd = lineEnd("too big mbulk count string");
    if (lineEnd < 0) {
      return false;
    }
    long count = number(at + 1, lineEnd, "invalid multibulk length");
    at = lineEnd + 2;
    if (count > limits.arguments()) {
      throw new ProtocolException("invalid multibulk length");
    }
    if (count > RequestLimits.UNAUTHENTICATED_ARGUMENTS && limits.unauthenticated()) {
      throw new ProtocolException("unauthenticated multibulk length");
    }
    if (count > 0) {
      expected = (int) count;
      // A count is only a promise: a client that announces a million gets room as it keeps it.
      arguments = new byte[Math.min(expected, FIRST_ARGUMENTS)][];
    }
    return true;
  }

  private boolean readArguments() {
    while (found < expected) {
      if (bulkLength < 0 && !readLength()) {
        return false;
      }
      if (end - at < bulkLength + 2) {
        return false;
      }
      byte[] argument = Arrays.copyOfRange(bytes, at, at + bulkLength);
      at += bulkLength + 2;
      if (found == arguments.length) {
        arguments = Arrays.copyOf(arguments, (int) Math.min(expected, found * 2L));
      }
      arguments[found++] = argument;
      pendingBytes += bulkLength;
      bulkLength = -1;
    }
    return true;
  }

  private boolean readLength() {
    int lineEnd = lineEnd("too big bulk count string");
    if (lineEnd < 0) {
      return false;
    }
    int first = bytes[at] & 0xff;
    if (first != '$') {
      throw new ProtocolException("expected '$', got '" + (char) first + "'");
    }
    long length = number(at + 1, lineEnd, "invalid bulk length");
    if (length < 0 || length > limits.bulkBytes() || length > Integer.MAX_VALUE - 64) {
      throw new ProtocolException("invalid bulk length");
    }
    if (length > RequestLimits.UNAUTHENTICATED_BULK_BYTES && limits.unauthenticated()) {
      throw new ProtocolException("unauthenticated bulk length");
    }
    at = lineEnd + 2;
    bulkLength = (int) length;
    return true;
  }

  /** Index of the line's carriage return, or -1 while it or the next byte is missing. */
  private int lineEnd(String tooLong) {
    for (int i = at; i < end; i++) {
      if (bytes[i] == '\r') {
        return i + 1 < end ? i : -1;
      }
    }
    if (end - at > RequestLimits.LINE_BYTES) {
      throw new ProtocolException(tooLong);
    }
    return -1;
  }

  private long number(int from, int to, String otherwise) {
    boolean negative = from < to && bytes[from] == '-';
    int i = negative ? from + 1 : from;
    if (i == to || to - i > 18) {
      throw new ProtocolException(otherwise);
    }
    long value = 0;
    for (; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        throw new ProtocolException(otherwise);
      }
      value = value * 10 + digit;
    }
    return negative ? -value : value;
  }

  private byte @Nullable [][] readInline() {
    int newline = at;
    while (newline < end && bytes[newline] != '\n') {
      newline++;
    }
    if (newline == end) {
      if (end - at > RequestLimits.LINE_BYTES) {
        throw new ProtocolException("too big inline request");
      }
      return null;
    }
    int lineEnd = newline > at && bytes[newline - 1] == '\r' ? newline - 1 : newline;
    byte[] line = Arrays.copyOfRange(bytes, at, lineEnd);
    at = newline + 1;
    List<byte[]> words = new ArrayList<>();
    if (!InlineWords.split(line, words)) {
      throw new ProtocolException("unbalanced quotes in request");
    }
    return words.toArray(NONE);
  }
}
