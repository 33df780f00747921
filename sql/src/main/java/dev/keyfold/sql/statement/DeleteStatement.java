package dev.keyfold.sql.statement;

import dev.keyfold.sql.parse.Statement;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.row.Target;
import dev.keyfold.sql.row.Workshop;
import dev.keyfold.sql.session.Executable;
import dev.keyfold.sql.session.Outcome;
import dev.keyfold.sql.session.SessionState;
import dev.keyfold.sql.statement.FoundRows.Found;
import dev.keyfold.table.ManualTransaction;
import dev.keyfold.table.Row;
import dev.keyfold.table.TableOperations;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** DELETE. */
final class DeleteStatement implements Executable {
  private static final String TAG = "DELETE";

  private final Workshop shop;
  private final Statement.Delete delete;
  private final int parameters;

  DeleteStatement(Workshop shop, Statement.Delete delete, int parameters) {
    this.shop = shop;
    this.delete = delete;
    this.parameters = parameters;
  }

  @Override
  public List<SqlColumn> parameters() {
    return Workshop.parameters(parameters);
  }

  @Override
  public List<SqlColumn> describeParameters() {
    if (parameters == 0) {
      return List.of();
    }
    Target target = shop.target(delete.table());
    ParameterTypes types = new ParameterTypes(shop, target, parameters);
    types.in(
        new FoundRows(shop, target, delete.alias())
            .query(List.of(), delete.using(), delete.where()));
    return types.list();
  }

  @Override
  public List<SqlColumn> columns() {
    return delete.returning() == null
        ? List.of()
        : returning(shop.target(delete.table())).columns();
  }

  private Returning returning(Target target) {
    return new Returning(shop, target, delete.alias(), delete.returning());
  }

  @Override
  public Outcome run(SessionState session, @Nullable Object[] values) {
    Target target = shop.changed(delete.table());
    return session.open().run(shop.tables(), tx -> run(session, tx, target, values));
  }

  private Outcome run(
      SessionState session, ManualTransaction tx, Target target, @Nullable Object[] values) {
    List<Found> found =
        new FoundRows(shop, target, delete.alias())
            .find(session, List.of(), delete.using(), delete.where(), values);
    TableOperations<Row> table = tx.on(target.table());
    List<@Nullable Object[]> done = new ArrayList<>();
    for (Found each : found) {
      Row old = delete.returning() == null ? null : table.get(each.key());
      if (table.delete(each.key())) {
        done.add(old == null ? new Object[0] : target.valuesOf(old));
      }
    }
    return returning(target).outcome(session, TAG, done, values);
  }
}
