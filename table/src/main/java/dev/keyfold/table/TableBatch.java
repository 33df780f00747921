package dev.keyfold.table;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RetryPolicy;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.Writes;
import dev.keyfold.table.RowOperations.Mode;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.schema.TableLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;

/** Many rows at once: the records before are read together, everything is written together. */
final class TableBatch<R> {
  private final Table<R> table;
  private final TableState state;
  private final Consumer<Writes> also;

  TableBatch(Table<R> table, Consumer<Writes> also) {
    this.table = table;
    this.state = table.state();
    this.also = also;
  }

  void putAll(Collection<? extends R> rows) {
    Lock definition = state.definitionLock().readLock();
    definition.lock();
    try {
      RowWriter writer = state.writer();
      RowMapper<R> mapper = table.mapper(writer.layout());
      List<byte[]> keys = new ArrayList<>(rows.size());
      boolean unique = false;
      List<byte[]> locks = new ArrayList<>();
      for (R row : rows) {
        writer.encodeKey(mapper, row);
        keys.add(writer.copyOfKey());
        for (var range : writer.uniqueRanges(mapper.access(row))) {
          locks.add(range.start());
          unique = true;
        }
      }
      locks.addAll(keys);
      boolean careful = unique;
      if (careful) {
        state.checkIndexesComplete();
      }
      state
          .locks()
          .withAll(
              locks,
              () -> {
                if (careful) {
                  inTransaction(writer, mapper, rows);
                } else {
                  together(writer, mapper, rows, keys);
                }
              });
    } finally {
      definition.unlock();
    }
  }

  private void together(
      RowWriter writer, RowMapper<R> mapper, Collection<? extends R> rows, List<byte[]> keys) {
    TableLayout layout = writer.layout();
    boolean versioned = layout.def().has("versioned");
    boolean needsOld = versioned || !layout.indexes().isEmpty() || layout.next() != null;
    List<byte[]> stored = needsOld ? state.store().getAll(keys) : List.of();
    // A key may come twice: what the first one wrote is what the second one replaces.
    Map<ByteBuffer, byte[]> written = new HashMap<>();
    Batch batch = state.batch();
    long expiry = defaultExpiry();
    long now = state.now();
    int i = 0;
    for (R row : rows) {
      writer.encodeKey(mapper, row);
      byte[] old = null;
      if (needsOld) {
        ByteBuffer key = ByteBuffer.wrap(keys.get(i));
        old = written.containsKey(key) ? written.get(key) : stored.get(i);
      }
      state.statistics().observe(layout.def(), mapper.access(row));
      RowHeader before = old == null ? null : writer.oldHeader(old);
      boolean there = before != null && !before.isExpired(now);
      long version = versioned ? (there ? before.version() : 0) + 1 : 0;
      writer.encodeValue(mapper, row, expiry, version);
      if (needsOld) {
        byte[] value = writer.copyOfValue();
        writer.changeIndexes(batch, old, mapper.access(row), expiry);
        writer.putRecord(batch, keys.get(i), value);
        written.put(ByteBuffer.wrap(keys.get(i)), value);
      } else {
        batch.put(writer.key(), 0, writer.keyLength(), writer.value(), 0, writer.valueLength());
      }
      i++;
    }
    also.accept(batch);
    state.write(batch, state.store().durability());
  }

  private long defaultExpiry() {
    return table.defaultExpiry();
  }

  /** Unique values may collide within the batch, so each row must see those before it. */
  private void inTransaction(RowWriter writer, RowMapper<R> mapper, Collection<? extends R> rows) {
    Durability durability = state.store().durability();
    state
        .store()
        .transact(
            RetryPolicy.DEFAULT,
            durability,
            (Transaction transaction) -> {
              Writes out = OpenTransaction.noting(state, transaction);
              for (R row : rows) {
                writer.encodeKey(mapper, row);
                state.statistics().observe(writer.layout().def(), mapper.access(row));
                RowOperations.write(
                    writer, mapper, row, Mode.PUT, defaultExpiry(), state.now(), transaction, out);
              }
              also.accept(transaction);
              return null;
            });
  }
}
