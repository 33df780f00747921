package dev.keyfold.console.api;

import dev.keyfold.console.backend.Backend;
import dev.keyfold.console.backend.Jobs;
import dev.keyfold.console.http.Request;
import dev.keyfold.console.http.Response;
import dev.keyfold.console.http.Router;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.advise.Advice;
import dev.keyfold.table.advise.QueryLog;
import dev.keyfold.table.schema.FieldDef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The key advisor: keys that would serve the queries of a table better, and statistics of its
 * fields.
 */
final class AdvisorApi {
  private static final int QUERIES_SHOWN = 100;

  private final Backend backend;
  private final Jobs jobs;

  /** Over that data. */
  AdvisorApi(Backend backend, Jobs jobs) {
    this.backend = backend;
    this.jobs = jobs;
  }

  /** Takes its addresses. */
  void register(Router router) {
    router.get("/api/advise", this::advise);
    router.change("/api/analyze", this::analyze);
  }

  private Response advise(Request request) {
    Table<Row> table = backend.table(request.need("table"));
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("advice", table.advise().stream().map(AdvisorApi::advice).toList());
    json.put(
        "queries", table.queryLog().stream().limit(QUERIES_SHOWN).map(AdvisorApi::query).toList());
    List<Object> fields = new ArrayList<>();
    for (FieldDef field : table.definition().fields()) {
      double distinct = table.distinct(field.name());
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", field.name());
      one.put("type", field.type().toString());
      one.put("distinct", distinct < 0 ? null : Math.round(distinct));
      fields.add(one);
    }
    json.put("fields", fields);
    return Response.json(json);
  }

  private static Map<String, Object> advice(Advice advice) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("action", advice.action().name().toLowerCase(Locale.ROOT));
    json.put("index", advice.index());
    json.put("alternative", advice.alternative());
    json.put("reasons", advice.reasons());
    json.put("queries", advice.queries());
    json.put("saves", Math.round(advice.saves()));
    json.put("bytes", Math.round(advice.bytes()));
    json.put("writes", Math.round(advice.writes()));
    return json;
  }

  private static Map<String, Object> query(QueryLog.Entry entry) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("example", entry.example());
    json.put("count", entry.count());
    json.put("refused", entry.refused());
    json.put("read", entry.read());
    json.put("returned", entry.returned());
    json.put("millis", entry.nanos() / 1e6);
    json.put("key", entry.key());
    return json;
  }

  private Response analyze(Request request) {
    Table<Row> table = backend.table(request.json().text("table"));
    Jobs.Job job =
        jobs.start(
            "count distinct values of " + table.name(),
            1,
            running -> {
              table.analyze();
              running.progress(1, 1, 0);
            });
    return Response.json(job.toJson());
  }
}
