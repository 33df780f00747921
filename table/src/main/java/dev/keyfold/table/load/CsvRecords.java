package dev.keyfold.table.load;

import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.JsonText;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Comma-separated values, RFC 4180, taken apart. All that matters to the format is ASCII, so bytes
 * are looked at and only whole values become text. Not thread-safe.
 *
 * <pre>
 *             ,                    byte                  "
 *   START  ------> START    START ------> PLAIN   START ------> QUOTED
 *   PLAIN  ------> START    PLAIN ------> PLAIN   PLAIN ------> wrong
 *   QUOTED ------> QUOTED   QUOTED -----> QUOTED  QUOTED -----> CLOSED
 *   CLOSED ------> START    CLOSED -----> wrong   CLOSED -----> QUOTED, a quote in the value
 * </pre>
 *
 * <p>A line feed ends the record, except in QUOTED. A record that is wrong is read to its end like
 * any other: what might be the inside of a value is never taken for a record of its own.
 */
final class CsvRecords {
  private enum State {
    START,
    PLAIN,
    QUOTED,
    CLOSED,
    /** After a carriage return after a closing quote. */
    ENDING
  }

  private final InputStream in;
  private final Runnable beforeRead;
  private final int longest;
  private final byte[] buffer = new byte[1 << 16];
  private int next;
  private int filled;
  private long base; // offset in the stream of buffer[0]
  private long lines; // line feeds before next
  private long first;

  private final List<String> values = new ArrayList<>();
  private byte[] value = new byte[256];
  private int length;
  private int size; // bytes of the record's values so far
  private @Nullable String wrong;

  CsvRecords(InputStream in, Runnable beforeRead, int longest) {
    this.in = in;
    this.beforeRead = beforeRead;
    this.longest = longest;
  }

  /**
   * The values of the next record, null for one that is empty and not in quotes; null at the end of
   * the stream. The list is valid until the next call.
   */
  @Nullable List<String> next() throws IOException {
    values.clear();
    length = 0;
    size = 0;
    wrong = null;
    first = lines + 1;
    if (base == 0 && next == 0) {
      skipByteOrderMark();
    }
    int b = take();
    if (b < 0) {
      return null;
    }
    State state = State.START;
    while (b >= 0 && (b != '\n' || state == State.QUOTED)) {
      state = step(state, b);
      b = take();
    }
    if (state == State.QUOTED) {
      complain("found a value without its closing quote, expected one");
    }
    boolean quoted = state != State.START && state != State.PLAIN;
    if (!quoted && length > 0 && value[length - 1] == '\r') {
      length--; // the first half of CRLF
    }
    endValue(quoted);
    if (wrong != null) {
      throw new BadInputException(
          wrong + (lines > first ? "; the record goes on to line " + lines : ""));
    }
    return values;
  }

  private State step(State state, int b) {
    switch (state) {
      case START, PLAIN -> {
        if (b == ',') {
          endValue(false);
          return State.START;
        }
        if (b == '"' && state == State.START) {
          return State.QUOTED;
        }
        if (b == '"') {
          complain("found a quote in a value without quotes, expected quotes around all of it");
        }
        keep(b);
        return State.PLAIN;
      }
      case QUOTED -> {
        if (b == '"') {
          return State.CLOSED;
        }
        keep(b);
        return State.QUOTED;
      }
      case CLOSED -> {
        if (b == '"') {
          keep(b);
          return State.QUOTED;
        }
        if (b == ',') {
          endValue(true);
          return State.START;
        }
        if (b == '\r') {
          return State.ENDING;
        }
        complain("found more after the closing quote, expected a comma or the end of the line");
        return State.PLAIN;
      }
      case ENDING -> {
        complain("found more after the closing quote, expected a comma or the end of the line");
        return State.PLAIN;
      }
    }
    throw new IllegalStateException(state.toString());
  }

  private void endValue(boolean quoted) {
    if (size > longest) {
      complain("found a record of more than " + longest + " bytes, expected at most that many");
    } else if (length == 0 && !quoted) {
      values.add(null);
    } else {
      try {
        values.add(JsonText.utf8(value, 0, length));
      } catch (BadInputException e) {
        complain(e.getMessage());
        values.add(null);
      }
    }
    length = 0;
  }

  private void complain(@Nullable String message) {
    if (wrong == null) {
      wrong = "value " + (values.size() + 1) + ": " + message;
    }
  }

  private void keep(int b) {
    if (size++ > longest) {
      return;
    }
    if (length == value.length) {
      value = Arrays.copyOf(value, length * 2);
    }
    value[length++] = (byte) b;
  }

  private int take() throws IOException {
    if (next == filled && !fill()) {
      return -1;
    }
    int b = buffer[next++] & 0xFF;
    if (b == '\n') {
      lines++;
    }
    return b;
  }

  private boolean fill() throws IOException {
    base += filled;
    next = 0;
    filled = 0;
    beforeRead.run();
    int count = in.read(buffer, 0, buffer.length);
    if (count <= 0) {
      return false;
    }
    filled = count;
    return true;
  }

  private void skipByteOrderMark() throws IOException {
    while (filled < 3) {
      beforeRead.run();
      int count = in.read(buffer, filled, buffer.length - filled);
      if (count <= 0) {
        return;
      }
      filled += count;
    }
    if (buffer[0] == (byte) 0xEF && buffer[1] == (byte) 0xBB && buffer[2] == (byte) 0xBF) {
      next = 3;
    }
  }

  /** Whether nothing is left. */
  boolean isEnd() throws IOException {
    return next == filled && !fill();
  }

  /** The line on which the last record began. */
  long line() {
    return first;
  }

  LinePosition position() {
    return new LinePosition(lines, base + next);
  }

  void skipTo(LinePosition position) throws IOException {
    long ahead = position.offset() - (base + next);
    if (ahead <= filled - next) {
      next += (int) ahead;
    } else {
      in.skipNBytes(ahead - (filled - next));
      base = position.offset();
      next = 0;
      filled = 0;
    }
    lines = position.lines();
  }
}
