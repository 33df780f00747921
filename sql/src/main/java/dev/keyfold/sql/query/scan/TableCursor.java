package dev.keyfold.sql.query.scan;

import dev.keyfold.codec.KeyType;
import dev.keyfold.sql.type.FieldValues;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.schema.RowView;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rows of one query of a table: decodes only the fields that were asked for. */
final class TableCursor implements ScanCursor {
  private final Rows<Row> rows;
  private final int[] fields;
  private final KeyType[] types;
  private final Function<ScanRefusedException, RuntimeException> refusal;

  TableCursor(
      Rows<Row> rows,
      int[] fields,
      List<KeyType> types,
      Function<ScanRefusedException, RuntimeException> refusal) {
    this.rows = rows;
    this.fields = fields;
    this.types = types.toArray(new KeyType[0]);
    this.refusal = refusal;
  }

  Rows<Row> rows() {
    return rows;
  }

  @Override
  public boolean next() {
    try {
      return rows.step();
    } catch (ScanRefusedException refused) {
      throw refusal.apply(refused);
    }
  }

  @Override
  public @Nullable Object[] row() {
    RowView view = rows.view();
    @Nullable Object[] row = new @Nullable Object[fields.length];
    for (int i = 0; i < row.length; i++) {
      row[i] = value(view, fields[i]);
    }
    return row;
  }

  @Nullable Object value(RowView view, int field) {
    KeyType type = types[field];
    return switch (type.kind()) {
      case STRING, ENUM -> view.getString(field);
      case INT64, UINT32 -> view.isNull(field) ? null : (Object) view.getLong(field);
      case INT32, UINT16 -> view.isNull(field) ? null : (Object) (int) view.getLong(field);
      case DECIMAL, DECIMAL_EXACT, DECIMAL_SCALED -> view.getDecimal(field);
      default -> FieldValues.toRuntime(type, view.get(field));
    };
  }

  @Override
  public long read() {
    return rows.work().readCount();
  }

  @Override
  public String work() {
    return rows.explain();
  }

  @Override
  public void close() {
    rows.close();
  }
}
