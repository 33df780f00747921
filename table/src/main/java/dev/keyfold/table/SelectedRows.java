package dev.keyfold.table;

import dev.keyfold.table.plan.BoundQuery;
import dev.keyfold.table.schema.Columns;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.write.RowMaker;
import java.util.List;

/** Maps rows with a subset of the fields (projection). */
final class SelectedRows implements RowMaker<Row> {
  private final Columns columns;

  SelectedRows(TableLayout layout, List<String> fields) {
    this.columns = BoundQuery.of(layout, fields, List.of(), List.of()).columns();
  }

  @Override
  public Row read(RowView view) {
    Object[] values = new Object[columns.table().fields().size()];
    for (int i = 0; i < columns.size(); i++) {
      values[columns.position(i)] = view.get(columns.position(i));
    }
    return new Row(columns, values);
  }
}
