package dev.keyfold.table.load;

/**
 * A place in a stream between two lines.
 *
 * @param lines number of lines before it
 * @param offset number of bytes before it
 */
public record Position(long lines, long offset) {
  /** Before everything. */
  public static final Position START = new Position(0, 0);
}
