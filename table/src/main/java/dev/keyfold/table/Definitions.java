package dev.keyfold.table;
import dev.keyfold.table.errors.TableException;

import dev.keyfold.codec.KeyException;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.where.Functions;
import java.time.Duration;

/**
 * Changes the definition of a table while others use it. The one place where that happens, in
 * always the same steps: the definition's lock is held exclusively, so nobody writes by the old
 * definition any more; the catalog's entry and whatever belongs to the change go to disk in one
 * batch; then the new layout counts. For several threads.
 */
final class Definitions {
  private final Catalog catalog;
  private final Functions functions;
  private final SharedDefinitions shared = new SharedDefinitions(this);

  Definitions(Catalog catalog, Functions functions) {
    this.catalog = catalog;
    this.functions = functions;
  }

  Catalog catalog() {
    return catalog;
  }

  /** What becomes of a definition. */
  @FunctionalInterface
  interface Change {
    /**
     * Called with the definition's lock held exclusively.
     *
     * @param now the definition as it is
     * @param also for what is to be written together with the new definition
     * @return the new definition; throws to leave everything as it is
     */
    TableDef apply(TableDef now, Batch also);
  }

  /** Compiles a definition, or says what does not fit. */
  TableLayout compile(TableDef def) {
    try {
      return TableLayout.of(def, functions);
    } catch (KeyException e) {
      throw new TableException("table " + def.name() + ": " + e.getMessage(), e);
    }
  }

  /** The same for a definition that is to be stored: throws unless the catalog can keep it. */
  TableLayout prepare(TableDef def) {
    TableLayout layout = compile(def);
    byte[] unused = Catalog.text(layout.def());
    return layout;
  }

  /** Changes the table's definition; what it is then. */
  TableDef change(TableState state, Change change) {
    if (state.isShared()) {
      return shared.change(state, change, state.sharing().settle());
    }
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

  /** The same for a change that nobody needs to wait for: whoever does not know is right too. */
  TableDef changeAtOnce(TableState state, Change change) {
    return state.isShared() ? shared.change(state, change, Duration.ZERO) : change(state, change);
  }

  /** Removes the table with all that belongs to it. */
  void drop(TableState state) {
    if (state.isShared()) {
      shared.drop(state);
      return;
    }
    state.definitionLock().writeLock().lock();
    try {
      TableDef def = state.layout().def();
      // Who knows what is left if the write fails: this handle writes nothing more.
      state.drop("dropping it has failed; ask for the table again, and see");
      catalog.drop(def);
      state.drop("it was dropped");
    } finally {
      state.definitionLock().writeLock().unlock();
    }
  }

  /** Removes a table that has no layout: its definition is damaged, or lacks a function. */
  void dropUnopened(String name, Duration settle) {
    catalog.dropUnopened(name, () -> SharedDefinitions.pause(settle));
  }

  /**
   * After a write that failed nobody knows whether it is in the store, and a table must not go on
   * by a definition that is not the stored one: a dropped index would answer with nothing.
   */
  private void settle(TableState state, TableLayout next, RuntimeException failure) {
    try {
      TableDef stored = catalog.find(next.def().name());
      if (stored != null && stored.toString().equals(next.def().toString())) {
        state.become(next);
      }
    } catch (RuntimeException unreadable) {
      failure.addSuppressed(unreadable);
      state.drop("its definition could not be written, and then not be read; open the store again");
    }
  }
}
