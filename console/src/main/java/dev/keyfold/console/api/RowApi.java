package dev.keyfold.console.api;

import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.XxHash64;
import dev.keyfold.console.backend.Backend;
import dev.keyfold.console.backend.Capped;
import dev.keyfold.console.backend.Explained;
import dev.keyfold.console.backend.KeyInput;
import dev.keyfold.console.backend.Places;
import dev.keyfold.console.http.Fields;
import dev.keyfold.console.http.HttpException;
import dev.keyfold.console.http.Request;
import dev.keyfold.console.http.Response;
import dev.keyfold.console.http.Router;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.KeyLayout;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableLayout;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row with its raw key, its value and its entries in all indexes; changes with a preview. A
 * change carries a hash of the row it is based on (optimistic concurrency), so that unseen changes
 * are never overwritten.
 */
final class RowApi {
  private final Backend backend;

  /** Over that data. */
  RowApi(Backend backend) {
    this.backend = backend;
  }

  /** Takes its addresses. */
  void register(Router router) {
    router.get(
        "/api/row",
        request -> Response.json(show(find(request.need("table"), request.need("key")))));
    router.get("/api/row/value", this::download);
    router.ask("/api/row/preview", this::preview);
    router.change("/api/row/put", this::put);
    router.change("/api/row/delete", this::delete);
  }

  /** A row that is there, with everything that it is made of. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Found(
      Table<Row> table, TableLayout layout, byte[] key, byte[] value, RowView view, Row row) {
    String tag() {
      return Long.toHexString(XxHash64.hash(value, 0, value.length));
    }
  }

  /** The row of a record's key, or of an index entry's. */
  private Found find(String tableName, String hex) {
    Table<Row> table = backend.table(tableName);
    TableLayout layout = backend.places().layout(table.definition());
    if (layout.def().source() != null) {
      throw new HttpException(400, "table " + tableName + " is a view: its rows are only queried");
    }
    byte[] key = recordKey(layout, KeyInput.bytesOf(hex));
    byte[] value = backend.store().get(key);
    RowView view = new RowView(layout);
    if (value != null) {
      view.record(key, 0, key.length, value, 0, value.length);
    }
    if (value == null || view.header().isExpired(System.currentTimeMillis())) {
      throw new HttpException(404, "this row no longer exists");
    }
    return new Found(table, layout, key, value, view, Row.of(layout.def(), written(layout, view)));
  }

  /** The values of a row as they are written, which is what rows are made of. */
  private static Map<String, Object> written(TableLayout layout, RowAccess row) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < layout.def().fields().size(); i++) {
      FieldDef field = layout.def().fields().get(i);
      values.put(field.name(), written(field, row.get(i)));
    }
    return values;
  }

  /** The record's key of whatever key of the table. */
  static byte[] recordKey(TableLayout layout, byte[] key) {
    if (Bytes.startsWith(key, layout.primary().prefix())) {
      return key;
    }
    for (IndexLayout index : layout.indexes()) {
      KeyLayout entry = index.key();
      if (Bytes.startsWith(key, entry.prefix())) {
        List<Object> parts =
            entry.schema().decode(Arrays.copyOfRange(key, entry.prefixLength(), key.length));
        Object[] primary = new Object[layout.primary().schema().size()];
        for (int i = 0; i < primary.length; i++) {
          primary[i] = parts.get(index.primaryPlace(i));
        }
        return layout.primary().storeKey(layout.primary().schema().encode(primary));
      }
    }
    throw new HttpException(
        400, "key " + Bytes.toHex(key) + " does not belong to table " + layout.def().name());
  }

  private Map<String, Object> show(Found found) {
    TableLayout layout = found.layout;
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("table", layout.def().name());
    json.put("key", Explained.of(found.key, Places.of(layout).get(0)).toJson());
    json.put("tag", found.tag());
    List<Object> fields = new ArrayList<>();
    for (int i = 0; i < layout.def().fields().size(); i++) {
      fields.add(field(layout, i, found.row));
    }
    json.put("fields", fields);
    long expiry = found.view.header().expiry();
    json.put("expires", expiry == RowHeader.NEVER ? null : Instant.ofEpochMilli(expiry).toString());
    json.put("version", layout.def().has("versioned") ? found.view.header().version() : null);
    int shown = Math.min(found.value.length, Capped.PREVIEW);
    json.put(
        "value", Map.of("length", found.value.length, "hex", Bytes.toHex(found.value, 0, shown)));
    json.put("indexes", entries(layout, found.view));
    return json;
  }

  private static Map<String, Object> field(TableLayout layout, int i, RowAccess row) {
    FieldDef field = layout.def().fields().get(i);
    Object written = written(field, row.get(i));
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", field.name());
    json.put("type", field.type().toString());
    json.put("nullable", field.nullable());
    json.put("key", layout.primary().positionOf(i) >= 0);
    if (written instanceof String text && Capped.isLong(text)) {
      json.put("value", text.substring(0, Capped.PREVIEW));
      json.put("capped", text.length());
    } else {
      json.put("value", written);
      json.put("capped", null);
    }
    return json;
  }

  static @Nullable Object written(FieldDef field, @Nullable Object value) {
    return ValueText.write(field.exactType(), value);
  }

  static List<Object> entries(TableLayout layout, RowAccess row) {
    List<Object> list = new ArrayList<>();
    List<Places.Place> places = Places.of(layout);
    for (IndexLayout index : layout.indexes()) {
      Places.Place place =
          places.stream().filter(p -> p.layout() == index.key()).findFirst().orElseThrow();
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("name", index.name());
      json.put("text", index.def().text().toString());
      json.put("state", index.def().state().word());
      List<Object> entries = new ArrayList<>();
      for (byte[] key : index.keys(row, index.newKeyWriter())) {
        entries.add(Explained.of(key, place).brief());
      }
      json.put("entries", entries);
      list.add(json);
    }
    return list;
  }

  private Response download(Request request) {
    Found found = find(request.need("table"), request.need("key"));
    String name = request.need("field");
    int at = found.layout.def().indexOf(name);
    if (at < 0) {
      throw new HttpException(404, "table " + found.table.name() + " has no field '" + name + "'");
    }
    Object value = found.row.get(at);
    byte[] bytes =
        value instanceof byte[] raw
            ? raw
            : String.valueOf(written(found.layout.def().fields().get(at), value))
                .getBytes(StandardCharsets.UTF_8);
    return Response.stream("application/octet-stream", out -> out.write(bytes)).asDownload(name);
  }

  // --- changes ---

  /** The row with the fields of the request; the others stay unchanged. */
  private static Row changed(Found found, Map<String, Object> sent) {
    Map<String, Object> values = written(found.layout, found.row);
    values.putAll(sent);
    Row row = Row.of(found.layout.def(), values);
    for (KeyLayout.Part part : found.layout.primary().parts()) {
      Object before = found.row.get(part.source());
      if (!java.util.Objects.deepEquals(before, row.get(part.source()))) {
        throw new HttpException(
            400,
            "field "
                + part.field().name()
                + " is part of the key: insert another row and delete this one");
      }
    }
    return row;
  }

  private Response preview(Request request) {
    Fields asked = request.json();
    Found found = find(asked.text("table"), asked.text("key"));
    Map<String, Object> json = new LinkedHashMap<>();
    if (asked.flag("delete")) {
      json.put("removed", entries(found.layout, found.row));
      json.put("added", List.of());
      json.put("fields", List.of());
      return Response.json(json);
    }
    Row row = changed(found, asked.object("row"));
    List<Object> fields = new ArrayList<>();
    for (int i = 0; i < found.layout.def().fields().size(); i++) {
      FieldDef field = found.layout.def().fields().get(i);
      if (!java.util.Objects.deepEquals(found.row.get(i), row.get(i))) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("name", field.name());
        one.put("before", ValueText.print(field.type(), found.row.get(i)));
        one.put("after", ValueText.print(field.type(), row.get(i)));
        fields.add(one);
      }
    }
    List<Object> before = entries(found.layout, found.row);
    List<Object> after = entries(found.layout, row);
    json.put("fields", fields);
    json.put("removed", before.stream().filter(entry -> !after.contains(entry)).toList());
    json.put("added", after.stream().filter(entry -> !before.contains(entry)).toList());
    return Response.json(json);
  }

  private Found checked(Fields asked) {
    Found found = find(asked.text("table"), asked.text("key"));
    if (!found.tag().equals(asked.text("tag"))) {
      throw new HttpException(
          409, "this row was changed after you loaded it; load it again", Map.of("stale", true));
    }
    return found;
  }

  private Response put(Request request) {
    Fields asked = request.json();
    Found found = checked(asked);
    replace(found, changed(found, asked.object("row")));
    return Response.json(show(find(asked.text("table"), asked.text("key"))));
  }

  private Response delete(Request request) {
    replace(checked(request.json()), null);
    return Response.json(Map.of("deleted", true));
  }

  private void replace(Found found, @Nullable Row update) {
    if (!found.table.compareAndSetKeepingExpiry(found.row, update)) {
      throw new HttpException(
          409, "this row was changed after you loaded it; load it again", Map.of("stale", true));
    }
    backend.changed();
  }
}
