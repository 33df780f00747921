package dev.keyfold.table;

import dev.keyfold.codec.KeyWriter;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.schema.KeyLayout;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.schema.ValueLayout;
import dev.keyfold.table.write.RowMaker;
import dev.keyfold.table.write.RowMapper;
import java.util.List;

/** Maps untyped rows ({@link Row}). */
final class DynamicMapper implements RowMapper<Row> {
  private final TableLayout layout;

  DynamicMapper(TableLayout layout) {
    this.layout = layout;
  }

  @Override
  public RowAccess access(Row row) {
    return layout.asStored(row.as(layout.def()));
  }

  @Override
  public void writeKey(Row row, KeyWriter writer) {
    Row fitting = row.as(layout.def());
    for (KeyLayout.Part part : layout.primary().parts()) {
      writer.put(fitting.get(part.source()));
    }
  }

  @Override
  public void writeValue(Row row, KeyWriter writer) {
    Row fitting = row.as(layout.def());
    ValueLayout value = layout.value();
    for (int i = 0; i < value.size(); i++) {
      writer.put(fitting.get(value.source(i)));
    }
  }

  @Override
  public Row read(RowView view) {
    return new Row(layout.def(), view.toArray());
  }

  @Override
  public RowMaker<Row> selecting(List<String> fields) {
    return new SelectedRows(layout, fields);
  }

  @Override
  public RowMapper<Row> with(TableLayout next) {
    return new DynamicMapper(next);
  }
}
