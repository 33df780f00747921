package dev.keyfold.table.load;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Store;
import dev.keyfold.store.Writes;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.KeySpace;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoint of an import into a table: its position after the last complete batch. It is
 * stored in the target store, in the same atomic write as the rows of that batch. Only if a batch
 * had to be written row by row is the checkpoint written after the rows; a crash in between makes
 * the next run write those rows again, with the same values.
 *
 * <p>Table id, source name and source size identify an import. If the modification time of the
 * source differs, resuming fails.
 */
public final class LoadCheckpoint {
  private final Store store;
  private final byte[] key;
  private final long modified;

  /** Its last key is part of the position; null for streams, whose position is numbers only. */
  private final @Nullable EntryReader entries;

  /**
   * @param table id of the table
   * @param source what the source is called, such as the path of a file
   * @param size its size in bytes
   * @param modified when it was changed last, in milliseconds since the epoch
   */
  public LoadCheckpoint(Store store, int table, String source, long size, long modified) {
    this.store = store;
    this.key = KeySpace.entry(KeySpace.IMPORTS, table + " " + size + " " + source);
    this.modified = modified;
    this.entries = null;
  }

  /**
   * For an import from a store: the position is the last key. Changes of the source store since
   * then are not detected; {@link ImportCheck} finds entries that were missed because of them.
   *
   * @param source the store, and how its entries are decoded: another decoding is another import
   */
  public LoadCheckpoint(Store store, int table, String source, EntryReader entries) {
    this.store = store;
    this.key = KeySpace.entry(KeySpace.IMPORTS, table + " entries " + source);
    this.modified = 0;
    this.entries = entries;
  }

  /**
   * The progress of the interrupted import; {@link LoadProgress#NONE} if there was none or it
   * finished. Throws if the source was changed since.
   */
  public LoadProgress recall() {
    byte[] stored = store.get(key);
    if (stored == null) {
      return LoadProgress.NONE;
    }
    String text = new String(stored, StandardCharsets.UTF_8);
    String[] words = text.split(" ", -1);
    try {
      if (Long.parseLong(words[0]) != modified) {
        throw new SourceChangedException(
            "the source has changed since its import was interrupted; import it from its"
                + " beginning");
      }
      if (entries != null) {
        entries.placeAfter(Bytes.parseHex(words[5]));
      }
      return new LoadProgress(
          Long.parseLong(words[1]),
          Long.parseLong(words[2]),
          new LinePosition(Long.parseLong(words[3]), Long.parseLong(words[4])));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new TableException(
          "found '"
              + text
              + "' as the stored progress of an import, expected five numbers"
              + (entries == null ? ";" : " and a key;")
              + " import from the beginning",
          e);
    }
  }

  void save(LoadProgress progress, Writes out) {
    String text =
        modified
            + " "
            + progress.rows()
            + " "
            + progress.bad()
            + " "
            + progress.position().lines()
            + " "
            + progress.position().offset()
            + (entries == null ? "" : " " + Bytes.toHex(entries.lastKey()));
    out.put(key, text.getBytes(StandardCharsets.UTF_8));
  }

  void forget() {
    if (store.get(key) != null) {
      store.delete(key);
    }
  }
}
