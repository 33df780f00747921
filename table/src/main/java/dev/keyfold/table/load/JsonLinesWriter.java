package dev.keyfold.table.load;

import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.TableDef;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rows as JSON objects, one a line, with every field in the table's order. */
public final class JsonLinesWriter implements RowSink {
  private final List<FieldDef> fields;
  private final JsonWriter json;
  private final Map<String, Object> values = new LinkedHashMap<>();

  public JsonLinesWriter(TableDef table, OutputStream out) throws IOException {
    this.fields = table.fields();
    this.json = new JsonWriter(out);
  }

  @Override
  public void begin() {}

  @Override
  public void write(RowAccess row) throws IOException {
    for (int i = 0; i < fields.size(); i++) {
      FieldDef field = fields.get(i);
      values.put(field.name(), Written.of(field, row.get(i)));
    }
    json.line(values);
  }
}
