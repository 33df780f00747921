package dev.keyfold.redis.state;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The slowest of the last commands, newest first. */
public final class Slowlog {
  private static final int MOST_ARGUMENTS = 32;
  private static final int MOST_BYTES = 128;

  /** An empty log. */
  public Slowlog() {}

  /**
   * One slow command.
   *
   * @param id a sequence number
   * @param seconds when it ran
   * @param micros its duration
   * @param arguments shortened
   * @param address of the client
   * @param name of the client
   */
  public record Entry(
      long id, long seconds, long micros, List<byte[]> arguments, String address, String name) {}

  private final ArrayDeque<Entry> entries = new ArrayDeque<>();
  private long nextId;

  /** Adds a command and removes the oldest beyond the length. */
  public void add(
      long seconds, long micros, byte[][] arguments, String address, String name, long length) {
    entries.addFirst(new Entry(nextId++, seconds, micros, shortened(arguments), address, name));
    trim(length);
  }

  /** Removes the oldest beyond the length. */
  public void trim(long length) {
    while (entries.size() > length) {
      entries.removeLast();
    }
  }

  private static List<byte[]> shortened(byte[][] arguments) {
    int count = Math.min(arguments.length, MOST_ARGUMENTS);
    List<byte[]> shortened = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      if (i == MOST_ARGUMENTS - 1 && arguments.length > MOST_ARGUMENTS) {
        int rest = arguments.length - MOST_ARGUMENTS + 1;
        shortened.add(ByteKey.of("... (" + rest + " more arguments)"));
      } else if (arguments[i].length > MOST_BYTES) {
        int rest = arguments[i].length - MOST_BYTES;
        shortened.add(
            ByteKey.of(
                ByteKey.text(java.util.Arrays.copyOf(arguments[i], MOST_BYTES))
                    + "... ("
                    + rest
                    + " more bytes)"));
      } else {
        shortened.add(arguments[i]);
      }
    }
    return shortened;
  }

  /** Newest first. */
  public Iterable<Entry> entries() {
    return entries;
  }

  /** The number of entries. */
  public int size() {
    return entries.size();
  }

  /** Deletes all entries. */
  public void clear() {
    entries.clear();
  }
}
