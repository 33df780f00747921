package dev.keyfold.table.shared;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.write.Attempt;
import dev.keyfold.table.write.DamagedRows;
import dev.keyfold.table.write.RowChange;
import dev.keyfold.table.write.RowImages;
import dev.keyfold.table.write.RowImages.Image;
import dev.keyfold.table.write.RowOperations;
import dev.keyfold.table.write.RowOperations.Mode;
import dev.keyfold.table.write.RowWriter;
import dev.keyfold.table.write.TableState;
import dev.keyfold.table.write.TypedTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A transaction over several records in a store without atomic batches: what it has read by key,
 * and what it will write. All of it must still be so when {@link SharedCommit} has it in its hands.
 * Not thread-safe.
 */
public final class SharedAttempt implements Attempt {
  private final Map<TableState, RowWriter> writers = new LinkedHashMap<>();
  private final Map<byte[], Touched> touched = new TreeMap<>(Bytes::compare);
  private boolean ended;

  /** A record that was read, and perhaps changed. */
  static final class Touched {
    final TableState state;
    final RowImages images;
    final byte[] key;
    final byte @Nullable [] read;
    RowChange.@Nullable Target target;
    Image after = Image.NOTHING;

    private Touched(TableState state, RowImages images, byte[] key) {
      this.state = state;
      this.images = images;
      this.key = key;
      this.read = state.store().get(key);
    }

    /** What the record has beside itself before the transaction. */
    Image before() {
      return images.before(key, read, new DamagedRows(images.layout(), state.store()));
    }

    boolean isWritten() {
      return target != null;
    }

    /** What the record becomes, or stays; null if none exists. */
    byte @Nullable [] value() {
      return target == null ? read : target.value();
    }

    /** As the transaction sees it: null if none exists, also where a fence is. */
    byte @Nullable [] now() {
      byte[] value = value();
      boolean there = value != null && !new RowHeader().readIfPossible(value).isFence();
      return there ? value : null;
    }
  }

  @Override
  public <R> @Nullable R get(TypedTable<R> table, Object... key) {
    RowWriter writer = writer(table.state());
    writer.encodeKey(key);
    byte[] value = touch(table.state(), writer.copyOfKey()).now();
    return value == null ? null : table.row(writer, writer.old(value));
  }

  @Override
  public <R> void write(TypedTable<R> table, R row, Mode mode) {
    TableState state = table.state();
    RowChange change = new SharedWrites<>(table).writing(row, mode, table.defaultExpiry());
    RowWriter writer = writer(state);
    RowAccess written = change.row(writer);
    if (written != null) {
      state.statistics().observe(writer.layout().def(), written);
    }
    boolean unused = apply(state, change);
  }

  @Override
  public <R> boolean delete(TypedTable<R> table, Object... key) {
    boolean[] there = {false};
    boolean unused = apply(table.state(), new SharedWrites<>(table).removing(there, key));
    return there[0];
  }

  @Override
  public <R> boolean compareAndSet(TypedTable<R> table, @Nullable R expected, @Nullable R update) {
    table.checkSameKey(writer(table.state()), expected, update);
    return apply(table.state(), new SharedWrites<>(table).comparing(expected, update, false));
  }

  /** Refused after a write to the table: an answer would not have it. */
  @Override
  public <R> @Nullable Source source(TypedTable<R> table) {
    if (touched.values().stream().anyMatch(one -> one.state == table.state() && one.isWritten())) {
      throw new UnsupportedStoreException(
          "a transaction that has written to table "
              + table.state().layout().def().name()
              + " cannot query it in this store; run the query before writing, or read rows by"
              + " key");
    }
    return null;
  }

  /** One writer for each table, by the layout that the table had when it was first used. */
  private RowWriter writer(TableState state) {
    return writers.computeIfAbsent(
        state,
        key -> {
          key.refresh();
          if (RowOperations.isBlind(key.layout())) {
            throw new UnsupportedStoreException(
                "table "
                    + key.layout().def().name()
                    + " cannot take part in transactions in this store: it has no index, and its"
                    + " rows are written without being read first; create it with the option"
                    + " versioned");
          }
          return new RowWriter(key.layout(), true, key.store());
        });
  }

  /** Nobody would carry out what comes now. */
  @Override
  public void end() {
    ended = true;
  }

  /** It holds nothing of the store before it commits. */
  @Override
  public void close() {}

  @Override
  public boolean isEnded() {
    return ended;
  }

  private Touched touch(TableState state, byte[] key) {
    if (ended) {
      throw new StoreClosedException(
          "the transaction has ended; use it only within the function given to transact");
    }
    return touched.computeIfAbsent(key, k -> new Touched(state, state.images(), k));
  }

  /** Carries out a change, to be seen by this transaction alone; whether it is one. */
  private boolean apply(TableState state, RowChange change) {
    RowWriter writer = writer(state);
    byte[] key = change.key(writer);
    Touched record = touch(state, key);
    writer.useKey(key);
    RowChange.Target target = change.decide(writer, record.now());
    if (target != null) {
      record.after = target.row() == null ? Image.NOTHING : record.images.of(target.row());
      record.target = target;
    }
    return target != null;
  }

  @Override
  public int savepoint() {
    throw new UnsupportedStoreException(
        "transactions of this store have no savepoints: it has no transactions of its own");
  }

  @Override
  public void rollbackTo(int savepoint) {
    throw new UnsupportedStoreException("transactions of this store have no savepoints");
  }

  /** It reads when it is asked to, so only what it has read already. */
  @Override
  public boolean conflictsWith(byte[] key) {
    return touched.containsKey(key);
  }

  @Override
  public void commitThrough(Consumer<Consumer<Batch>> commit) {
    throw new UnsupportedStoreException(
        "this store writes single rows only, so that nothing else can be changed in the same"
            + " atomic write as rows of a table; use a store with atomic batches");
  }

  @Override
  public void commit(Durability durability) {
    Collection<Touched> all = touched.values();
    if (all.stream().noneMatch(Touched::isWritten)
        && all.stream().filter(one -> one.read == null).count() <= 1) {
      checkUnchanged(all);
      return;
    }
    List<TableState> tables = new ArrayList<>(writers.keySet());
    tables.sort(Comparator.comparingInt(state -> state.layout().def().id()));
    int locked = 0;
    try {
      for (; locked < tables.size(); locked++) {
        TableState state = tables.get(locked);
        state.refresh();
        state.definitionLock().readLock().lock();
      }
      for (TableState state : tables) {
        RowWriter writer = writers.get(state);
        if (writer == null || state.layout() != writer.layout()) {
          throw new ConflictException(
              "the definition of table "
                  + state.layout().def().name()
                  + " has changed since the transaction began; run it again");
        }
      }
      new SharedCommit(all, tables, durability).run();
    } finally {
      for (int i = 0; i < locked; i++) {
        tables.get(i).definitionLock().readLock().unlock();
      }
    }
  }

  /** What was only read, and is the same again, was so at one point in time: between both reads. */
  private static void checkUnchanged(Collection<Touched> all) {
    for (Touched record : all) {
      if (!Arrays.equals(record.read, record.state.store().get(record.key))) {
        throw new ConflictException(
            "a record was written since the transaction has read it", record.key);
      }
    }
  }
}
