package dev.keyfold.server.api;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.server.http.Fields;
import dev.keyfold.server.http.HttpException;
import dev.keyfold.server.http.Request;
import dev.keyfold.server.http.Response;
import dev.keyfold.server.http.Router;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Explains any key: what each byte is for, and why it sorts where it does. */
public final class LensApi {
  private static final int MOST_SHARDS = 65_536;

  private final Backend backend;

  /** Over that data. */
  public LensApi(Backend backend) {
    this.backend = backend;
  }

  /** Takes its addresses. */
  public void register(Router router) {
    router.ask("/api/lens", this::explain);
    router.get("/api/formats", request -> formats());
    router.get("/api/sample", this::sample);
  }

  private static Response formats() {
    return Response.json(
        Map.of("formats", KeyFormats.all().stream().map(KeyFormat::name).toList()));
  }

  private Response explain(Request request) {
    Fields asked = request.json();
    KeyInput input = KeyInput.parse(asked.text("key"), asked.text("form", "auto"));
    if (input.key().length == 0) {
      throw new HttpException(400, "there is no key: paste one as hex, escaped or base64");
    }
    String schemaText = asked.text("schema", "");
    Map<String, Object> json;
    if (schemaText.isBlank()) {
      json = ofStore(input.key());
    } else {
      json = Explained.of(input.key(), schema(asked, schemaText)).toJson();
      json.put("neighbours", Map.of());
      json.put("stored", null);
    }
    json.put("form", input.form());
    return Response.json(json);
  }

  private static KeySchema schema(Fields asked, String text) {
    try {
      KeySchema schema =
          KeySchema.parse(text, KeyFormats.named(asked.text("format", KeyFormats.NATIVE.name())));
      int shards = (int) asked.number("shards", 0, 0, MOST_SHARDS);
      return shards == 0 ? schema : schema.withShards(shards);
    } catch (KeyException e) {
      throw new HttpException(400, e.getMessage());
    }
  }

  private Map<String, Object> ofStore(byte[] key) {
    List<Places.Place> all = backend.places().all();
    Explained explained = Explained.of(key, Places.of(key, all));
    Map<String, Object> json = explained.toJson();
    byte[] value = backend.store().get(key);
    json.put("stored", value != null);
    json.put("valueLength", value == null ? null : value.length);
    Map<String, Object> neighbours = new LinkedHashMap<>();
    byte[] before = neighbour(Scan.between(new byte[0], key).reverse());
    byte[] after = neighbour(Scan.between(Arrays.copyOf(key, key.length + 1), null));
    if (before != null) {
      Explained other = Explained.of(before, Places.of(before, all));
      neighbours.put("before", neighbour(other, OrderReason.of(other, explained)));
    }
    if (after != null) {
      Explained other = Explained.of(after, Places.of(after, all));
      neighbours.put("after", neighbour(other, OrderReason.of(explained, other)));
    }
    json.put("neighbours", neighbours);
    return json;
  }

  private static Map<String, Object> neighbour(Explained other, Map<String, Object> reason) {
    Map<String, Object> json = other.toJson();
    json.put("reason", reason);
    return json;
  }

  private byte[] neighbour(Scan scan) {
    try (Cursor cursor = backend.store().scan(scan.limit(1).withoutValues())) {
      return cursor.next() ? cursor.key().toArray() : null;
    }
  }

  /** Some keys of the store, one of each table, index and kind of structure, to begin with. */
  private Response sample(Request request) {
    List<Places.Place> all = backend.places().all();
    List<Object> samples =
        java.util.stream.Stream.concat(
                all.stream().map(place -> Scan.over(place.range())),
                java.util.stream.IntStream.range(0xD0, 0xD6)
                    .mapToObj(first -> Scan.prefix(new byte[] {(byte) first})))
            .map(this::neighbour)
            .filter(key -> key != null)
            .limit(12)
            .map(key -> (Object) sample(key, all))
            .toList();
    return Response.json(Map.of("samples", samples));
  }

  private static Map<String, Object> sample(byte[] key, List<Places.Place> all) {
    Explained explained = Explained.of(key, Places.of(key, all));
    Map<String, Object> json = explained.brief();
    json.put("what", explained.toJson().get("what"));
    return json;
  }
}
