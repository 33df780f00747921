package dev.keyfold.table.shared;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Writes;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.write.RowChange;
import dev.keyfold.table.write.RowMapper;
import dev.keyfold.table.write.RowOperations;
import dev.keyfold.table.write.RowOperations.Mode;
import dev.keyfold.table.write.RowWriter;
import dev.keyfold.table.write.TableState;
import dev.keyfold.table.write.TableWrites;
import dev.keyfold.table.write.TypedTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The writes of a table in a store without atomic batches, which other processes may write too:
 * each operation as a {@link RowChange} for {@link RowProtocol}. Thread-safe.
 */
public final class SharedWrites<R> implements TableWrites<R> {
  private final TypedTable<R> table;
  private final TableState state;

  public SharedWrites(TypedTable<R> table) {
    this.table = table;
    this.state = table.state();
  }

  /** Writes a row with these fields. */
  private final class Write implements RowChange {
    private final R row;
    private final Mode mode;
    private final long expiry;

    Write(R row, Mode mode, long expiry) {
      this.row = row;
      this.mode = mode;
      this.expiry = expiry;
    }

    @Override
    public byte[] key(RowWriter writer) {
      writer.encodeKey(mapper(writer), row);
      return writer.copyOfKey();
    }

    @Override
    public Target decide(RowWriter writer, byte @Nullable [] old) {
      long version = RowOperations.admit(writer, mode, old, state.now());
      writer.encodeValue(mapper(writer), row, expiry, version);
      return new Target(writer.copyOfValue(), row(writer));
    }

    @Override
    public RowAccess row(RowWriter writer) {
      return mapper(writer).access(row);
    }
  }

  private RowMapper<R> mapper(RowWriter writer) {
    return table.mapper(writer.layout());
  }

  @Override
  public void write(R row, Mode mode, long expiry, Durability durability) {
    List<Write> change = List.of(new Write(row, mode, expiry));
    writeAll(change, mode == Mode.PUT, durability);
  }

  @Override
  public void putAll(Collection<? extends R> rows, Consumer<Writes> also) {
    putAll(rows);
    Batch last = new Batch();
    also.accept(last);
    state.store().write(last, state.store().durability());
  }

  /** Refused before anything is written, if a row does not fit its table. */
  private void putAll(Collection<? extends R> rows) {
    long expiry = table.defaultExpiry();
    List<Write> changes = new ArrayList<>(rows.size());
    rows.forEach(row -> changes.add(new Write(row, Mode.PUT, expiry)));
    if (changes.size() > 1) {
      state.writing(
          writer -> {
            for (Write change : changes) {
              writer.useKey(change.key(writer));
              writer.encodeValue(mapper(writer), change.row, expiry, 0);
              var unused = state.images().of(change.row(writer));
            }
            return null;
          });
    }
    writeAll(changes, true, state.store().durability());
  }

  private void writeAll(List<Write> changes, boolean blindly, Durability durability) {
    state.writing(
        writer -> {
          for (Write change : changes) {
            state.statistics().observe(writer.layout().def(), change.row(writer));
          }
          return null;
        });
    if (!blindly || !writeBlindly(changes, durability)) {
      int unused = new RowProtocol(state, durability).runAll(changes);
    } else if (state.isLate()) {
      addToIndexes(changes);
    }
  }

  /**
   * After a blind write that came late: the table may have indexes by now that know nothing of it.
   */
  private void addToIndexes(List<Write> changes) {
    state.writing(
        writer -> {
          RowRepair repair = new RowRepair(ResolvedStore.of(state), state.images());
          for (Write change : changes) {
            byte[] key = change.key(writer);
            for (byte[] entry : state.images().of(change.row(writer)).entries()) {
              boolean unused = repair.entry(key, entry);
            }
            boolean unused = repair.claimsOf(key, state.now());
          }
          return null;
        });
  }

  /** Rows of a table where nothing else depends on them, in any order; false if this is none. */
  private boolean writeBlindly(List<Write> changes, Durability durability) {
    return state.writing(
        writer -> {
          if (!RowOperations.isBlind(writer.layout())) {
            return false;
          }
          Batch batch = state.batch();
          for (Write change : changes) {
            writer.encodeKey(mapper(writer), change.row);
            writer.encodeValue(mapper(writer), change.row, change.expiry, 0);
            batch.put(writer.key(), 0, writer.keyLength(), writer.value(), 0, writer.valueLength());
          }
          if (!batch.isEmpty()) {
            state.checkDefinitionAge();
            state.store().write(batch, durability);
          }
          return true;
        });
  }

  @Override
  public boolean delete(Object... values) {
    boolean[] there = {false};
    boolean unused =
        new RowProtocol(state, state.store().durability()).run(removing(there, values));
    return there[0];
  }

  /** The change that writes a row. */
  public RowChange writing(R row, Mode mode, long expiry) {
    return new Write(row, mode, expiry);
  }

  /** The change that removes the record with this key; whether there was one to be seen. */
  public RowChange removing(boolean[] there, Object... values) {
    return new RowChange() {
      @Override
      public byte[] key(RowWriter writer) {
        writer.encodeKey(values);
        return writer.copyOfKey();
      }

      @Override
      public @Nullable Target decide(RowWriter writer, byte @Nullable [] old) {
        there[0] = old != null && !writer.oldHeader(old).isExpired(state.now());
        return old == null ? null : Target.REMOVED;
      }
    };
  }

  @Override
  public boolean compareAndSet(@Nullable R expected, @Nullable R update, boolean keepExpiry) {
    state.writing(
        writer -> {
          table.checkSameKey(writer, expected, update);
          return null;
        });
    return new RowProtocol(state, state.store().durability())
        .run(comparing(expected, update, keepExpiry));
  }

  /** The change of a row that is as expected; the keys of both are the same. */
  public RowChange comparing(@Nullable R expected, @Nullable R update, boolean keepExpiry) {
    long expiry = table.defaultExpiry();
    return new RowChange() {
      @Override
      public byte[] key(RowWriter writer) {
        table.encodeKey(writer, expected, update);
        return writer.copyOfKey();
      }

      @Override
      public @Nullable Target decide(RowWriter writer, byte @Nullable [] old) {
        if (!RowOperations.isStored(writer, mapper(writer), expected, old, state.now())) {
          return null;
        }
        if (update == null) {
          return Target.REMOVED;
        }
        long until =
            keepExpiry && expected != null && old != null
                ? writer.old(old).header().expiry()
                : expiry;
        return new Write(update, Mode.PUT, until).decide(writer, old);
      }

      @Override
      public @Nullable RowAccess row(RowWriter writer) {
        return update == null ? null : mapper(writer).access(update);
      }
    };
  }

  /** Removes the record if it has expired; whether it had. */
  public static RowChange removeExpired(byte[] key, TableState state) {
    return new RowChange() {
      @Override
      public byte[] key(RowWriter writer) {
        return key;
      }

      @Override
      public @Nullable Target decide(RowWriter writer, byte @Nullable [] old) {
        boolean expired = old != null && writer.oldHeader(old).isExpired(state.now());
        return expired ? Target.REMOVED : null;
      }
    };
  }
}
