package dev.keyfold.table.load;

/**
 * The progress of an import or export.
 *
 * @param rows rows written so far, also by the runs before that were resumed
 * @param bad records that were none
 * @param position where in the stream; of an export the start
 */
public record LoadProgress(long rows, long bad, LinePosition position) {
  /** Nothing done yet. */
  public static final LoadProgress NONE = new LoadProgress(0, 0, LinePosition.START);
}
