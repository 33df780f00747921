package dev.keyfold.table.maintenance;

import dev.keyfold.store.Batch;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.upkeep.IndexBuild;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The key or index that {@link IndexBuild} builds from the records of a table. Not thread-safe. */
interface BuildTarget {
  /** The id its keys begin with, by which its progress is kept. */
  int id();

  /** For messages: {@code index by_day of table orders}. */
  String describe();

  /** What to do if its build cannot continue where it stopped. */
  String startOver();

  /** Throws if the table no longer wants it; called before each chunk, with its layout. */
  void begin(TableLayout layout);

  /** Writes what belongs to one record; throws {@link RowException} if that cannot be. */
  void add(RowView record, byte[] key, byte[] value, Batch out);

  /**
   * Adds the records with these keys, in a store without atomic batches; throws as {@link #add}
   * does, and {@link DuplicateKeyException} with the values that are there twice.
   */
  default void addShared(List<byte[]> keys) {
    throw new UnsupportedStoreException("cannot be built in this store: " + describe());
  }

  /** The message for duplicate values in a unique index. */
  default DuplicateKeyException notUnique(@Nullable String values) {
    return new DuplicateKeyException(describe() + ": " + values);
  }

  /** Called when everything has been added: makes it usable. */
  void finish();

  /** Called after a record could not be added: gives up for good. */
  void abandon();

  /** Whether it took its place already: a write that was reported failed may have happened. */
  default boolean isDone(TableDef now) {
    return false;
  }
}
