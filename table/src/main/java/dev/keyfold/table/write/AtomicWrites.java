package dev.keyfold.table.write;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RetryPolicy;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.Writes;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.write.RowOperations.Mode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows to a store with atomic batches: a record and its index entries in one batch, under
 * the locks of their keys. Thread-safe.
 */
public final class AtomicWrites<R> implements TableWrites<R> {
  private final TypedTable<R> table;
  private final TableState state;

  public AtomicWrites(TypedTable<R> table) {
    this.table = table;
    this.state = table.state();
  }

  @Override
  public void write(R row, Mode mode, long expiry, Durability durability) {
    state.writing(
        writer -> {
          RowMapper<R> mapper = table.mapper(writer.layout());
          writer.encodeKey(mapper, row);
          if (mode == Mode.PUT && RowOperations.isBlind(writer.layout())) {
            writeBlindly(writer, mapper, row, expiry, durability);
          } else {
            locked(writer, row, () -> write(writer, mapper, row, mode, expiry, durability));
          }
          return null;
        });
  }

  private void writeBlindly(
      RowWriter writer, RowMapper<R> mapper, R row, long expiry, Durability durability) {
    writer.encodeValue(mapper, row, expiry, 0);
    observe(writer, mapper, row);
    Batch batch = state.batch();
    batch.put(writer.key(), 0, writer.keyLength(), writer.value(), 0, writer.valueLength());
    // Locked all the same: a concurrent read-modify-write of this record would undo this.
    locked(writer, () -> state.write(batch, durability));
  }

  private void write(
      RowWriter writer, RowMapper<R> mapper, R row, Mode mode, long expiry, Durability durability) {
    Batch batch = state.batch();
    RowOperations.write(writer, mapper, row, mode, expiry, state.now(), state.store(), batch);
    observe(writer, mapper, row);
    state.write(batch, durability);
  }

  private void observe(RowWriter writer, RowMapper<R> mapper, R row) {
    state.statistics().observe(writer.layout().def(), mapper.access(row));
  }

  /** Runs the work while nobody else changes the row's record or takes its unique values. */
  private void locked(RowWriter writer, @Nullable R row, Runnable work) {
    List<byte[]> also = new ArrayList<>();
    if (row != null) {
      writer
          .uniqueRanges(table.mapper(writer.layout()).access(row))
          .forEach(range -> also.add(range.start()));
    }
    if (also.isEmpty()) {
      locked(writer, work);
    } else {
      state.checkIndexesComplete();
      also.add(writer.copyOfKey());
      state.locks().withAll(also, work);
    }
  }

  /** Runs the work while nobody else changes the record under the key encoded last. */
  private void locked(RowWriter writer, Runnable work) {
    ReentrantLock lock = state.locks().of(writer.key(), writer.keyLength());
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean delete(Object... key) {
    boolean[] there = {false};
    state.writing(
        writer -> {
          writer.encodeKey(key);
          locked(
              writer,
              () -> {
                Batch batch = state.batch();
                there[0] = RowOperations.delete(writer, state.now(), state.store(), batch);
                if (!batch.isEmpty()) {
                  state.write(batch, state.store().durability());
                }
              });
          return null;
        });
    return there[0];
  }

  @Override
  public boolean compareAndSet(@Nullable R expected, @Nullable R update, boolean keepExpiry) {
    boolean[] done = {false};
    state.writing(
        writer -> {
          table.checkSameKey(writer, expected, update);
          locked(
              writer,
              update,
              () -> {
                Batch batch = state.batch();
                done[0] =
                    RowOperations.compareAndSet(
                        table, writer, expected, update, keepExpiry, state.store(), batch);
                if (done[0] && !batch.isEmpty()) {
                  state.write(batch, state.store().durability());
                }
              });
          return null;
        });
    return done[0];
  }

  /** The records before are read together, everything is written together. */
  @Override
  public void putAll(Collection<? extends R> rows, Consumer<Writes> also) {
    state.writing(
        writer -> {
          RowMapper<R> mapper = table.mapper(writer.layout());
          List<byte[]> keys = new ArrayList<>(rows.size());
          List<byte[]> locks = new ArrayList<>();
          for (R row : rows) {
            writer.encodeKey(mapper, row);
            keys.add(writer.copyOfKey());
            writer.uniqueRanges(mapper.access(row)).forEach(range -> locks.add(range.start()));
          }
          boolean unique = !locks.isEmpty();
          if (unique) {
            state.checkIndexesComplete();
          }
          locks.addAll(keys);
          state
              .locks()
              .withAll(
                  locks,
                  () -> {
                    if (unique) {
                      inTransaction(writer, rows, keys, also);
                    } else {
                      together(writer, rows, keys, also);
                    }
                  });
          return null;
        });
  }

  private void together(
      RowWriter writer, Collection<? extends R> rows, List<byte[]> keys, Consumer<Writes> also) {
    TableLayout layout = writer.layout();
    RowMapper<R> mapper = table.mapper(layout);
    boolean needsOld = !RowOperations.isBlind(layout);
    List<byte[]> stored = needsOld ? state.store().getAll(keys) : List.of();
    // A key may come twice: what the first one wrote is what the second one replaces.
    Map<ByteBuffer, byte[]> written = new HashMap<>();
    Batch batch = state.batch();
    long expiry = table.defaultExpiry();
    long now = state.now();
    int i = 0;
    for (R row : rows) {
      byte[] key = keys.get(i);
      writer.useKey(key);
      observe(writer, mapper, row);
      if (needsOld) {
        ByteBuffer wrapped = ByteBuffer.wrap(key);
        byte[] old = written.getOrDefault(wrapped, stored.get(i));
        writer.encodeValue(mapper, row, expiry, RowOperations.admit(writer, Mode.PUT, old, now));
        byte[] value = writer.copyOfValue();
        writer.changeIndexes(batch, old, mapper.access(row), expiry);
        writer.putRecord(batch, key, value);
        written.put(wrapped, value);
      } else {
        writer.encodeValue(mapper, row, expiry, 0);
        batch.put(key, 0, key.length, writer.value(), 0, writer.valueLength());
      }
      i++;
    }
    also.accept(batch);
    state.write(batch, state.store().durability());
  }

  /** Unique values may collide within the batch, so each row must see those before it. */
  private void inTransaction(
      RowWriter writer, Collection<? extends R> rows, List<byte[]> keys, Consumer<Writes> also) {
    RowMapper<R> mapper = table.mapper(writer.layout());
    Durability durability = state.store().durability();
    state
        .store()
        .transact(
            RetryPolicy.DEFAULT,
            durability,
            (Transaction transaction) -> {
              Writes out = OpenTransaction.noting(state, transaction);
              long expiry = table.defaultExpiry();
              int i = 0;
              for (R row : rows) {
                writer.useKey(keys.get(i++));
                observe(writer, mapper, row);
                RowOperations.write(
                    writer, mapper, row, Mode.PUT, expiry, state.now(), transaction, out);
              }
              also.accept(transaction);
              return i;
            });
  }
}
