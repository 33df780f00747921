package dev.keyfold.redis.command;

import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.redis.state.Glob;
import dev.keyfold.store.Slice;
import org.jspecify.annotations.Nullable;

/**
 * What SCAN, HSCAN, SSCAN and ZSCAN are asked for, and where they stand. Read in two steps, as
 * Redis does: the cursor before the key is looked at, the options afterwards.
 *
 * <pre>{@code
 * ScanRequest scan = ScanRequest.at(call, 2);
 * scan.options(3);
 * scan.begin();
 * hashes.forEach(name, scan.after(), (field, value) -> {
 *   if (scan.shows(field)) {
 *     scan.element(field);
 *     scan.element(value);
 *   }
 *   return scan.more(field);
 * });
 * scan.end();
 * }</pre>
 *
 * <p>For one command on the loop thread.
 */
public final class ScanArguments {
  private static final long DEFAULT_COUNT = 10;

  private final Call call;
  private final byte @Nullable [] after;
  private byte @Nullable [] pattern;
  private byte @Nullable [] type;
  private long count = DEFAULT_COUNT;
  private long seen;
  private long elements;
  private byte @Nullable [] position;
  private int mark;

  private ScanArguments(Call call, byte @Nullable [] after) {
    this.call = call;
    this.after = after;
  }

  /** With the cursor among the arguments; else {@code ERR invalid cursor}. */
  public static ScanArguments at(Call call, int cursorAt) {
    byte[] text = call.arg(cursorAt);
    // As C reads a number, no digits are 0.
    if (text.length == 0 || (text.length == 1 && text[0] == '0')) {
      return new ScanArguments(call, null);
    }
    byte[] position =
        Arguments.isInteger(text) ? call.cursors().find(Arguments.integer(text)) : null;
    if (position == null) {
      throw CommandException.err("invalid cursor");
    }
    return new ScanArguments(call, position);
  }

  /** Reads MATCH and COUNT from that argument on. */
  public void options(int from) {
    options(from, false);
  }

  /** Reads MATCH, COUNT and, if it may be there, TYPE. */
  public void options(int from, boolean withType) {
    for (int i = from; i < call.count(); i += 2) {
      boolean last = i + 1 == call.count();
      if (!last && call.is(i, "count")) {
        count = call.integer(i + 1);
        if (count < 1) {
          throw CommandException.syntax();
        }
      } else if (!last && call.is(i, "match")) {
        pattern = call.arg(i + 1);
      } else if (!last && withType && call.is(i, "type")) {
        type = call.arg(i + 1);
      } else {
        throw CommandException.syntax();
      }
    }
  }

  /** The element after which the scan continues; null for the first. */
  public byte @Nullable [] after() {
    return after;
  }

  /** The TYPE option, in any case; null for any type. */
  public byte @Nullable [] type() {
    return type;
  }

  /** The MATCH option; null for none. */
  public byte @Nullable [] pattern() {
    return pattern;
  }

  /** Whether the pattern, if any, lets it through. */
  public boolean shows(Slice name) {
    return pattern == null || Glob.matches(pattern, name.toArray());
  }

  /** Begins the reply; from here on it only grows. */
  public void begin() {
    mark = call.reply().mark();
  }

  /** Adds an element to the reply. */
  public void element(Slice bytes) {
    call.reply().bulk(bytes.array(), bytes.offset(), bytes.length());
    elements++;
  }

  /** Adds an element to the reply. */
  public void element(byte[] bytes) {
    call.reply().bulk(bytes);
    elements++;
  }

  /**
   * To be called for every element read, shown or not; returns whether to continue. After COUNT
   * elements, the cursor is set after this one.
   */
  public boolean more(Slice name) {
    if (++seen < count) {
      return true;
    }
    position = name.toArray();
    return false;
  }

  /** Puts cursor and array head before the elements. */
  public void end() {
    long cursor = position == null ? 0 : call.cursors().remember(position);
    String digits = Long.toString(cursor);
    String head = "*2\r\n$" + digits.length() + "\r\n" + digits + "\r\n*" + elements + "\r\n";
    call.reply().rawAt(mark, ByteKey.of(head));
  }

  /** The reply of a scan over nothing. */
  public void nothing() {
    ReplyWriter reply = call.reply();
    reply.array(2);
    reply.bulk(0);
    reply.array(0);
  }
}
