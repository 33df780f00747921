package dev.keyfold.table.load;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Store;
import dev.keyfold.store.Writes;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.KeySpace;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Where an import stood after its last complete batch, kept in the store it writes to, in the same
 * write as the rows of that batch, so that it never claims more or less than what is there. Only
 * where a batch had to be written row by row does it come after them: a crash in between makes
 * those rows be written a second time, with the same values.
 *
 * <p>The source is known by the table's id, its name and its size. That it was changed meanwhile is
 * seen by its date.
 */
public final class ImportMemory {
  private final Store store;
  private final byte[] key;
  private final long modified;

  /** Whose last key is part of the place; null for streams, of which the numbers say it all. */
  private final @Nullable EntryReader entries;

  /**
   * @param table id of the table
   * @param source what the source is called, such as the path of a file
   * @param size its size in bytes
   * @param modified when it was changed last, in milliseconds since the epoch
   */
  public ImportMemory(Store store, int table, String source, long size, long modified) {
    this.store = store;
    this.key = KeySpace.entry(KeySpace.IMPORTS, table + " " + size + " " + source);
    this.modified = modified;
    this.entries = null;
  }

  /**
   * Of an import from a store: the place is the last key, wherever the reader is. That the store
   * was changed meanwhile is not seen; {@link ImportCheck} finds what that made be left out.
   *
   * @param source the store and how its entries are read: another reading is another import
   */
  public ImportMemory(Store store, int table, String source, EntryReader entries) {
    this.store = store;
    this.key = KeySpace.entry(KeySpace.IMPORTS, table + " entries " + source);
    this.modified = 0;
    this.entries = entries;
  }

  /**
   * Where the import before stopped; {@link LoadProgress#NONE} if there was none or it came to its
   * end. Throws if the source was changed since.
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
