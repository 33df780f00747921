package dev.keyfold.table;

import dev.keyfold.store.UnsupportedStoreException;
import dev.keyfold.table.RowOperations.Mode;
import dev.keyfold.table.where.Condition;

/** A table as a transaction in a store without whole batches sees and changes it. */
final class SharedTransactionTable<R> implements TableOperations<R> {
  private final Table<R> table;
  private final TableState state;
  private final SharedTable<R> changes;
  private final SharedTransaction transaction;

  SharedTransactionTable(Table<R> table, SharedTransaction transaction) {
    this.table = table;
    this.state = table.state();
    this.changes = new SharedTable<>(table);
    this.transaction = transaction;
  }

  @Override
  public R get(Object... key) {
    RowWriter writer = transaction.writer(state);
    writer.encodeKey(key);
    byte[] value = transaction.get(state, writer.copyOfKey());
    if (value == null) {
      return null;
    }
    return table.row(writer, writer.old(value));
  }

  @Override
  public void put(R row) {
    write(row, Mode.PUT);
  }

  @Override
  public void insert(R row) {
    write(row, Mode.INSERT);
  }

  @Override
  public void update(R row) {
    write(row, Mode.UPDATE);
  }

  private void write(R row, Mode mode) {
    RowChange change = changes.writing(row, mode, table.defaultExpiry());
    state
        .statistics()
        .observe(transaction.writer(state).layout().def(), change.row(transaction.writer(state)));
    boolean unused = transaction.apply(state, change);
  }

  @Override
  public boolean delete(Object... key) {
    boolean[] there = {false};
    boolean unused = transaction.apply(state, changes.removing(there, key));
    return there[0];
  }

  @Override
  public boolean compareAndSet(R expected, R update) {
    RowWriter writer = transaction.writer(state);
    table.checkSameKey(writer, table.mapper(writer.layout()), expected, update);
    return transaction.apply(state, changes.comparing(expected, update, false));
  }

  @Override
  public Query<R> where(Condition... conditions) {
    checkNothingWritten();
    return table.where(conditions);
  }

  @Override
  public Query<R> query(String text) {
    checkNothingWritten();
    return table.query(text);
  }

  /** An answer would not have what this transaction has written. */
  private void checkNothingWritten() {
    if (transaction.hasWritten(state)) {
      throw new UnsupportedStoreException(
          "a transaction that has written to table "
              + table.name()
              + " cannot ask queries of it in this store; ask before, or read rows by their keys");
    }
  }
}
