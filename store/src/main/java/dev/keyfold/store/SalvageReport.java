package dev.keyfold.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Stores#salvage} has copied and what it has not.
 *
 * @param entries how many entries were copied
 * @param uncertain how many of them lie in a range of {@code losses}: what was lost there may have
 *     changed or deleted them
 * @param losses what could not be read
 * @param notes what was found and cost nothing
 */
public record SalvageReport(long entries, long uncertain, List<Loss> losses, List<String> notes) {
  /**
   * Something that could not be read. Every key that is missing from the copy, or has an older
   * value there, lies in such a range.
   *
   * @param file the name of the file
   * @param why what was found
   * @param from the first key that may be affected
   * @param to the first key after those; null: all keys from {@code from} on
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Loss(String file, String why, byte[] from, byte @Nullable [] to) {}

  /** Copies. */
  public SalvageReport {
    losses = List.copyOf(losses);
    notes = List.copyOf(notes);
  }

  /** Whether everything was copied. */
  public boolean isComplete() {
    return losses.isEmpty();
  }
}
