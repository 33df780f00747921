package dev.keyfold.table.load;

/**
 * A place in a stream between two lines.
 *
 * @param lines number of lines before it
 * @param offset number of bytes before it
 */
public record LinePosition(long lines, long offset) {
  /** Before everything. */
  public static final LinePosition START = new LinePosition(0, 0);
}
