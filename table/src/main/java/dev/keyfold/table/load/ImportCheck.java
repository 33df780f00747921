package dev.keyfold.table.load;

import dev.keyfold.codec.KeyException;
import dev.keyfold.store.errors.StoreLimitException;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.TableDef;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Verifies an import from a store: reads the source again and compares each of its rows with the
 * one that the table has under the same primary key. So it finds rows that are missing, that
 * another entry or another writer has replaced, and entries that were written to the source during
 * the import. It does not look for rows of the table that the source does not have.
 */
public final class ImportCheck {
  /** Receives the differences. */
  public interface Listener {
    /** An entry was compared. */
    void progress(LinePosition position);

    /**
     * The table has no row for an entry, or another one.
     *
     * @param found what it has; null: nothing
     */
    void differs(long entry, @Nullable Row found);

    /** Whether to continue. */
    boolean goesOn();
  }

  /**
   * What was found.
   *
   * @param matching entries whose row is in the table
   * @param missing entries whose primary key is not
   * @param different entries under whose primary key the table has another row
   * @param bad entries that are no rows
   * @param complete whether all were compared
   * @param sourceDigest of the rows of the source, see {@link RowDigest}
   * @param tableDigest of those that the table has for them
   */
  public record Result(
      long matching,
      long missing,
      long different,
      long bad,
      boolean complete,
      String sourceDigest,
      String tableDigest) {
    /** Whether the table has every row. */
    public boolean isSame() {
      return complete && missing == 0 && different == 0 && sourceDigest.equals(tableDigest);
    }

    /** How many rows the source has. */
    public long rows() {
      return matching + missing + different;
    }
  }

  private ImportCheck() {}

  /** Compares everything that the reader reads. */
  public static Result run(RowReader reader, Table<Row> table, Listener listener)
      throws IOException {
    TableDef def = table.definition();
    List<String> names = def.key().fields();
    Object[] key = new Object[names.size()];
    RowDigest source = new RowDigest();
    RowDigest target = new RowDigest();
    long[] counts = new long[4];
    while (listener.goesOn()) {
      Row row;
      try {
        row = reader.read();
      } catch (BadInputException e) {
        counts[3]++; // the import has reported it
        continue;
      }
      if (row == null) {
        return result(counts, true, source, target);
      }
      for (int i = 0; i < key.length; i++) {
        key[i] = row.get(names.get(i));
      }
      Row found;
      try {
        found = table.get(key);
      } catch (TableException | KeyException | StoreLimitException e) {
        counts[3]++; // no table can have a row with such a key; the import has reported it
        continue;
      }
      source.add(def, row);
      if (found != null) {
        target.add(def, found);
      }
      int outcome = found == null ? 1 : found.equals(row) ? 0 : 2;
      counts[outcome]++;
      if (outcome > 0) {
        listener.differs(reader.line(), found);
      }
      listener.progress(reader.position());
    }
    return result(counts, false, source, target);
  }

  private static Result result(
      long[] counts, boolean complete, RowDigest source, RowDigest target) {
    return new Result(
        counts[0], counts[1], counts[2], counts[3], complete, source.toString(), target.toString());
  }
}
