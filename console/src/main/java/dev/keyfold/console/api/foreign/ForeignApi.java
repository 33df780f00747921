package dev.keyfold.console.api.foreign;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import dev.keyfold.codec.guess.KeyGuess;
import dev.keyfold.codec.guess.Proposal;
import dev.keyfold.console.backend.KeyInput;
import dev.keyfold.console.http.HttpException;
import dev.keyfold.console.http.Request;
import dev.keyfold.console.http.Response;
import dev.keyfold.console.http.Router;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.KeySample;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.View;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a store of another program, as a tree by a schema that the user gives, or as a plain
 * list; and its entries. A node is identified by the first bytes of its keys, so that the format
 * need not be known between two requests.
 */
final class ForeignApi {
  private static final int PAGE = 100;
  private static final int MOST = 1_000;
  private static final int MOST_SHARDS = 65_535;
  private static final int SAMPLED = 600;

  /** So many bytes of a value are shown. */
  private static final int SHOWN = 64 << 10;

  private static final KeyRange EVERYTHING = KeyRange.of(new byte[0], null);

  private final Store store;

  ForeignApi(Store store) {
    this.store = store;
  }

  /** Takes its addresses. */
  void register(Router router) {
    router.get("/api/overview", request -> overview());
    router.get("/api/foreign/guess", this::guess);
    router.get("/api/foreign/keys", this::keys);
    router.get("/api/foreign/entry", this::entry);
  }

  private Response overview() {
    RangeEstimate estimate = store.estimate(EVERYTHING);
    Map<String, Object> foreign = new LinkedHashMap<>();
    foreign.put("store", store.toString());
    foreign.put("entries", estimate.count());
    foreign.put("bytes", estimate.bytes());
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("tables", List.of());
    json.put("databases", List.of());
    json.put("foreign", foreign);
    return Response.json(json);
  }

  private Response guess(Request request) {
    byte[] prefix = KeyInput.bytesOf(request.get("prefix", ""));
    KeyGuess guess;
    try (View view = store.view()) {
      guess = KeyGuess.of(KeySample.of(view, KeyRange.prefix(prefix), SAMPLED));
    }
    List<Object> proposals = new ArrayList<>();
    for (Proposal proposal : guess.proposals()) {
      KeySchema schema = proposal.schema();
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("format", schema.format().name());
      one.put("schema", schema.toString());
      one.put("shards", schema.shards());
      one.put("shardBy", schema.shardBy());
      one.put("decoded", proposal.decoded());
      one.put("keys", proposal.keys());
      one.put("evidence", proposal.evidence());
      proposals.add(one);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("keys", guess.keys());
    json.put("observations", guess.observations());
    json.put("proposals", proposals);
    return Response.json(json);
  }

  /** The schema of a request; null if it has none. */
  static @Nullable KeySchema schema(String text, String format, int shards, int shardBy) {
    if (text.isBlank()) {
      return null;
    }
    try {
      KeySchema schema =
          KeySchema.parse(text, KeyFormats.named(format.isEmpty() ? "native" : format));
      return shards == 0
          ? schema
          : shardBy == 0 ? schema.withShards(shards) : schema.withShards(shards, shardBy);
    } catch (KeyException e) {
      throw new HttpException(400, HttpException.messageOf(e));
    }
  }

  /** Below a prefix the values of the next field; without a schema, keys. */
  private Response keys(Request request) {
    KeySchema schema =
        schema(
            request.get("schema", ""),
            request.get("format", ""),
            request.number("shards", 0, 0, MOST_SHARDS),
            request.number("shardBy", 0, 0, MOST_SHARDS));
    byte[] prefix = KeyInput.bytesOf(request.get("prefix", ""));
    byte[] after = KeyInput.bytesOf(request.get("after", ""));
    int limit = request.number("limit", PAGE, 1, MOST);
    int levels = schema == null ? 1 : schema.size() + (schema.shards() > 0 ? 1 : 0);
    int level = request.number("level", 0, 0, levels - 1);
    boolean leaf = level == levels - 1;
    List<Object> children = new ArrayList<>();
    byte[] last = null;
    boolean more = false;
    try (View view = store.view();
        Cursor cursor = view.scan(Scan.over(KeyRange.prefix(prefix)).withoutValues())) {
      byte[] start = after.length == 0 ? prefix : startAfter(after, leaf);
      if (start != null && start.length > 0) {
        cursor.seek(start);
      }
      while (start != null && cursor.next()) {
        if (children.size() == limit) {
          more = true;
          break;
        }
        byte[] key = cursor.key().toArray();
        last = schema == null ? key : beginning(schema, key, level);
        boolean whole = leaf || last.length == key.length;
        children.add(child(schema, key, last, level, whole));
        start = whole ? start : startAfter(last, false);
        if (start != null && !whole) {
          cursor.seek(start);
        }
      }
    }
    Map<String, Object> json = new LinkedHashMap<>();
    boolean shard = schema != null && schema.shards() > 0 && level == 0;
    int field = schema != null && schema.shards() > 0 ? level - 1 : level;
    json.put("level", level);
    json.put("name", schema == null ? "key" : shard ? "shard" : schema.field(field).name());
    json.put("type", schema == null || shard ? "" : schema.field(field).type().toString());
    json.put("leaf", leaf);
    json.put("children", children);
    json.put("next", more && last != null ? Bytes.toHex(last) : null);
    return Response.json(json);
  }

  /** The first place after a key, or after all that begin with these bytes; null: the end. */
  private static byte @Nullable [] startAfter(byte[] bytes, boolean key) {
    return key ? Bytes.next(bytes) : Bytes.successor(bytes);
  }

  /** The bytes of the fields up to a level; all of a key that does not fit. */
  private static byte[] beginning(KeySchema schema, byte[] key, int level) {
    try {
      int fields = level + (schema.shards() > 0 ? 0 : 1);
      schema.decode(key); // a key of which only the beginning fits would be in the wrong place
      return Arrays.copyOf(key, schema.prefixLength(key, fields));
    } catch (KeyException e) {
      return key;
    }
  }

  private Map<String, Object> child(
      @Nullable KeySchema schema, byte[] key, byte[] prefix, int level, boolean whole) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("prefix", Bytes.toHex(prefix));
    json.put("key", whole ? Bytes.toHex(key) : null);
    json.put("leaf", whole);
    if (schema == null) {
      json.put("label", KeyInput.escaped(key));
      return json;
    }
    try {
      List<Object> values = schema.decode(key);
      int field = schema.shards() > 0 ? level - 1 : level;
      json.put(
          "label",
          field < 0
              ? "shard " + Bytes.toHex(prefix)
              : ValueText.print(schema.field(field).type(), values.get(field)));
      if (!whole) {
        json.put("about", store.estimate(KeyRange.prefix(prefix)).count());
      }
    } catch (KeyException e) {
      json.put("label", KeyInput.escaped(key));
      json.put("error", e.getMessage());
    }
    return json;
  }

  private Response entry(Request request) {
    byte[] key = KeyInput.bytesOf(request.need("key"));
    byte[] value = get(key);
    if (value == null) {
      throw new HttpException(404, "no entry has the key " + Bytes.toHex(key));
    }
    int shown = Math.min(value.length, SHOWN);
    boolean text = Utf8.indexOfMalformed(value, 0, value.length) < 0;
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("key", Bytes.toHex(key));
    json.put("escapedKey", KeyInput.escaped(key));
    json.put("length", value.length);
    json.put("shown", shown);
    json.put("hex", Bytes.toHex(value, 0, shown));
    json.put("escaped", KeyInput.escaped(Arrays.copyOf(value, shown)));
    json.put(
        "text", text && shown == value.length ? new String(value, StandardCharsets.UTF_8) : null);
    return Response.json(json);
  }

  /** Keys that are longer than ours, or empty, are only found by a scan. */
  private byte @Nullable [] get(byte[] key) {
    if (key.length > 0 && key.length <= StoreLimits.KEY_BYTES) {
      return store.get(key);
    }
    try (Cursor cursor = store.scan(Scan.between(key, null).limit(1))) {
      return cursor.next() && sameBytes(cursor.key(), key) ? cursor.value().toArray() : null;
    }
  }

  private static boolean sameBytes(Slice found, byte[] key) {
    return Arrays.equals(found.toArray(), key);
  }
}
