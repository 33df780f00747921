package dev.keyfold.table.catalog;

import dev.keyfold.codec.KeyException;
import dev.keyfold.store.Batch;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.write.StoredDefinition;
import dev.keyfold.table.write.TableState;
import java.util.function.Consumer;

/**
 * Changes the definitions of tables while others use them. The one place where that happens, in
 * always the same steps: the definition's lock is held exclusively, so nobody writes by the old
 * definition any more; the catalog's entry is written; then the new layout counts. For several
 * threads.
 */
public abstract class Definitions {
  public final Catalog catalog;
  private final Functions functions;

  public Definitions(Catalog catalog, Functions functions) {
    this.catalog = catalog;
    this.functions = functions;
  }

  /** What becomes of a definition. */
  @FunctionalInterface
  public interface Change {
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
  public final TableLayout compile(TableDef def) {
    try {
      return TableLayout.of(def, functions);
    } catch (KeyException e) {
      throw new TableException("table " + def.name() + ": " + e.getMessage(), e);
    }
  }

  /** The same for a definition that is to be stored: throws unless the catalog can keep it. */
  public final TableLayout prepare(TableDef def) {
    TableLayout layout = compile(def);
    byte[] unused = StoredDefinition.text(layout.def());
    return layout;
  }

  /** An id that nothing in this store has had before. On disk before it is used. */
  public abstract int nextId();

  /**
   * Stores the definition of a new table; refused if another process was faster.
   *
   * @param also adds what is to be written with it
   */
  public abstract void create(TableDef def, Consumer<Batch> also);

  /** Changes the table's definition; what it is then. */
  public abstract TableDef change(TableState state, Change change);

  /**
   * The same for a change that needs no waiting: processes that do not know it yet are correct,
   * too.
   */
  public abstract TableDef changeAtOnce(TableState state, Change change);

  /** Removes the table with all that belongs to it. */
  public abstract void drop(TableState state);

  /** Gives the table another name, which no other table has; its open handles end. */
  public abstract void rename(TableState state, String to);

  /**
   * Removes a table that has no layout, because its definition is damaged or lacks a function, as
   * far as that still tells what is its own.
   */
  public abstract void dropUnopened(String name);
}
