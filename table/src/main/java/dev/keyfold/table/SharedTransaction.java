package dev.keyfold.table;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.ConflictException;
import dev.keyfold.store.Durability;
import dev.keyfold.store.StoreClosedException;
import dev.keyfold.store.UnsupportedStoreException;
import dev.keyfold.table.RowImages.Image;
import dev.keyfold.table.schema.RowHeader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A transaction over several records in a store without whole batches: what it has read by key, and
 * what it will write. All of it must still be so when {@link SharedCommit} has it in its hands. Not
 * for several threads.
 */
final class SharedTransaction {
  private final Map<TableState, RowWriter> writers = new LinkedHashMap<>();
  private final Map<byte[], Touched> touched = new TreeMap<>(Bytes::compare);
  private boolean ended;

  /** A record that was read, and perhaps changed. */
  static final class Touched {
    final TableState state;
    final RowImages images;
    final byte[] key;
    final byte[] read;
    RowChange.Target target;
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

    /** As the transaction sees it: null if there is none, also where a fence is. */
    byte[] now() {
      byte[] value = isWritten() ? target.value() : read;
      boolean there = value != null && !new RowHeader().readIfPossible(value).isFence();
      return there ? value : null;
    }
  }

  /** One writer for each table, by the layout that the table had when it was first used. */
  RowWriter writer(TableState state) {
    return writers.computeIfAbsent(
        state,
        key -> {
          key.refresh();
          if (Table.isBlind(key.layout())) {
            throw new UnsupportedStoreException(
                "table "
                    + key.layout().def().name()
                    + " takes no part in transactions in this store: it has no index, and rows are"
                    + " written without a look at what is there; create it with the option"
                    + " versioned");
          }
          return new RowWriter(key.layout(), true, key.store());
        });
  }

  /** Nobody would carry out what comes now. */
  void end() {
    ended = true;
  }

  private Touched touch(TableState state, byte[] key) {
    if (ended) {
      throw new StoreClosedException(
          "the transaction has ended; use it only within the function given to transact");
    }
    return touched.computeIfAbsent(key, k -> new Touched(state, state.images(), k));
  }

  /** The record as the transaction sees it, null if there is none. */
  byte[] get(TableState state, byte[] key) {
    return touch(state, key).now();
  }

  /** Carries out a change, to be seen by this transaction alone; whether it is one. */
  boolean apply(TableState state, RowChange change) {
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

  boolean hasRead(byte[] key) {
    return touched.containsKey(key);
  }

  boolean hasWritten(TableState state) {
    return touched.values().stream().anyMatch(one -> one.state == state && one.isWritten());
  }

  /** Throws {@link ConflictException} if it has to be run again. */
  void commit(Durability durability) {
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
        if (state.layout() != writers.get(state).layout()) {
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

  /** What was only read, and is the same again, was so at one moment: between both times. */
  private static void checkUnchanged(Collection<Touched> all) {
    for (Touched record : all) {
      if (!Arrays.equals(record.read, record.state.store().get(record.key))) {
        throw new ConflictException(
            "a record was written since the transaction has read it", record.key);
      }
    }
  }
}
