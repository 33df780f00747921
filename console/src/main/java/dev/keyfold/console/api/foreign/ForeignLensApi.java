package dev.keyfold.console.api.foreign;

import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.console.api.lens.LensApi;
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
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Explains keys of a store of another program by a schema, between their neighbours there. */
final class ForeignLensApi {
  private static final int MOST_SHARDS = 65_535;
  private static final int SAMPLES = 8;

  private final Store store;

  ForeignLensApi(Store store) {
    this.store = store;
  }

  /** Takes its addresses. */
  void register(Router router) {
    router.ask("/api/lens", this::explain);
    router.get("/api/formats", request -> LensApi.formats());
    router.get("/api/sample", request -> sample());
  }

  private Response explain(Request request) {
    Fields asked = request.json();
    KeyInput input = KeyInput.parse(asked.text("key"), asked.text("form", "auto"));
    byte[] key = input.key();
    if (key.length == 0) {
      throw new HttpException(400, "the key is empty: paste one as hex, escaped text or base64");
    }
    KeySchema schema =
        ForeignApi.schema(
            asked.text("schema", ""),
            asked.text("format", ""),
            (int) asked.number("shards", 0, 0, MOST_SHARDS),
            (int) asked.number("shardBy", 0, 0, MOST_SHARDS));
    Function<byte[], Explained> read =
        other ->
            schema == null
                ? Explained.of(other, Places.Place.UNKNOWN)
                : Explained.of(other, schema);
    Explained explained = read.apply(key);
    Map<String, Object> json = explained.toJson();
    json.put("rules", schema == null ? null : OrderReason.rules(schema));
    byte[] value = key.length <= StoreLimits.KEY_BYTES ? store.get(key) : null;
    json.put("stored", value != null);
    json.put("valueLength", value == null ? null : value.length);
    NavigableSet<byte[]> others = LensApi.others(asked);
    boolean given = !others.isEmpty();
    byte[] before = given ? others.lower(key) : first(Scan.between(new byte[0], key).reverse());
    byte[] after = given ? others.higher(key) : first(Scan.between(Bytes.next(key), null));
    json.put("neighbours", LensApi.neighbours(explained, before, after, read));
    json.put("form", input.form());
    return Response.json(json);
  }

  private byte @Nullable [] first(Scan scan) {
    try (Cursor cursor = store.scan(scan.limit(1).withoutValues())) {
      return cursor.next() ? cursor.key().toArray() : null;
    }
  }

  /** The first keys, one for each first byte. */
  private Response sample() {
    List<Object> samples = new ArrayList<>();
    try (Cursor cursor = store.scan(Scan.everything().withoutValues())) {
      while (samples.size() < SAMPLES && cursor.next()) {
        byte[] key = cursor.key().toArray();
        Map<String, Object> json = Explained.of(key, Places.Place.UNKNOWN).brief();
        json.put("what", KeyInput.escaped(key));
        samples.add(json);
        byte[] next = key.length == 0 ? new byte[1] : Bytes.successor(Arrays.copyOf(key, 1));
        if (next == null) {
          break;
        }
        cursor.seek(next);
      }
    }
    return Response.json(Map.of("samples", samples));
  }
}
