package dev.keyfold.server.resp;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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
  private static final int FIRST_ARGUMENTS = 1024;

  private final RequestLimits limits;
  private byte[][] arguments = NONE;
  private int expected;
  private int found;
  private int bulkLength = -1;
  private long pendingBytes;

  /** A reader that has seen nothing yet. */
  public RequestReader(RequestLimits limits) {
    this.limits = limits;
  }

  /**
   * The next command, or null when the buffer does not hold all of it yet. The buffer's reader
   * index moves behind what was understood. Never empty: empty lines and empty counts are skipped.
   */
  public byte[][] read(ByteBuf in) {
    while (expected > 0 || in.isReadable()) {
      if (expected == 0) {
        if (in.getByte(in.readerIndex()) != '*') {
          byte[][] inline = readInline(in);
          if (inline == null || inline.length > 0) {
            return inline;
          }
          continue;
        }
        if (!readCount(in)) {
          return null;
        }
        continue;
      }
      if (!readArguments(in)) {
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

  /** How many bytes the argument under way still needs in the buffer, 0 if that is not known. */
  public int bytesWanted() {
    return expected > 0 && bulkLength >= 0 ? bulkLength + 2 : 0;
  }

  private boolean readCount(ByteBuf in) {
    int end = lineEnd(in, "too big mbulk count string");
    if (end < 0) {
      return false;
    }
    long count = number(in, in.readerIndex() + 1, end, "invalid multibulk length");
    in.readerIndex(end + 2);
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

  private boolean readArguments(ByteBuf in) {
    while (found < expected) {
      if (bulkLength < 0 && !readLength(in)) {
        return false;
      }
      if (in.readableBytes() < bulkLength + 2) {
        return false;
      }
      byte[] argument = new byte[bulkLength];
      in.readBytes(argument);
      in.skipBytes(2);
      if (found == arguments.length) {
        arguments = Arrays.copyOf(arguments, (int) Math.min(expected, found * 2L));
      }
      arguments[found++] = argument;
      pendingBytes += bulkLength;
      bulkLength = -1;
    }
    return true;
  }

  private boolean readLength(ByteBuf in) {
    int end = lineEnd(in, "too big bulk count string");
    if (end < 0) {
      return false;
    }
    int first = in.getByte(in.readerIndex()) & 0xff;
    if (first != '$') {
      throw new ProtocolException("expected '$', got '" + (char) first + "'");
    }
    long length = number(in, in.readerIndex() + 1, end, "invalid bulk length");
    if (length < 0 || length > limits.bulkBytes() || length > Integer.MAX_VALUE - 64) {
      throw new ProtocolException("invalid bulk length");
    }
    if (length > RequestLimits.UNAUTHENTICATED_BULK_BYTES && limits.unauthenticated()) {
      throw new ProtocolException("unauthenticated bulk length");
    }
    in.readerIndex(end + 2);
    bulkLength = (int) length;
    return true;
  }

  /** Index of the line's carriage return, or -1 while it or the byte behind it is missing. */
  private static int lineEnd(ByteBuf in, String tooLong) {
    int from = in.readerIndex();
    int to = in.writerIndex();
    for (int i = from; i < to; i++) {
      if (in.getByte(i) == '\r') {
        return i + 1 < to ? i : -1;
      }
    }
    if (to - from > RequestLimits.LINE_BYTES) {
      throw new ProtocolException(tooLong);
    }
    return -1;
  }

  private static long number(ByteBuf in, int from, int to, String otherwise) {
    boolean negative = from < to && in.getByte(from) == '-';
    int i = negative ? from + 1 : from;
    if (i == to || to - i > 18) {
      throw new ProtocolException(otherwise);
    }
    long value = 0;
    for (; i < to; i++) {
      int digit = in.getByte(i) - '0';
      if (digit < 0 || digit > 9) {
        throw new ProtocolException(otherwise);
      }
      value = value * 10 + digit;
    }
    return negative ? -value : value;
  }

  private byte[][] readInline(ByteBuf in) {
    int from = in.readerIndex();
    int newline = in.indexOf(from, in.writerIndex(), (byte) '\n');
    if (newline < 0) {
      if (in.readableBytes() > RequestLimits.LINE_BYTES) {
        throw new ProtocolException("too big inline request");
      }
      return null;
    }
    int end = newline > from && in.getByte(newline - 1) == '\r' ? newline - 1 : newline;
    byte[] line = new byte[end - from];
    in.readBytes(line);
    in.readerIndex(newline + 1);
    List<byte[]> words = new ArrayList<>();
    if (!InlineWords.split(line, words)) {
      throw new ProtocolException("unbalanced quotes in request");
    }
    return words.toArray(NONE);
  }
}
