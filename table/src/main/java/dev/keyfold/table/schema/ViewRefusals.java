package dev.keyfold.table.schema;

import dev.keyfold.table.errors.TableException;

/** What views cannot do, because their rows belong to another program. */
public final class ViewRefusals {
  private ViewRefusals() {}

  /** Throws if the table is a view. */
  public static void refuse(TableDef table, String why) {
    if (table.source() != null) {
      throw refused(table, why);
    }
  }

  /**
   * The refusal.
   *
   * @param why what continues after the name of the view: {@code has no indexes}
   */
  public static TableException refused(TableDef view, String why) {
    SourceDef source = view.source();
    return new TableException(
        "table "
            + view.name()
            + " is a view over "
            + (source == null ? "another store" : source.url())
            + " and "
            + why
            + "; to change the data, import them into a table of their own");
  }
}
