package dev.keyfold.table.catalog;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.Sharing;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.shared.Swaps;
import dev.keyfold.table.write.OpenTransaction;
import dev.keyfold.table.write.StoredDefinition;
import dev.keyfold.table.write.TableState;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Definition changes in a store that several processes share. A compare-and-set of the catalog
 * entry prevents lost updates; then it waits until every process has read the new definition, see
 * {@link Sharing}; only then it removes obsolete data. Thread-safe.
 */
public final class SharedDefinitions extends Definitions {
  private final Store store;
  private final Sharing sharing;

  public SharedDefinitions(Catalog catalog, Functions functions, Store store, Sharing sharing) {
    super(catalog, functions);
    this.store = store;
    this.sharing = sharing;
  }

  @Override
  public int nextId() {
    Catalog.NextId next = catalog.nextId();
    while (!isTaken(next)) {
      next = catalog.nextId();
    }
    return next.id();
  }

  /** If the answer is lost the id may be another's by now: then it is given to nobody. */
  private boolean isTaken(Catalog.NextId next) {
    try {
      return store.compareAndSet(Catalog.NEXT_ID_KEY, next.stored(), next.after(), Durability.SYNC);
    } catch (StoreUnavailableException lost) {
      return false;
    }
  }

  @Override
  public void create(TableDef def, Consumer<Batch> also) {
    Batch first = new Batch(); // under the table's id, which nobody has if this fails
    also.accept(first);
    if (first.count() > 0) {
      store.write(first, Durability.SYNC);
    }
    byte[] text = StoredDefinition.text(def);
    byte[] key = KeySpace.entry(KeySpace.TABLES, def.name());
    if (!Swaps.tryOne(store, key, null, text, Durability.SYNC)) {
      throw new TableException(
          "table " + def.name() + " already exists; open it, or drop it first");
    }
  }

  @Override
  public TableDef change(TableState state, Change change) {
    return change(state, change, state.sharing().settle());
  }

  @Override
  public TableDef changeAtOnce(TableState state, Change change) {
    return change(state, change, Duration.ZERO);
  }

  @Override
  public void rename(TableState state, String to) {
    throw new UnsupportedStoreException(
        "table "
            + state.layout().def().name()
            + " cannot be renamed in a store without atomic batches; copy its rows to a new table");
  }

  @Override
  public void dropUnopened(String name) {
    Batch rest = catalog.clearing(name);
    Batch entry = new Batch();
    Catalog.remove(entry, name);
    catalog.write(entry);
    pause(sharing.settle()); // others may still write by it
    if (!rest.isEmpty()) {
      catalog.write(rest);
    }
  }

  private TableDef change(TableState state, Change change, Duration settle) {
    while (true) {
      Batch also = new Batch();
      TableLayout next;
      state.definitionLock().writeLock().lock();
      try {
        String name = state.layout().def().name();
        byte[] key = KeySpace.entry(KeySpace.TABLES, name);
        byte[] stored = state.store().get(key);
        if (stored == null) {
          throw new TableException("table " + name + " was dropped by another process");
        }
        next = compile(change.apply(StoredDefinition.parse(name, stored), also));
        byte[] text = StoredDefinition.text(next.def());
        if (!replace(state.store(), key, stored, text)) {
          continue; // another process was faster: from its definition on
        }
        state.become(next);
        OpenTransaction.redefined(state);
      } finally {
        state.definitionLock().writeLock().unlock();
      }
      pause(settle);
      if (!also.isEmpty()) {
        state.store().write(also, Durability.SYNC);
      }
      return next.def();
    }
  }

  /** If the answer gets lost, what is stored tells. */
  private static boolean replace(Store store, byte[] key, byte[] stored, byte[] text) {
    try {
      return store.compareAndSet(key, stored, text, Durability.SYNC);
    } catch (StoreException lost) {
      byte[] now = store.get(key);
      if (Arrays.equals(now, text)) {
        return true;
      }
      if (lost instanceof StoreUnavailableException && Arrays.equals(now, stored)) {
        return false; // nothing has happened: once more
      }
      throw lost;
    }
  }

  @Override
  public void drop(TableState state) {
    TableDef def;
    state.definitionLock().writeLock().lock();
    try {
      def = state.layout().def();
      state.drop("dropping it failed; open the table again to see whether it still exists");
      state.store().delete(KeySpace.entry(KeySpace.TABLES, def.name()));
      state.drop("it was dropped");
    } finally {
      state.definitionLock().writeLock().unlock();
    }
    pause(state.sharing().settle());
    Batch batch = new Batch();
    Catalog.clear(batch, def);
    state.store().write(batch, Durability.SYNC);
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TableException(
          "interrupted while other processes learn of a changed definition; the change is made, but"
              + " obsolete data is not removed yet",
          e);
    }
  }
}
