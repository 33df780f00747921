package dev.keyfold.console.api;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.console.backend.Backend;
import dev.keyfold.console.backend.KeyInput;
import dev.keyfold.console.backend.Places;
import dev.keyfold.console.http.HttpException;
import dev.keyfold.console.http.Request;
import dev.keyfold.console.http.Response;
import dev.keyfold.console.http.Router;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.View;
import dev.keyfold.table.schema.KeyLayout;
import dev.keyfold.table.schema.TableDef;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The keys of a table or index as a tree: the values of each field, over all shards. A node is
 * identified by the first bytes of its keys; if the shard depends on fields further down, by those
 * bytes without the shard, marked as {@code merged}. Shards are shown on request.
 */
final class TreeApi {
  private static final int PAGE = 100;
  private static final int MOST = 1_000;
  private static final int ESTIMATED = 16;

  private final Backend backend;

  /** Over that data. */
  TreeApi(Backend backend) {
    this.backend = backend;
  }

  /** Takes its addresses. */
  void register(Router router) {
    router.get("/api/tree/keys", request -> backend.unmetered(() -> keys(request)));
    router.get("/api/tree/shards", request -> backend.unmetered(() -> shards(request)));
  }

  /** The key of a table by name: {@code primary}, or an index. */
  static KeyLayout layout(Backend backend, String table, String key) {
    TableDef def = backend.table(table).definition();
    if (def.source() != null) {
      throw new HttpException(400, "table " + table + " is a view: its rows are only queried");
    }
    return Places.of(backend.places().layout(def)).stream()
        .map(Places.Place::layout)
        .filter(layout -> layout.name().equals(key))
        .findFirst()
        .orElseThrow(
            () -> new HttpException(404, "table " + table + " has no index '" + key + "'"));
  }

  /**
   * A node of the tree: the bytes before the fields, and the bytes of the fields.
   *
   * @param roots one, or one per shard
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Spot(List<byte[]> roots, byte[] fields) {
    static Spot of(KeyLayout layout, byte[] prefix, boolean merged) {
      if (!Bytes.startsWith(prefix, layout.prefix())) {
        throw new HttpException(400, "the prefix does not belong to this key");
      }
      boolean all = merged || layout.schema().shards() == 0;
      int root = layout.prefixLength() + (all ? 0 : layout.schema().shardPrefix(0).length);
      if (prefix.length < root) {
        throw new HttpException(
            400, "the prefix has no shard; send merged=true for a prefix over all shards");
      }
      return new Spot(
          all ? KeyTree.roots(layout) : List.of(Arrays.copyOf(prefix, root)),
          Arrays.copyOfRange(prefix, root, prefix.length));
    }

    List<KeyRange> ranges() {
      return roots.stream().map(root -> KeyRange.prefix(KeyTree.join(root, fields))).toList();
    }
  }

  private Response keys(Request request) {
    KeyLayout layout = layout(backend, request.need("table"), request.get("key", "primary"));
    KeySchema schema = layout.schema();
    String asked = request.get("prefix", "");
    byte[] prefix = asked.isEmpty() ? layout.prefix() : KeyInput.bytesOf(asked);
    boolean merged = asked.isEmpty() || request.get("merged", "").equals("true");
    Spot spot = Spot.of(layout, prefix, merged);
    int limit = request.number("limit", PAGE, 1, MOST);
    byte[] after = KeyInput.bytesOf(request.get("after", ""));
    int level = request.number("level", 0, 0, schema.size() - 1);

    KeyTree.Page page;
    try (View view = backend.store().view()) {
      page =
          new KeyTree(layout, level)
              .children(view, spot.roots, spot.fields, after.length == 0 ? null : after, limit);
    }
    boolean below = spot.roots.size() > 1 && level + 1 < schema.shardBy();
    List<Object> children = new ArrayList<>();
    page.children().forEach(child -> children.add(child(layout, child, level, below)));
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("level", level);
    json.put("name", schema.field(level).name());
    json.put("type", typeOf(schema.field(level)));
    json.put("leaf", level == schema.size() - 1);
    json.put("children", children);
    int last = page.children().size() - 1;
    json.put("next", page.more() ? Bytes.toHex(page.children().get(last).fields()) : null);
    return Response.json(json);
  }

  private static String typeOf(KeyField of) {
    return of.type() + (of.order().isDescending() ? " desc" : "");
  }

  private Map<String, Object> child(
      KeyLayout layout, KeyTree.Child child, int level, boolean merged) {
    KeySchema schema = layout.schema();
    byte[] before = merged ? layout.prefix() : child.roots().get(0);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("prefix", Bytes.toHex(KeyTree.join(before, child.fields())));
    json.put("merged", merged);
    json.put("shards", schema.shards() == 0 ? 0 : child.roots().size());
    try {
      byte[] key = child.key();
      int id = layout.prefixLength();
      Object value = schema.newReader().reset(key, id, key.length - id).field(level).get();
      json.put("label", ValueText.print(schema.field(level).type(), value));
    } catch (KeyException malformed) {
      json.put("label", "not readable");
      json.put("error", malformed.getMessage());
    }
    if (level < schema.size() - 1) {
      json.put("about", about(child));
    }
    return json;
  }

  /** Of a value in many shards some are looked at, as the number is a rough one anyway. */
  private long about(KeyTree.Child child) {
    int looked = Math.min(ESTIMATED, child.roots().size());
    long count = 0;
    for (byte[] root : child.roots().subList(0, looked)) {
      KeyRange range = KeyRange.prefix(KeyTree.join(root, child.fields()));
      count += backend.store().estimate(range).count();
    }
    return count * child.roots().size() / looked;
  }

  /** The shards that have keys. */
  private Response shards(Request request) {
    KeyLayout layout = layout(backend, request.need("table"), request.get("key", "primary"));
    int limit = request.number("limit", PAGE, 1, MOST);
    int shards = layout.schema().shards();
    int from = request.number("after", -1, -1, shards) + 1;
    List<Object> children = new ArrayList<>();
    int shard = from - 1;
    boolean more = false;
    try (View view = backend.store().view();
        Cursor cursor = view.scan(Scan.over(layout.everything()).withoutValues())) {
      if (from < shards) {
        cursor.seek(layout.shardStart(from));
      }
      while (from < shards && cursor.next()) {
        if (children.size() == limit) {
          more = true;
          break;
        }
        shard = layout.shardOf(cursor.key());
        byte[] root = layout.shardStart(shard);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("prefix", Bytes.toHex(root));
        json.put("merged", false);
        json.put("label", "shard " + shard);
        json.put("about", backend.store().estimate(KeyRange.prefix(root)).count());
        children.add(json);
        byte[] next = Bytes.successor(root);
        if (next == null) {
          break;
        }
        cursor.seek(next);
      }
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", "shard");
    json.put("leaf", false);
    json.put("children", children);
    json.put("next", more ? String.valueOf(shard) : null);
    return Response.json(json);
  }
}
