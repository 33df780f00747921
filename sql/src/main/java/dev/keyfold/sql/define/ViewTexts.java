package dev.keyfold.sql.define;

import dev.keyfold.sql.catalog.SqlCatalog;
import dev.keyfold.sql.catalog.SqlObject;
import dev.keyfold.sql.catalog.TableFacts;
import dev.keyfold.sql.row.Workshop;
import dev.keyfold.table.Tables;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.TableDef;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The queries behind views, and behind tables with hidden columns. */
public final class ViewTexts {
  private final Tables tables;
  private final SqlCatalog catalog;

  public ViewTexts(Tables tables, SqlCatalog catalog) {
    this.tables = tables;
    this.catalog = catalog;
  }

  /** The query for a name, null if it is a table with all its columns, or nothing. */
  public @Nullable String of(String name) {
    if (name.startsWith(InformationSchema.PREFIX)) {
      return new InformationSchema(tables, catalog)
          .query(name.substring(InformationSchema.PREFIX.length()));
    }
    SqlObject.View view = catalog.view(name);
    if (view != null) {
      return view.columns().isEmpty()
          ? view.query()
          : "SELECT * FROM (" + view.query() + ") AS \"v\" (" + list(view.columns()) + ")";
    }
    if (!tables.has(name)) {
      return null;
    }
    TableDef def = tables.table(name).definition();
    TableFacts facts = catalog.facts(def);
    List<FieldDef> visible = facts.visible(def);
    return visible.size() == def.fields().size()
        ? null
        : "SELECT "
            + list(visible.stream().map(FieldDef::name).toList())
            + " FROM \""
            + Workshop.WITH_HIDDEN
            + "\".\""
            + name
            + '"';
  }

  private static String list(List<String> names) {
    return names.stream()
        .map(name -> '"' + name.replace("\"", "\"\"") + '"')
        .collect(Collectors.joining(", "));
  }
}
