package dev.keyfold.table.write;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.table.write.RowOperations.Mode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An attempt of a transaction, by a transaction of the store. */
public final class AtomicAttempt implements Attempt {
  private final Transaction transaction;
  private final long changes;
  private final Map<TableState, RowWriter> writers = new LinkedHashMap<>();
  private final Map<TableState, List<byte[]>> written = new LinkedHashMap<>();
  private Consumer<Consumer<Batch>> around = write -> write.accept(new Batch());
  private boolean ended;

  /**
   * @param changes {@link TableState#changes()} from before the transaction was opened
   */
  public AtomicAttempt(Transaction transaction, long changes) {
    this.transaction = transaction;
    this.changes = changes;
  }

  /** One writer for each table, by the layout that the table had when it was first used. */
  private RowWriter writer(TypedTable<?> table) {
    return writers.computeIfAbsent(
        table.state(), state -> new RowWriter(state.layoutSince(changes), false, state.store()));
  }

  private void wrote(TypedTable<?> table, byte[] key) {
    written.computeIfAbsent(table.state(), state -> new ArrayList<>()).add(key);
  }

  @Override
  public <R> @Nullable R get(TypedTable<R> table, Object... key) {
    RowWriter writer = writer(table);
    writer.encodeKey(key);
    return writer.fetch(transaction) ? table.row(writer, writer.fetched()) : null;
  }

  @Override
  public <R> void write(TypedTable<R> table, R row, Mode mode) {
    RowWriter writer = writer(table);
    RowMapper<R> mapper = table.mapper(writer.layout());
    TableState state = table.state();
    writer.encodeKey(mapper, row);
    wrote(table, writer.copyOfKey());
    takeUniqueValues(table, writer, row);
    state.statistics().observe(writer.layout().def(), mapper.access(row));
    RowOperations.write(
        writer, mapper, row, mode, table.defaultExpiry(), state.now(), transaction, transaction);
  }

  private <R> void takeUniqueValues(TypedTable<R> table, RowWriter writer, R row) {
    for (KeyRange range : writer.uniqueRanges(table.mapper(writer.layout()).access(row))) {
      table.state().checkIndexesComplete();
      wrote(table, range.start());
    }
  }

  @Override
  public <R> boolean delete(TypedTable<R> table, Object... key) {
    RowWriter writer = writer(table);
    writer.encodeKey(key);
    wrote(table, writer.copyOfKey());
    return RowOperations.delete(writer, table.state().now(), transaction, transaction);
  }

  @Override
  public <R> boolean compareAndSet(TypedTable<R> table, @Nullable R expected, @Nullable R update) {
    RowWriter writer = writer(table);
    table.checkSameKey(writer, expected, update);
    wrote(table, writer.copyOfKey());
    if (update != null) {
      takeUniqueValues(table, writer, update);
    }
    return RowOperations.compareAndSet(
        table, writer, expected, update, false, transaction, transaction);
  }

  /** Its layout must be the one the transaction writes by. */
  @Override
  public <R> Source source(TypedTable<R> table) {
    return new Source(writer(table).layout(), transaction);
  }

  @Override
  public int savepoint() {
    return transaction.savepoint();
  }

  /** The keys written since stay among those to lock: more locks than needed do no harm. */
  @Override
  public void rollbackTo(int savepoint) {
    transaction.rollbackTo(savepoint);
  }

  /** Its snapshot is older than any write now. */
  @Override
  public boolean conflictsWith(byte[] key) {
    return true;
  }

  @Override
  public void end() {
    ended = true;
  }

  @Override
  public void close() {
    transaction.close();
  }

  @Override
  public boolean isEnded() {
    return ended;
  }

  @Override
  public void commitThrough(Consumer<Consumer<Batch>> commit) {
    around = commit;
  }

  /** Commits while nobody else is between reading and writing one of the same records. */
  @Override
  public void commit(Durability durability) {
    List<TableState> tables = new ArrayList<>(writers.keySet());
    tables.sort((a, b) -> Integer.compare(a.layout().def().id(), b.layout().def().id()));
    commit(tables, 0, durability);
  }

  /** What another part of the store writes; nobody else writes its keys meanwhile. */
  private void add(Batch others) {
    others.forEach(
        new Batch.Visitor() {
          @Override
          public void put(byte[] array, int key, int keyLength, int value, int valueLength) {
            transaction.put(
                Arrays.copyOfRange(array, key, key + keyLength),
                Arrays.copyOfRange(array, value, value + valueLength));
          }

          @Override
          public void delete(byte[] array, int key, int keyLength) {
            transaction.delete(Arrays.copyOfRange(array, key, key + keyLength));
          }

          @Override
          public void deleteRange(KeyRange range) {
            transaction.deleteRange(range);
          }
        });
  }

  private void commit(List<TableState> tables, int from, Durability durability) {
    if (from == tables.size()) {
      around.accept(
          others -> {
            add(others);
            transaction.commit(durability);
          });
      return;
    }
    TableState state = tables.get(from);
    state.definitionLock().readLock().lock();
    try {
      RowWriter writer = writers.get(state);
      if (writer == null || state.layout() != writer.layout()) {
        throw new ConflictException(
            "the definition of table "
                + state.layout().def().name()
                + " has changed since the transaction began; run it again");
      }
      state
          .locks()
          .withAll(
              written.getOrDefault(state, List.of()), () -> commit(tables, from + 1, durability));
    } finally {
      state.definitionLock().readLock().unlock();
    }
  }
}
