package dev.keyfold.console.api;

import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.console.backend.Backend;
import dev.keyfold.console.backend.Explained;
import dev.keyfold.console.backend.Places;
import dev.keyfold.console.http.Fields;
import dev.keyfold.console.http.Request;
import dev.keyfold.console.http.Response;
import dev.keyfold.console.http.Router;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.TableLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** New rows: what would be written, byte by byte, and then that. */
final class RowInsertApi {
  private final Backend backend;

  /** Over that data. */
  RowInsertApi(Backend backend) {
    this.backend = backend;
  }

  /** Takes its addresses. */
  void register(Router router) {
    router.ask("/api/row/insert/preview", this::preview);
    router.change("/api/row/insert", this::insert);
  }

  /** A row that was sent, with the key it would have. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Sent(Table<Row> table, TableLayout layout, Row row, byte[] key) {}

  private Sent sent(Fields asked) {
    Table<Row> table = backend.table(asked.text("table"));
    TableLayout layout = backend.places().layout(table.definition());
    Row row = Row.of(layout.def(), asked.object("row"));
    Object[] key = layout.primary().parts().stream().map(part -> row.get(part.source())).toArray();
    return new Sent(
        table, layout, row, layout.primary().storeKey(layout.primary().schema().encode(key)));
  }

  private Response preview(Request request) {
    Sent sent = sent(request.json());
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("key", Explained.of(sent.key, Places.of(sent.layout).get(0)).toJson());
    json.put("exists", backend.store().get(sent.key) != null);
    List<Object> fields = new ArrayList<>();
    for (int i = 0; i < sent.layout.def().fields().size(); i++) {
      FieldDef field = sent.layout.def().fields().get(i);
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", field.name());
      one.put("after", ValueText.print(field.type(), sent.row.get(i)));
      fields.add(one);
    }
    json.put("fields", fields);
    json.put("added", RowApi.entries(sent.layout, sent.row));
    return Response.json(json);
  }

  private Response insert(Request request) {
    Sent sent = sent(request.json());
    sent.table.insert(sent.row);
    backend.changed();
    return Response.json(Map.of("key", Bytes.toHex(sent.key)));
  }
}
