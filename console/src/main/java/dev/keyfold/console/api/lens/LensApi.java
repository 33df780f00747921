package dev.keyfold.console.api.lens;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.console.backend.Backend;
import dev.keyfold.console.backend.Explained;
import dev.keyfold.console.backend.KeyInput;
import dev.keyfold.console.backend.OrderReason;
import dev.keyfold.console.backend.Places;
import dev.keyfold.console.http.Fields;
import dev.keyfold.console.http.HttpException;
import dev.keyfold.console.http.Request;
import dev.keyfold.console.http.Response;
import dev.keyfold.console.http.Router;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Explains any key: the meaning of each byte, and why the key sorts where it does. */
public final class LensApi {
  private static final int MOST_SHARDS = 65_536;
  private static final int MOST_OTHERS = 1_000;

  private final Backend backend;

  /** Over that data. */
  public LensApi(Backend backend) {
    this.backend = backend;
  }

  /** Takes its addresses. */
  public void register(Router router) {
    router.ask("/api/lens", this::explain);
    router.get("/api/formats", request -> formats());
    router.get("/api/sample", request -> backend.unmetered(this::sample));
  }

  public static Response formats() {
    return Response.json(
        Map.of("formats", KeyFormats.all().stream().map(KeyFormat::name).toList()));
  }

  private Response explain(Request request) {
    Fields asked = request.json();
    KeyInput input = KeyInput.parse(asked.text("key"), asked.text("form", "auto"));
    if (input.key().length == 0) {
      throw new HttpException(400, "the key is empty: paste one as hex, escaped text or base64");
    }
    String schemaText = asked.text("schema", "");
    Map<String, Object> json;
    if (schemaText.isBlank()) {
      json = ofStore(input.key(), others(asked));
    } else {
      json = ofSchema(input.key(), schema(asked, schemaText), others(asked));
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
      throw new HttpException(400, HttpException.messageOf(e));
    }
  }

  /** Keys given for comparison: one per line, sorted. */
  public static NavigableSet<byte[]> others(Fields asked) {
    NavigableSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
    for (String line : asked.text("others", "").lines().limit(MOST_OTHERS).toList()) {
      if (!line.isBlank()) {
        keys.add(KeyInput.parse(line, asked.text("form", "auto")).key());
      }
    }
    return keys;
  }

  private static Map<String, Object> ofSchema(
      byte[] key, KeySchema schema, NavigableSet<byte[]> others) {
    Explained explained = Explained.of(key, schema);
    Map<String, Object> json = explained.toJson();
    json.put("stored", null);
    json.put("rules", OrderReason.rules(schema));
    Function<byte[], Explained> read = other -> Explained.of(other, schema);
    json.put("neighbours", neighbours(explained, others.lower(key), others.higher(key), read));
    return json;
  }

  public static Map<String, Object> neighbours(
      Explained key,
      byte @Nullable [] before,
      byte @Nullable [] after,
      Function<byte[], Explained> read) {
    Map<String, Object> neighbours = new LinkedHashMap<>();
    if (before != null) {
      Explained other = read.apply(before);
      neighbours.put("before", neighbour(other, OrderReason.of(other, key)));
    }
    if (after != null) {
      Explained other = read.apply(after);
      neighbours.put("after", neighbour(other, OrderReason.of(key, other)));
    }
    return neighbours;
  }

  private Map<String, Object> ofStore(byte[] key, NavigableSet<byte[]> others) {
    List<Places.Place> all = backend.places().all();
    Places.Place place = Places.of(key, all);
    Explained explained = Explained.of(key, place);
    Map<String, Object> json = explained.toJson();
    json.put("rules", place.layout() == null ? null : OrderReason.rules(place.keys().schema()));
    byte[] value = backend.store().get(key);
    json.put("stored", value != null);
    json.put("valueLength", value == null ? null : value.length);
    boolean given = !others.isEmpty();
    byte[] before = given ? others.lower(key) : neighbour(Scan.between(new byte[0], key).reverse());
    byte[] after = given ? others.higher(key) : neighbour(Scan.between(Bytes.next(key), null));
    json.put(
        "neighbours",
        neighbours(explained, before, after, other -> Explained.of(other, Places.of(other, all))));
    return json;
  }

  private static Map<String, Object> neighbour(Explained other, Map<String, Object> reason) {
    Map<String, Object> json = other.toJson();
    json.put("reason", reason);
    return json;
  }

  private byte @Nullable [] neighbour(Scan scan) {
    try (Cursor cursor = backend.store().scan(scan.limit(1).withoutValues())) {
      return cursor.next() ? cursor.key().toArray() : null;
    }
  }

  /** Some keys of the store, one of each table, index and kind of structure, to begin with. */
  private Response sample() {
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
