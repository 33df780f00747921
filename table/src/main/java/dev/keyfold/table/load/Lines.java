package dev.keyfold.table.load;

import dev.keyfold.table.entry.JsonText;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Lines of a stream as slices of one buffer: no copy, no limit on their number, and a limit on the
 * length of each. A line ends with LF or CRLF; the last one may end with the stream. A byte order
 * mark before the first line is passed over. Not thread-safe.
 *
 * <pre>
 * buffer:   ... | line | LF | not yet looked at | free
 *             start   end  next               filled
 * </pre>
 */
public final class Lines {
  /** Longest line in bytes: the longest key in hexadecimal or JSON escapes, and room to spare. */
  public static final int LONGEST = JsonText.LONGEST;

  private static final int FIRST_SIZE = 1 << 16;

  private final InputStream in;
  private final Runnable beforeRead;
  private final int longest;
  private byte[] buffer;
  private int start;
  private int end;
  private int next;
  private int filled;
  private long number;
  private long base; // offset in the stream of buffer[0]
  private boolean tooLong;

  /**
   * @param beforeRead called before each read that may wait: the chance to show what was done so
   *     far
   */
  public Lines(InputStream in, Runnable beforeRead) {
    this(in, beforeRead, LONGEST);
  }

  /** With another limit for the length of a line, in bytes. */
  public Lines(InputStream in, Runnable beforeRead, int longest) {
    this.in = in;
    this.beforeRead = beforeRead;
    this.longest = longest;
    this.buffer = new byte[Math.min(FIRST_SIZE, longest + 2)];
  }

  /** Moves to the next line; false at the end of the stream. */
  public boolean next() throws IOException {
    start = next;
    tooLong = false;
    int at = lineFeed(start);
    while (at < 0) {
      int seen = filled - start;
      if (seen > longest + 1) { // neither LF nor CRLF can make this short enough
        tooLong = true;
        base += filled - start;
        filled = start;
        seen = 0;
      }
      if (!fill()) {
        if (filled == start && !tooLong) {
          return false;
        }
        at = filled;
        break;
      }
      at = lineFeed(start + seen);
    }
    number++;
    next = Math.min(at + 1, filled);
    trim(at);
    return true;
  }

  private void trim(int lineFeed) {
    end = lineFeed > start && buffer[lineFeed - 1] == '\r' ? lineFeed - 1 : lineFeed;
    tooLong |= end - start > longest;
    if (number == 1
        && end - start >= 3
        && buffer[start] == (byte) 0xEF
        && buffer[start + 1] == (byte) 0xBB
        && buffer[start + 2] == (byte) 0xBF) {
      start += 3;
    }
  }

  private int lineFeed(int from) {
    byte[] bytes = buffer;
    for (int i = from; i < filled; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  /** Reads more after what is there; false at the end of the stream. */
  private boolean fill() throws IOException {
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, filled - start);
      base += start;
      filled -= start;
      next = Math.max(0, next - start);
      start = 0;
    }
    if (filled == buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.min(buffer.length * 2, longest + 2));
    }
    beforeRead.run();
    int count = in.read(buffer, filled, buffer.length - filled);
    if (count <= 0) {
      return false;
    }
    filled += count;
    return true;
  }

  /** Whether this is the last line. Asking gives up the line's bytes, so ask of an empty one. */
  public boolean isLast() throws IOException {
    if (next < filled) {
      return false;
    }
    start = next;
    boolean more = fill();
    next = start;
    end = start;
    return !more;
  }

  /** Number of the line, counted from 1. */
  public long number() {
    return number;
  }

  /** Where in the stream the next line begins. */
  public LinePosition position() {
    return new LinePosition(number, base + next);
  }

  /** Continues at a later place of the stream, as {@link #position} gave it. */
  public void skipTo(LinePosition position) throws IOException {
    long ahead = position.offset() - (base + next);
    if (ahead <= filled - next) {
      next += (int) ahead;
    } else {
      in.skipNBytes(ahead - (filled - next));
      base = position.offset();
      next = 0;
      filled = 0;
    }
    start = next;
    end = next;
    number = position.lines();
  }

  /** Whether the line is longer than the limit; its bytes are gone then. */
  public boolean isTooLong() {
    return tooLong;
  }

  /** The buffer that holds the line, until the next call of {@link #next}. */
  public byte[] buffer() {
    return buffer;
  }

  /** Where the line starts in {@link #buffer}. */
  public int start() {
    return start;
  }

  /** Where the line ends in {@link #buffer}, its line break left out. */
  public int end() {
    return end;
  }
}
