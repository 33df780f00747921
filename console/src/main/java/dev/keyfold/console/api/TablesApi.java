package dev.keyfold.console.api;

import dev.keyfold.console.backend.Backend;
import dev.keyfold.console.backend.Places;
import dev.keyfold.console.http.Fields;
import dev.keyfold.console.http.Request;
import dev.keyfold.console.http.Response;
import dev.keyfold.console.http.Router;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.structures.Work;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.SourceDef;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tables with their fields and keys, and the databases of structures. Creates tables. */
final class TablesApi {
  private static final int MOST_SHARDS = 65_536;

  private static final RangeEstimate NOTHING = new RangeEstimate(0, 0);

  private final Backend backend;
  private final int redisPort;

  /**
   * @param redisPort where Redis clients connect, for instructions
   */
  TablesApi(Backend backend, int redisPort) {
    this.backend = backend;
    this.redisPort = redisPort;
  }

  /** Takes its addresses. */
  void register(Router router) {
    router.getNames("/api/overview", this::overview);
    router.change("/api/table/create", this::create);
  }

  private Response create(Request request) {
    Fields asked = request.json();
    TableBuilder builder =
        new TableBuilder(asked.text("name")).fields(asked.text("fields")).key(asked.text("key"));
    int shards = (int) asked.number("shards", 0, 0, MOST_SHARDS);
    Table<Row> table = backend.tables().create(shards == 0 ? builder : builder.shards(shards));
    backend.changed();
    return Response.json(Map.of("name", table.name()));
  }

  private Response overview(Request request) {
    List<Object> tables = new ArrayList<>();
    boolean all = request.caller().rights() != Request.Rights.NAMES;
    if (all) {
      for (TableDef def : backend.tables().list()) {
        tables.add(table(backend.places().layout(def)));
      }
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("tables", tables);
    json.put("databases", backend.read(work -> databases(work, all)));
    json.put(
        "structureBytes",
        all ? backend.store().estimate(Places.Place.STRUCTURES.range()).bytes() : null);
    json.put("redisPort", redisPort);
    return Response.json(json);
  }

  private List<Object> databases(Work work, boolean counted) {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < backend.structures().options().databases(); i++) {
      long names = work.space(i).keys().size();
      if (names > 0 || i == 0) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("number", i);
        one.put("names", counted ? names : null);
        list.add(one);
      }
    }
    return list;
  }

  private Map<String, Object> table(TableLayout layout) {
    TableDef def = layout.def();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", def.name());
    List<Object> fields = new ArrayList<>();
    for (int i = 0; i < def.fields().size(); i++) {
      FieldDef field = def.fields().get(i);
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", field.name());
      one.put("type", field.type().toString());
      one.put("nullable", field.nullable());
      one.put("key", layout.primary().positionOf(i) >= 0);
      fields.add(one);
    }
    json.put("fields", fields);
    List<Object> keys = new ArrayList<>();
    RangeEstimate rows = NOTHING;
    SourceDef source = def.source();
    if (source == null) {
      rows = backend.store().estimate(layout.primary().everything());
    } else {
      Map<String, Object> view = new LinkedHashMap<>();
      view.put("over", source.url());
      view.put("values", source.values());
      view.put("where", source.where().toString());
      try {
        rows = backend.tables().table(def.name()).estimate();
      } catch (StoreException gone) { // the other tables are shown all the same
        view.put("problem", gone.getMessage());
      }
      json.put("view", view);
    }
    Map<String, Object> primary = new LinkedHashMap<>();
    primary.put("name", "primary");
    primary.put("text", def.key().toString());
    primary.put("format", def.primary().format());
    primary.put("state", "readable");
    primary.put("shards", def.shards());
    primary.put("shardBy", def.shardBy());
    primary.put("entries", rows.count());
    primary.put("bytes", rows.bytes());
    keys.add(primary);
    for (IndexLayout index : layout.indexes()) {
      RangeEstimate estimate = backend.store().estimate(index.key().everything());
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", index.name());
      one.put("text", index.def().text().toString());
      one.put("state", index.def().state().word());
      one.put("shards", index.def().shards());
      one.put("shardBy", index.def().shardBy());
      one.put("entries", estimate.count());
      one.put("bytes", estimate.bytes());
      keys.add(one);
    }
    json.put("keys", keys);
    json.put("rows", rows.count());
    json.put("bytes", rows.bytes());
    json.put("options", def.options());
    return json;
  }
}
