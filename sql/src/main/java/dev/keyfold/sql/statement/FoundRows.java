package dev.keyfold.sql.statement;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.parse.Fragment;
import dev.keyfold.sql.row.Assigned;
import dev.keyfold.sql.row.Composed;
import dev.keyfold.sql.row.MapKeys;
import dev.keyfold.sql.row.Target;
import dev.keyfold.sql.row.Workshop;
import dev.keyfold.sql.session.SessionState;
import dev.keyfold.table.schema.FieldDef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows that UPDATE and DELETE change: through a query for their primary keys, so that the
 * same keys serve it and the same scan_limit bounds it as of a SELECT.
 */
final class FoundRows {
  private final Workshop shop;
  private final Target target;
  private final String alias;

  /**
   * A row that was found.
   *
   * @param key values of the primary key, as the fields read them
   * @param values of the expressions
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Found(Object[] key, @Nullable Object[] values) {}

  FoundRows(Workshop shop, Target target, @Nullable String alias) {
    this.shop = shop;
    this.target = target;
    this.alias = alias == null ? target.def().name() : alias;
  }

  /** The query for keys and expressions. */
  Composed query(List<Fragment> expressions, @Nullable Fragment from, @Nullable Fragment where) {
    Composed query = new Composed().add("SELECT ");
    String comma = "";
    for (String column : target.key()) {
      query.add(comma).name(alias).add(".").name(column);
      comma = ", ";
    }
    int number = 0;
    for (Fragment expression : expressions) {
      query.add(", (").add(expression).add(") AS ").name("value " + ++number);
    }
    query.add(" FROM ");
    if (target.facts().visible(target.def()).size() < target.def().fields().size()) {
      query.name(Workshop.WITH_HIDDEN).add(".");
    }
    query.name(target.def().name()).add(" AS ").name(alias);
    if (from != null) {
      query.add(", ").add(from);
    }
    if (where != null) {
      query.add(" WHERE ").add(where);
    }
    return query;
  }

  /** The rows, each once: of several matches of a join the first counts. */
  List<Found> find(
      SessionState session,
      List<Fragment> expressions,
      @Nullable Fragment from,
      @Nullable Fragment where,
      @Nullable Object[] parameters)
      throws SqlStateException {
    List<Found> found = new ArrayList<>();
    Set<List<Object>> seen = new HashSet<>();
    int keys = target.key().size();
    for (@Nullable Object[] row : shop.rows(session, query(expressions, from, where), parameters)) {
      Object[] key = new Object[keys];
      for (int i = 0; i < keys; i++) {
        FieldDef field = target.def().fields().get(target.def().indexOf(target.key().get(i)));
        key[i] = Assigned.to(field, target.facts(), row[i], -1);
      }
      if (seen.add(MapKeys.comparable(key))) {
        found.add(new Found(key, java.util.Arrays.copyOfRange(row, keys, row.length)));
      }
    }
    return found;
  }
}
