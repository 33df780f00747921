package dev.keyfold.table.write;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Writes;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.KeyDescriptions;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a transaction over the tables of a store, bound to the thread that runs it. A
 * nested {@code transact} of the same thread and store joins it: one snapshot, one commit. If the
 * nested call fails, part of its writes may be among the pending ones, so the whole attempt can
 * only be rolled back, even if the outer function catches the exception.
 *
 * <p>It also remembers what the same thread writes past it, directly through a table. If the
 * transaction has read such a key, no retry can ever commit it: each attempt conflicts with itself.
 * Then the error names that write instead of "other writers". Not thread-safe.
 */
public final class OpenTransaction {
  private static final ThreadLocal<OpenTransaction> INNERMOST = new ThreadLocal<>();

  private final Store store;
  private final Attempt attempt;

  /** The one around it, which is of another store; null if none exists. */
  private final @Nullable OpenTransaction around;

  private Durability durability;
  private @Nullable Throwable failure;
  private final Map<byte[], TableState> past = new TreeMap<>(Bytes::compare);
  private @Nullable String redefined;

  private OpenTransaction(Store store, Attempt attempt, Durability durability) {
    this.store = store;
    this.attempt = attempt;
    this.durability = durability;
    this.around = INNERMOST.get();
  }

  /** The one that this thread has open on the store; null if it has none. */
  public static @Nullable OpenTransaction on(Store store) {
    OpenTransaction open = INNERMOST.get();
    while (open != null && open.store != store) {
      open = open.around;
    }
    return open;
  }

  /** Runs the work and commits it, once. */
  public static <T> T run(Store store, Attempt attempt, Durability durability, Supplier<T> work) {
    OpenTransaction open = new OpenTransaction(store, attempt, durability);
    INNERMOST.set(open);
    try {
      T result = work.get();
      open.checkNothingFailed();
      attempt.commit(open.durability);
      return result;
    } catch (ConflictException conflict) {
      throw open.explained(conflict);
    } finally {
      attempt.end();
      if (open.around == null) {
        INNERMOST.remove();
      } else {
        INNERMOST.set(open.around);
      }
    }
  }

  public Attempt attempt() {
    return attempt;
  }

  /** Runs the work of a nested call as part of this transaction, which commits it later. */
  public <T> T join(Durability asked, Supplier<T> work) {
    if (asked.compareTo(durability) < 0) {
      durability = asked; // the strictest of all calls; the strictest is the first of the enum
    }
    try {
      return work.get();
    } catch (Throwable e) {
      if (failure == null) {
        failure = e;
      }
      throw e;
    }
  }

  private void checkNothingFailed() {
    if (failure instanceof ConflictException conflict) {
      throw conflict; // caught or not, the whole is to be run again
    }
    if (failure != null) {
      throw new TableException(
          "the transaction was rolled back and nothing was written: a nested transact, which is"
              + " part of the outer one, failed with "
              + failure
              + ", and the outer function caught that; let the exception leave the outer function,"
              + " or call the inner transact before or after it",
          failure);
    }
  }

  /** Notes what this thread has written to the store directly, if it has a transaction open. */
  public static void wrotePast(TableState state, Batch batch) {
    OpenTransaction open = INNERMOST.get() == null ? null : on(state.base());
    if (open != null) {
      batch.forEach(
          new Batch.Visitor() {
            @Override
            public void put(byte[] array, int offset, int length, int at, int valueLength) {
              delete(array, offset, length);
            }

            @Override
            public void delete(byte[] array, int offset, int length) {
              open.note(state, Arrays.copyOfRange(array, offset, offset + length));
            }

            @Override
            public void deleteRange(KeyRange range) {}
          });
    }
  }

  /** The same for one record in a store without atomic batches. */
  public static void wrotePast(TableState state, byte[] key) {
    OpenTransaction open = INNERMOST.get() == null ? null : on(state.base());
    if (open != null) {
      open.note(state, key);
    }
  }

  private void note(TableState state, byte[] key) {
    if (attempt.conflictsWith(key)) {
      past.put(key, state);
    }
  }

  /** Where a write goes that is not part of the open transaction, so that it is noted too. */
  static Writes noting(TableState state, Writes out) {
    OpenTransaction open = INNERMOST.get() == null ? null : on(state.base());
    if (open == null) {
      return out;
    }
    return new Writes() {
      @Override
      public void put(byte[] key, byte[] value) {
        out.put(key, value);
        open.note(state, key.clone());
      }

      @Override
      public void delete(byte[] key) {
        out.delete(key);
        open.note(state, key.clone());
      }

      @Override
      public void deleteRange(KeyRange range) {
        out.deleteRange(range);
      }
    };
  }

  /** Notes that this thread has changed the definition of a table meanwhile. */
  public static void redefined(TableState state) {
    OpenTransaction open = INNERMOST.get() == null ? null : on(state.base());
    if (open != null) {
      open.redefined = state.layout().def().name();
    }
  }

  /** The conflict itself, or why no retry would help. */
  private RuntimeException explained(ConflictException conflict) {
    byte[] key = conflict.key();
    TableState state = key == null ? null : past.get(key);
    if (key != null && state != null) {
      return new TableException(
          "the transaction cannot be committed, and a retry would not help: the same thread"
              + " wrote "
              + describe(state, key)
              + " directly, outside of the transaction, which had read it. Write it with"
              + " tx.on(table), or before or after transact. Nothing of the transaction was"
              + " written; the direct write was",
          conflict);
    }
    if (key == null && redefined != null) {
      return new TableException(
          "the transaction cannot be committed, and a retry would not help: the same thread"
              + " changed the definition of table "
              + redefined
              + " within it. Change definitions before or after transact. Nothing of the"
              + " transaction was written; the changed definition was",
          conflict);
    }
    return conflict;
  }

  private static String describe(TableState state, byte[] key) {
    String name = state.layout().def().name();
    return state.layout().primary().everything().contains(key)
        ? "the row " + KeyDescriptions.describe(state.layout().primary(), key) + " of table " + name
        : "to a range of table " + name;
  }
}
