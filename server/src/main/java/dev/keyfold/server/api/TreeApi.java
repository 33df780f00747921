package dev.keyfold.server.api;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.server.http.HttpException;
import dev.keyfold.server.http.Request;
import dev.keyfold.server.http.Response;
import dev.keyfold.server.http.Router;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.View;
import dev.keyfold.table.schema.KeyLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The keys of a table or index as a tree: shard, then the values of each field. Each child costs
 * one leap of a cursor, whatever lies below it.
 */
public final class TreeApi {
  private static final int PAGE = 100;
  private static final int MOST = 1_000;
  private static final int SHARD_BYTES = 2;

  private final Backend backend;

  /** Over that data. */
  public TreeApi(Backend backend) {
    this.backend = backend;
  }

  /** Takes its addresses. */
  public void register(Router router) {
    router.get("/api/tree/keys", this::keys);
  }

  /** The key of a table by name: {@code primary}, or an index. */
  static KeyLayout layout(Backend backend, String table, String key) {
    return Places.of(backend.places().layout(backend.table(table).definition())).stream()
        .map(Places.Place::layout)
        .filter(layout -> layout.name().equals(key))
        .findFirst()
        .orElseThrow(
            () -> new HttpException(404, "table " + table + " has no index '" + key + "'"));
  }

  /** The bytes of hexadecimal text in an address. */
  static byte[] hex(String text) {
    try {
      return Bytes.parseHex(text);
    } catch (IllegalArgumentException e) {
      throw new HttpException(400, e.getMessage());
    }
  }

  private Response keys(Request request) {
    KeyLayout layout = layout(backend, request.need("table"), request.get("key", "primary"));
    byte[] prefix = hex(request.get("prefix", Bytes.toHex(layout.prefix())));
    if (!Bytes.startsWith(prefix, layout.prefix())) {
      throw new HttpException(400, "the prefix is not one of this key");
    }
    int limit = request.number("limit", PAGE, 1, MOST);
    byte[] after = hex(request.get("after", ""));
    int sharded = layout.schema().shards() > 0 ? 1 : 0;
    int level = request.number("level", 0, 0, layout.schema().size() + sharded - 1);
    int field = level - sharded;

    List<Object> children = new ArrayList<>();
    byte[] last = null;
    boolean more = false;
    KeyRange all = KeyRange.prefix(prefix);
    byte[] start = after.length == 0 ? all.start() : Bytes.successor(after);
    if (start != null && (all.isUnbounded() || Bytes.compare(start, all.end()) < 0)) {
      try (View view = backend.store().view();
          Cursor cursor = view.scan(Scan.between(start, all.end()).withoutValues())) {
        while (cursor.next()) {
          if (children.size() == limit) {
            more = true;
            break;
          }
          byte[] key = cursor.key().toArray();
          last = childOf(layout, key, field);
          children.add(child(layout, key, last, field, prefix.length));
          byte[] next = Bytes.successor(last);
          if (next == null) {
            break;
          }
          cursor.seek(next);
        }
      }
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("level", level);
    json.put("name", field < 0 ? "shard" : layout.schema().field(field).name());
    json.put("type", field < 0 ? layout.schema().shards() + " shards" : typeOf(layout, field));
    json.put("leaf", field == layout.schema().size() - 1);
    json.put("children", children);
    json.put("next", more && last != null ? Bytes.toHex(last) : null);
    return Response.json(json);
  }

  private static String typeOf(KeyLayout layout, int field) {
    KeyField of = layout.schema().field(field);
    return of.type() + (of.order().isDescending() ? " desc" : "");
  }

  /** The beginning of the key that all keys below the child share. */
  private static byte[] childOf(KeyLayout layout, byte[] key, int field) {
    int id = layout.prefixLength();
    if (field < 0) {
      return Arrays.copyOf(key, Math.min(key.length, id + SHARD_BYTES));
    }
    try {
      byte[] inner = Arrays.copyOfRange(key, id, key.length);
      return Arrays.copyOf(key, id + layout.schema().prefixLength(inner, field + 1));
    } catch (KeyException malformed) {
      return key;
    }
  }

  private Map<String, Object> child(
      KeyLayout layout, byte[] key, byte[] child, int field, int parentLength) {
    KeySchema schema = layout.schema();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("prefix", Bytes.toHex(child));
    json.put("own", Bytes.toHex(child, Math.min(parentLength, child.length), child.length));
    if (field < 0) {
      json.put("label", "shard " + (Bytes.getShort(child, layout.prefixLength()) & 0xFFFF));
    } else {
      try {
        Object value =
            schema
                .newReader()
                .reset(key, layout.prefixLength(), key.length - layout.prefixLength())
                .field(field)
                .get();
        json.put("label", ValueText.print(schema.field(field).type(), value));
      } catch (KeyException malformed) {
        json.put("label", "not readable");
        json.put("error", malformed.getMessage());
      }
    }
    if (field < schema.size() - 1) {
      RangeEstimate estimate = backend.store().estimate(KeyRange.prefix(child));
      json.put("about", estimate.count());
    }
    return json;
  }
}
