package dev.keyfold.table.upkeep;

import dev.keyfold.store.Writes;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.schema.TableDef;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Changes to the fields of a table, made together by {@link #apply} or not at all. No record is
 * rewritten: what is stored stays readable, and what would not is refused with the reason. Types
 * never change, and a field that may be null stays so. From {@link Tables#alter}; not for several
 * threads.
 *
 * <pre>{@code
 * tables.alter("orders").addField("note string null").renameField("at", "order_date").apply();
 * }</pre>
 */
public interface Alteration {
  /** Adds a field, {@code note string null}; records that are there have null in it. */
  Alteration addField(String field);

  /**
   * Adds a field to the table and to the end of its primary key. Keys that are there stay valid,
   * with null in it.
   */
  Alteration addKeyField(String field);

  /** Gives a field another name; keys, indexes and records follow. */
  Alteration renameField(String from, String to);

  /** Removes a field that is in no key and no index; its values are not to be seen any more. */
  Alteration removeField(String name);

  /**
   * Records written from now on are gone after this time unless they are written again; null: they
   * stay.
   */
  Alteration timeToLive(@Nullable Duration time);

  /** Counts from now on how often each record was written, for {@link Table#version}. */
  Alteration versioned();

  /** Writes further entries in the same batch: what somebody else keeps of the table. */
  Alteration also(BiConsumer<TableDef, Writes> writes);

  /** Makes all changes; the table's definition then. */
  TableDef apply();
}
