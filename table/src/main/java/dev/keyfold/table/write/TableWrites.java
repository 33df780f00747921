package dev.keyfold.table.write;

import dev.keyfold.store.Durability;
import dev.keyfold.store.Writes;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableOperations;
import dev.keyfold.table.write.RowOperations.Mode;
import java.util.Collection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes single rows of a table with their index entries: in one batch if the store has atomic
 * batches, otherwise by the protocol for stores with single-row atomicity. Thread-safe.
 */
public interface TableWrites<R> {
  /** Writes a row, its record and its index entries. */
  void write(R row, Mode mode, long expiry, Durability durability);

  /** Removes the record with this primary key; whether it existed. */
  boolean delete(Object... key);

  /** See {@link TableOperations#compareAndSet}; the expiry is the expected row's if it is kept. */
  boolean compareAndSet(@Nullable R expected, @Nullable R update, boolean keepExpiry);

  /** Many rows, and what {@code also} puts in; see {@link Table#putAll}. */
  void putAll(Collection<? extends R> rows, Consumer<Writes> also);
}
