package dev.keyfold.table.load;

import dev.keyfold.table.entry.JsonWriter;
import dev.keyfold.table.entry.PrintedValues;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.schema.Columns;
import dev.keyfold.table.schema.FieldDef;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** Rows as JSON objects, one per line, with the fields in the order of their columns. */
public final class JsonLinesWriter implements RowSink {
  private final Columns columns;
  private final JsonWriter json;
  private final Map<String, Object> values = new LinkedHashMap<>();

  public JsonLinesWriter(Columns columns, OutputStream out) throws IOException {
    this.columns = columns;
    this.json = new JsonWriter(out);
  }

  @Override
  public void begin() {}

  @Override
  public void write(RowAccess row) throws IOException {
    for (int i = 0; i < columns.size(); i++) {
      FieldDef field = columns.field(i);
      values.put(field.name(), PrintedValues.of(field, row.get(columns.position(i))));
    }
    json.line(values);
  }
}
