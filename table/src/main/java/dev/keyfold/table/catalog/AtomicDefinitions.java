package dev.keyfold.table.catalog;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.write.OpenTransaction;
import dev.keyfold.table.write.TableState;
import java.util.function.Consumer;

/**
 * Definition changes in a store with atomic batches: the catalog entry and the data of the change
 * are written in one batch.
 */
public final class AtomicDefinitions extends Definitions {
  public AtomicDefinitions(Catalog catalog, Functions functions) {
    super(catalog, functions);
  }

  @Override
  public synchronized int nextId() {
    Catalog.NextId next = catalog.nextId();
    Batch batch = new Batch();
    batch.put(Catalog.NEXT_ID_KEY, next.after());
    catalog.write(batch);
    return next.id();
  }

  @Override
  public void create(TableDef def, Consumer<Batch> also) {
    Batch batch = new Batch();
    Catalog.put(batch, def);
    also.accept(batch);
    catalog.write(batch);
  }

  @Override
  public TableDef change(TableState state, Change change) {
    state.definitionLock().writeLock().lock();
    try {
      Batch batch = new Batch();
      TableLayout next = compile(change.apply(state.layout().def(), batch));
      Catalog.put(batch, next.def());
      try {
        state.store().write(batch, Durability.SYNC);
      } catch (RuntimeException failure) {
        settle(state, next, failure);
        throw failure;
      }
      state.become(next);
      OpenTransaction.redefined(state);
      return next.def();
    } finally {
      state.definitionLock().writeLock().unlock();
    }
  }

  @Override
  public TableDef changeAtOnce(TableState state, Change change) {
    return change(state, change);
  }

  @Override
  public void drop(TableState state) {
    state.definitionLock().writeLock().lock();
    try {
      TableDef def = state.layout().def();
      // Who knows what is left if the write fails: this handle writes nothing more.
      state.drop("dropping it failed; open the table again to see whether it still exists");
      Batch batch = new Batch();
      Catalog.remove(batch, def.name());
      Catalog.clear(batch, def);
      catalog.write(batch);
      state.drop("it was dropped");
    } finally {
      state.definitionLock().writeLock().unlock();
    }
  }

  @Override
  public void rename(TableState state, String to) {
    state.definitionLock().writeLock().lock();
    try {
      TableDef def = state.layout().def();
      state.drop("renaming it failed; open the table again to see its name");
      Batch batch = new Batch();
      Catalog.remove(batch, def.name());
      Catalog.put(batch, def.withName(to));
      catalog.write(batch);
      state.drop("it was renamed to " + to);
    } finally {
      state.definitionLock().writeLock().unlock();
    }
  }

  @Override
  public void dropUnopened(String name) {
    Batch batch = catalog.clearing(name);
    Catalog.remove(batch, name);
    catalog.write(batch);
  }

  /**
   * After a write that failed nobody knows whether it is in the store, and a table must not
   * continue by a definition that is not the stored one: a dropped index would answer with nothing.
   */
  private void settle(TableState state, TableLayout next, RuntimeException failure) {
    try {
      TableDef stored = catalog.find(next.def().name());
      if (stored != null && stored.toString().equals(next.def().toString())) {
        state.become(next);
      }
    } catch (RuntimeException unreadable) {
      failure.addSuppressed(unreadable);
      state.drop("its definition could be neither written nor read back; open the store again");
    }
  }
}
