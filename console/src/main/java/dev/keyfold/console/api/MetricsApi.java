package dev.keyfold.console.api;

import dev.keyfold.console.backend.Backend;
import dev.keyfold.console.http.EventSink;
import dev.keyfold.console.http.HttpException;
import dev.keyfold.console.http.Request;
import dev.keyfold.console.http.Response;
import dev.keyfold.console.http.Router;
import dev.keyfold.port.Durations;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of the server and the engine: as a page for Prometheus, and every second as server-sent
 * events for open consoles. Without subscribers nothing is collected.
 */
final class MetricsApi implements AutoCloseable {
  private static final int MOST_LISTENERS = 32;
  private static final double[] PERCENTILES = {0.5, 0.9, 0.99, 0.999};
  private static final Pattern NOT_A_NAME = Pattern.compile("[^a-zA-Z0-9_]+");

  private final Backend backend;
  private final Measures measures;
  private final List<EventSink> listeners = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "keyfold-live");
            thread.setDaemon(true);
            return thread;
          });
  private @Nullable ScheduledFuture<?> ticking;
  private Measures.@Nullable Sample before;
  private long beforeNanos;

  /** Of that data. */
  MetricsApi(Backend backend, Measures measures) {
    this.backend = backend;
    this.measures = measures;
  }

  /** Takes its addresses. */
  void register(Router router) {
    router.get("/metrics", request -> prometheus());
    router.get("/api/metrics", request -> Response.json(now()));
    router.get("/api/live", this::listen);
  }

  private Response listen(Request request) {
    if (listeners.size() >= MOST_LISTENERS) {
      throw new HttpException(
          503, MOST_LISTENERS + " pages receive live metrics, the limit; close one");
    }
    return Response.events(
        sink -> {
          listeners.add(sink);
          startTicking();
        });
  }

  private synchronized void startTicking() {
    if (ticking == null) {
      before = null;
      ticking = timer.scheduleAtFixedRate(this::tick, 0, 1, TimeUnit.SECONDS);
    }
  }

  private void tick() {
    try {
      listeners.removeIf(listener -> !listener.isOpen());
      if (listeners.isEmpty()) {
        stopTicking();
        return;
      }
      Map<String, Object> event = live();
      listeners.forEach(listener -> listener.send("metrics", event));
    } catch (RuntimeException e) {
      // The server is stopping or the store is unavailable; retried in the next second.
      before = null;
    }
  }

  private synchronized void stopTicking() {
    if (listeners.isEmpty() && ticking != null) {
      ticking.cancel(false);
      ticking = null;
    }
  }

  /** Rates since the last second, and percentiles of the commands within it. */
  private Map<String, Object> live() {
    Measures.Sample sample = measures.sample();
    long nanos = System.nanoTime();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("at", System.currentTimeMillis());
    json.put("clients", sample.clients());
    if (before != null) {
      double seconds = (nanos - beforeNanos) / 1e9;
      Map<String, Object> rates = new LinkedHashMap<>();
      for (Map.Entry<String, Long> counter : sample.counters().entrySet()) {
        long last = before.counters().getOrDefault(counter.getKey(), 0L);
        rates.put(counter.getKey(), Math.max(0, counter.getValue() - last) / seconds);
      }
      json.put("rates", rates);
      long[] recent = sample.durations().clone();
      for (int i = 0; i < recent.length; i++) {
        recent[i] = Math.max(0, recent[i] - before.durations()[i]);
      }
      json.put("latency", percentiles(recent));
    }
    before = sample;
    beforeNanos = nanos;
    return json;
  }

  /** In microseconds. */
  private static Map<String, Object> percentiles(long[] durations) {
    Map<String, Object> json = new LinkedHashMap<>();
    for (double share : PERCENTILES) {
      String name = "p" + String.valueOf(share * 100).replaceFirst("\\.0$", "");
      json.put(name, Durations.percentile(durations, share) / 1000.0);
    }
    return json;
  }

  private Map<String, Object> now() {
    Measures.Sample sample = measures.sample();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("uptime", sample.uptimeSeconds());
    json.put("clients", sample.clients());
    json.put("counters", sample.counters());
    json.put("latency", percentiles(sample.durations()));
    json.put("expiredRows", measures.expiredRows());
    json.put("store", new TreeMap<>(backend.store().metrics()));
    json.put("effects", Effects.of(backend.store().metrics()));
    Runtime runtime = Runtime.getRuntime();
    json.put("heapUsed", runtime.totalMemory() - runtime.freeMemory());
    json.put("heapMost", runtime.maxMemory());
    return json;
  }

  private Response prometheus() {
    Measures.Sample sample = measures.sample();
    StringBuilder text = new StringBuilder();
    sample
        .counters()
        .forEach((name, value) -> line(text, "redis_" + name + "_total", "counter", value));
    line(text, "redis_clients", "gauge", sample.clients());
    line(text, "uptime_seconds", "gauge", sample.uptimeSeconds());
    line(text, "table_expired_rows_removed_total", "counter", measures.expiredRows());
    text.append("# TYPE keyfold_redis_command_seconds summary\n");
    long count = 0;
    for (long each : sample.durations()) {
      count += each;
    }
    for (double share : PERCENTILES) {
      text.append("keyfold_redis_command_seconds{quantile=\"")
          .append(share)
          .append("\"} ")
          .append(Durations.percentile(sample.durations(), share) / 1e9)
          .append('\n');
    }
    text.append("keyfold_redis_command_seconds_count ").append(count).append('\n');
    new TreeMap<>(backend.store().metrics())
        .forEach(
            (name, value) ->
                line(text, "store_" + NOT_A_NAME.matcher(name).replaceAll("_"), "gauge", value));
    return Response.of(
            200,
            "text/plain; version=0.0.4; charset=utf-8",
            text.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8))
        .with("Cache-Control", "no-store");
  }

  private static void line(StringBuilder text, String name, String type, long value) {
    text.append("# TYPE keyfold_").append(name).append(' ').append(type).append('\n');
    text.append("keyfold_").append(name).append(' ').append(value).append('\n');
  }

  /** Ends all listening. */
  @Override
  public void close() {
    listeners.forEach(listener -> listener.close());
    timer.shutdownNow();
  }
}
