package dev.keyfold.table;

import dev.keyfold.table.where.Condition;
import dev.keyfold.table.write.Attempt;
import dev.keyfold.table.write.RowOperations.Mode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table within a transaction. */
final class TransactionTable<R> implements TableOperations<R> {
  private final Table<R> table;
  private final Attempt attempt;

  TransactionTable(Table<R> table, Attempt attempt) {
    this.table = table;
    this.attempt = attempt;
  }

  @Override
  public @Nullable R get(Object... key) {
    return attempt.get(table.typed(), key);
  }

  @Override
  public void put(R row) {
    attempt.write(table.typed(), row, Mode.PUT);
  }

  @Override
  public void insert(R row) {
    attempt.write(table.typed(), row, Mode.INSERT);
  }

  @Override
  public void update(R row) {
    attempt.write(table.typed(), row, Mode.UPDATE);
  }

  @Override
  public boolean delete(Object... key) {
    return attempt.delete(table.typed(), key);
  }

  @Override
  public boolean compareAndSet(@Nullable R expected, @Nullable R update) {
    return attempt.compareAndSet(table.typed(), expected, update);
  }

  @Override
  public Query<R> where(Condition... conditions) {
    return Query.where(table, attempt.source(table.typed()), List.of(conditions));
  }

  @Override
  public Query<R> query(String text) {
    return Query.parse(table, attempt.source(table.typed()), text);
  }
}
