package dev.keyfold.sql.row;

import dev.keyfold.sql.catalog.TableFacts;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.Fragment;
import dev.keyfold.sql.parse.SqlLexer;
import dev.keyfold.sql.parse.SqlToken;
import dev.keyfold.sql.session.SessionState;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.TableDef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Expressions over the columns of one row, evaluated by the query side. */
public final class RowExpressions {
  private final Workshop shop;
  private final SessionState session;
  private final Target target;

  public RowExpressions(Workshop shop, SessionState session, Target target) {
    this.shop = shop;
    this.session = session;
    this.target = target;
  }

  /** An expression that is stored as text. */
  public static Fragment stored(String text) {
    List<SqlToken> tokens = SqlLexer.tokens(text);
    return new Fragment(text, tokens.subList(0, tokens.size() - 1));
  }

  /** Throws if the row violates a CHECK of the table. */
  public void check(@Nullable Object[] row) {
    List<TableFacts.Check> checks = target.facts().checks();
    if (checks.isEmpty()) {
      return;
    }
    Composed query = new Composed().add("SELECT ");
    for (int i = 0; i < checks.size(); i++) {
      query.add(i == 0 ? "(" : ", (").add(stored(checks.get(i).condition())).add(")");
    }
    from(query, target.def(), target.def().name(), row);
    List<@Nullable Object[]> results = shop.rows(session, query, new Object[0]);
    @Nullable Object[] result = results.get(0);
    for (int i = 0; i < result.length; i++) {
      if (Boolean.FALSE.equals(result[i])) {
        TableFacts.Check check = checks.get(i);
        throw new SqlStateException(
            SqlStates.CHECK_VIOLATION,
            "the new row of table "
                + target.def().name()
                + " violates the check "
                + check.name()
                + ": "
                + check.condition());
      }
    }
  }

  /** Adds the row as the table that is read. */
  public static void from(Composed query, TableDef target, String alias, @Nullable Object[] row) {
    query.add(" FROM ");
    values(query, target, alias, row);
  }

  /** {@code (SELECT CAST(? AS INTEGER) AS "a", …) AS "alias"}. */
  public static void values(Composed query, TableDef target, String alias, @Nullable Object[] row) {
    query.add("(SELECT ");
    List<FieldDef> fields = target.fields();
    String comma = "";
    for (int i = 0; i < fields.size(); i++) {
      query.add(comma).add("CAST(").value(row[i]).add(" AS ");
      query.add(FieldColumns.typeName(fields.get(i).type())).add(") AS ");
      query.name(fields.get(i).name());
      comma = ", ";
    }
    query.add(") AS ").name(alias);
  }
}
