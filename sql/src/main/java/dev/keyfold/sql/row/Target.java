package dev.keyfold.sql.row;

import dev.keyfold.sql.catalog.TableFacts;
import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.Nearest;
import dev.keyfold.sql.parse.Statement.Name;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.TableDef;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The table that a statement changes. */
public record Target(Table<Row> table, TableDef def, TableFacts facts) {
  /** Position of a column, which may be hidden; throws if none exists. */
  public int indexOf(Name column) {
    int index = def.indexOf(column.text());
    if (index < 0) {
      throw unknown(column);
    }
    return index;
  }

  public SqlStateException unknown(Name column) {
    List<String> names = facts.visible(def).stream().map(FieldDef::name).toList();
    String near = Nearest.hint(column.text(), names);
    return SqlErrors.at(
        SqlStates.UNDEFINED_COLUMN,
        "found the column '"
            + column.text()
            + "', expected one of table "
            + def.name()
            + ": "
            + String.join(", ", names),
        column.at(),
        near);
  }

  /** The names of the primary key's columns. */
  public List<String> key() {
    return def.key().fields();
  }

  /** Positions of the columns in which rows must differ: of the key and of unique indexes. */
  public Set<Integer> identifying() {
    Set<Integer> positions = new HashSet<>();
    key().forEach(name -> positions.add(def.indexOf(name)));
    for (IndexDef index : def.indexes()) {
      if (index.text().unique()) {
        index.text().parts().forEach(part -> positions.add(def.indexOf(part.expression().field())));
        index.text().where().conditions().forEach(c -> positions.add(def.indexOf(c.field())));
      }
    }
    return positions;
  }

  /** The values of the primary key of a row. */
  public Object[] keyOf(Row row) {
    return key().stream().map(row::get).toArray();
  }

  /** The values of a row, in the order of the fields. */
  public Object[] valuesOf(Row row) {
    Object[] values = new Object[def.fields().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = row.get(i);
    }
    return values;
  }
}
