package dev.keyfold.console.api.heat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.console.backend.Backend;
import dev.keyfold.console.backend.Places;
import dev.keyfold.console.heat.HeatRecorder;
import dev.keyfold.console.heat.HeatRecorder.Column;
import dev.keyfold.console.heat.HeatRecorder.Sample;
import dev.keyfold.console.http.Request;
import dev.keyfold.console.http.Response;
import dev.keyfold.console.http.Router;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The heat map: load by key range, and the balance of shards. */
public final class HeatApi {
  private static final int COLUMNS = 60;
  private static final int MOST = 180;
  private static final int SHARDS_SHOWN = 1_024;

  private final Backend backend;
  private final HeatRecorder recorder;
  private final StructureOwners owners = new StructureOwners();

  /** Over that data. */
  public HeatApi(Backend backend, HeatRecorder recorder) {
    this.backend = backend;
    this.recorder = recorder;
  }

  /** Takes its addresses. */
  public void register(Router router) {
    router.get("/api/heat", this::heat);
    router.get("/api/shards", this::shards);
  }

  private Response heat(Request request) {
    int columns = request.number("columns", COLUMNS, 1, MOST);
    return Response.json(backend.unmetered(() -> heat(columns)));
  }

  private Map<String, Object> heat(int most) {
    List<Column> columns;
    try (View view = backend.store().view()) {
      columns = owners.named(recorder.columns(most), view);
    }
    HeatKeys keys = HeatKeys.of(backend);
    HeatGrid grid = new HeatGrid(columns, keys);
    Map<String, Object> json = grid.toJson();
    json.put("seconds", HeatRecorder.COLUMN_SECONDS);
    json.put("findings", new HeatDiagnosis(columns, grid.segments()).findings());
    json.put("hottest", new HottestKeys(grid.segments(), keys).toJson());
    return json;
  }

  private Response shards(Request request) {
    List<Column> columns = recorder.columns(COLUMNS);
    List<Object> keys = new ArrayList<>();
    for (Places.Place place : backend.places().all()) {
      int shards = place.keys().schema().shards();
      if (shards > 0 && shards <= SHARDS_SHOWN) {
        keys.add(balance(place, shards, columns));
      }
    }
    return Response.json(Map.of("keys", keys));
  }

  private Map<String, Object> balance(Places.Place place, int shards, List<Column> columns) {
    KeySegment segment = new KeySegment(place.title(), place, -1);
    byte[] prefix = place.keys().prefix();
    long[] load = new long[shards];
    int samples = 0;
    for (Column column : columns) {
      for (Sample sample : column.samples()) {
        int shard = segment.shardOf(sample.key());
        if (Bytes.startsWith(sample.key(), prefix) && shard < shards) {
          load[shard] += sample.weight();
          samples++;
        }
      }
    }
    long[] entries = new long[shards];
    for (int i = 0; i < shards; i++) {
      byte[] first = place.keys().shardStart(i);
      RangeEstimate estimate = backend.store().estimate(KeyRange.prefix(first));
      entries[i] = estimate.count();
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("key", place.title());
    json.put("shards", shards);
    json.put("entries", Arrays.stream(entries).boxed().toList());
    json.put("load", Arrays.stream(load).boxed().toList());
    json.put("entriesMaxMean", maxToMean(entries));
    json.put("loadMaxMean", maxToMean(load));
    json.put("samples", samples);
    json.put("chance", chance(samples, shards));
    return json;
  }

  /** How much the fullest is above the average; null if all are empty. */
  static @Nullable Double maxToMean(long[] values) {
    long sum = Arrays.stream(values).sum();
    return sum == 0 ? null : Arrays.stream(values).max().orElse(0) * (double) values.length / sum;
  }

  /**
   * The highest max/mean that is plausible by chance if the samples are distributed evenly over the
   * shards: with few samples the fullest shard is far above the average although nothing is wrong.
   * By Bernstein's inequality, over all shards. Null without samples.
   */
  static @Nullable Double chance(int samples, int shards) {
    double mean = samples / (double) shards;
    double log = Math.log(Math.max(2, shards));
    return samples == 0 ? null : 1 + (Math.sqrt(2 * mean * log) + 2 * log / 3) / mean;
  }
}
