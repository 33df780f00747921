package dev.keyfold.store;

/**
 * An iterator over the entries of a {@link Scan}. It starts before the first entry, reads the state
 * of the store at which it was opened, and must be closed: engines hold resources for it.
 *
 * <p>Not thread-safe. The slices belong to the cursor and are valid until its next step, its next
 * seek or its end; copy what must live longer.
 *
 * <pre>{@code
 * try (Cursor rows = store.scan(Scan.prefix(prefix).limit(100))) {
 *   while (rows.next()) {
 *     use(rows.key(), rows.value());
 *   }
 * }
 * }</pre>
 */
public interface Cursor extends AutoCloseable {
  /** Moves to the next entry; false at the end, and from then on. */
  boolean next();

  /** The key of the current entry. */
  Slice key();

  /** The value of the current entry. Not for a scan without values. */
  Slice value();

  /**
   * Seeks: the next {@link #next} moves to the first entry, in the cursor's direction, whose key is
   * at or after the given one (in a reversed scan: at or before it). Keys outside the scan's range
   * remain invisible, and entries already counted towards the limit stay counted. Seeking against
   * the cursor's direction is allowed.
   */
  void seek(byte[] key);

  /** Frees the resources. Closing twice does nothing. */
  @Override
  void close();
}
