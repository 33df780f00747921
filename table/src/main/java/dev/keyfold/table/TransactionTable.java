package dev.keyfold.table;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Transaction;
import dev.keyfold.table.RowOperations.Mode;
import dev.keyfold.table.where.Condition;
import java.util.List;

/** A table as a transaction sees and changes it. */
final class TransactionTable<R> implements TableOperations<R> {
  private final Table<R> table;
  private final Transaction transaction;
  private final TableTransaction owner;

  TransactionTable(Table<R> table, Transaction transaction, TableTransaction owner) {
    this.table = table;
    this.transaction = transaction;
    this.owner = owner;
  }

  private RowWriter writer() {
    return owner.writer(table.state());
  }

  @Override
  public R get(Object... key) {
    RowWriter writer = writer();
    writer.encodeKey(key);
    return table.read(writer, transaction);
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
    RowWriter writer = writer();
    RowMapper<R> mapper = table.mapper(writer.layout());
    writer.encodeKey(mapper, row);
    owner.wrote(table.state(), writer.copyOfKey());
    lockUniqueValues(writer, mapper, row);
    table.state().statistics().observe(writer.layout().def(), mapper.access(row));
    RowOperations.write(
        writer,
        mapper,
        row,
        mode,
        table.defaultExpiry(),
        table.state().now(),
        transaction,
        transaction);
  }

  private void lockUniqueValues(RowWriter writer, RowMapper<R> mapper, R row) {
    for (KeyRange range : writer.uniqueRanges(mapper.access(row))) {
      table.state().checkIndexesComplete();
      owner.wrote(table.state(), range.start());
    }
  }

  @Override
  public boolean delete(Object... key) {
    RowWriter writer = writer();
    writer.encodeKey(key);
    owner.wrote(table.state(), writer.copyOfKey());
    return RowOperations.delete(writer, table.state().now(), transaction, transaction);
  }

  @Override
  public boolean compareAndSet(R expected, R update) {
    RowWriter writer = writer();
    RowMapper<R> mapper = table.mapper(writer.layout());
    table.checkSameKey(writer, mapper, expected, update);
    owner.wrote(table.state(), writer.copyOfKey());
    if (update != null) {
      lockUniqueValues(writer, mapper, update);
    }
    return table.compareAndSet(writer, mapper, expected, update, false, transaction, transaction);
  }

  @Override
  public Query<R> where(Condition... conditions) {
    return Query.where(table, reader(), List.of(conditions));
  }

  @Override
  public Query<R> query(String text) {
    return Query.parse(table, reader(), text);
  }

  /** What the query reads; its layout must be the one the transaction writes by. */
  private Query.Source reader() {
    return new Query.Source(writer().layout(), transaction);
  }
}
