package dev.keyfold.sql.statement;

import dev.keyfold.sql.parse.Statement;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.row.Target;
import dev.keyfold.sql.row.Workshop;
import dev.keyfold.sql.session.Executable;
import dev.keyfold.sql.session.Outcome;
import dev.keyfold.sql.session.SessionState;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** TRUNCATE: deletes all rows of tables, whatever the scan limit is. */
final class TruncateStatement implements Executable {
  private final Workshop shop;
  private final Statement.Truncate truncate;

  TruncateStatement(Workshop shop, Statement.Truncate truncate) {
    this.shop = shop;
    this.truncate = truncate;
  }

  @Override
  public List<SqlColumn> parameters() {
    return List.of();
  }

  @Override
  public List<SqlColumn> columns() {
    return List.of();
  }

  @Override
  public Outcome run(SessionState session, @Nullable Object[] parameters) {
    List<Target> targets = truncate.tables().stream().map(shop::changed).toList();
    return session
        .open()
        .run(
            shop.tables(),
            tx -> {
              for (Target target : targets) {
                var table = tx.on(target.table());
                List<Object[]> keys = new ArrayList<>();
                try (Rows<Row> rows = table.where().allowScan(Long.MAX_VALUE).open()) {
                  rows.forEach(row -> keys.add(target.keyOf(row)));
                }
                keys.forEach(key -> table.delete(key));
              }
              return Outcome.done("TRUNCATE TABLE");
            });
  }
}
