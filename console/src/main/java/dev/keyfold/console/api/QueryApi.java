package dev.keyfold.console.api;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.console.backend.Backend;
import dev.keyfold.console.backend.Capped;
import dev.keyfold.console.backend.Explained;
import dev.keyfold.console.backend.Places;
import dev.keyfold.console.http.Fields;
import dev.keyfold.console.http.HttpException;
import dev.keyfold.console.http.Request;
import dev.keyfold.console.http.Response;
import dev.keyfold.console.http.Router;
import dev.keyfold.table.Query;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.expr.RowAccess;
import dev.keyfold.table.load.CsvWriter;
import dev.keyfold.table.load.JsonLinesWriter;
import dev.keyfold.table.load.RowSink;
import dev.keyfold.table.plan.Explanation;
import dev.keyfold.table.plan.Plan;
import dev.keyfold.table.run.ExecutionStats;
import dev.keyfold.table.schema.Columns;
import dev.keyfold.table.schema.KeyLayout;
import dev.keyfold.table.schema.TableLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Queries as text: a page of rows with the query plan, or why the query is rejected. */
final class QueryApi {
  private static final int PAGE = 50;
  private static final int MOST = 1_000;
  private static final int RANGES_SHOWN = 8;

  /** A page ends early when its rows are long. */
  private static final long PAGE_CHARACTERS = 2 << 20;

  private final Backend backend;

  /** Over that data. */
  QueryApi(Backend backend) {
    this.backend = backend;
  }

  /** Takes its addresses. */
  void register(Router router) {
    router.ask("/api/query", this::run);
    router.ask("/api/explain", this::explain);
    router.get("/api/export", this::export);
  }

  private static Query<Row> query(Table<Row> table, String text, long allowScan) {
    Query<Row> query = table.query(text);
    return allowScan > 0 ? query.allowScan(allowScan) : query;
  }

  private Query<Row> query(Table<Row> table, Fields asked) {
    return query(
        table, asked.text("text", ""), asked.number("allowScan", 0, 0, RefusedQuery.MOST_SCANNED));
  }

  private Response explain(Request request) {
    Fields asked = request.json();
    Table<Row> table = backend.table(asked.text("table"));
    try {
      return Response.json(Map.of("plan", plan(query(table, asked).plan(), null)));
    } catch (ScanRefusedException refusal) {
      throw refused(table, asked, refusal);
    }
  }

  private Response run(Request request) {
    Fields asked = request.json();
    Table<Row> table = backend.table(asked.text("table"));
    try {
      return run(table, asked);
    } catch (ScanRefusedException refusal) {
      throw refused(table, asked, refusal);
    }
  }

  private HttpException refused(Table<Row> table, Fields asked, ScanRefusedException refusal) {
    long allowed = asked.number("allowScan", 0, 0, RefusedQuery.MOST_SCANNED);
    return new RefusedQuery(table, asked.text("text", ""), allowed).response(refusal);
  }

  private Response run(Table<Row> table, Fields asked) {
    long page = asked.number("page", PAGE, 1, MOST);
    Query<Row> query = query(table, asked);
    if (asked.has("token")) {
      query = query.after(asked.text("token"));
    }
    TableLayout layout = backend.places().layout(table.definition());
    try (Rows<Row> rows = query.open()) {
      Columns columns = rows.columns();
      List<Object> answer = new ArrayList<>();
      List<Object> keys = new ArrayList<>();
      long size = 0;
      boolean full = false;
      while (!full && rows.step()) {
        List<Object> values = values(columns, rows.view());
        answer.add(values);
        keys.add(Bytes.toHex(keyOf(layout, rows.view())));
        size += length(values);
        full = answer.size() == page || size > PAGE_CHARACTERS;
      }
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("columns", columns.names());
      json.put("types", columns.fields().stream().map(f -> f.type().toString()).toList());
      json.put("rows", answer);
      json.put("keys", keys);
      json.put("token", full ? rows.token() : null);
      json.put("plan", plan(rows.plan(), rows.work()));
      return Response.json(json);
    }
  }

  private static List<Object> values(Columns columns, RowAccess row) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Object written = RowApi.written(columns.field(i), row.get(columns.position(i)));
      values.add(
          written instanceof String text && Capped.isLong(text)
              ? text.substring(0, Capped.PREVIEW) + "…"
              : written);
    }
    return values;
  }

  private static long length(List<Object> values) {
    long length = 0;
    for (Object value : values) {
      length += value instanceof String text ? text.length() : 8;
    }
    return length;
  }

  private static byte[] keyOf(TableLayout layout, RowAccess row) {
    KeyLayout primary = layout.primary();
    Object[] key = primary.parts().stream().map(part -> row.get(part.source())).toArray();
    return primary.storeKey(primary.schema().encode(key));
  }

  /** A query plan with its bounds as bytes, each explained as far as it is complete. */
  private Map<String, Object> plan(Plan plan, @Nullable ExecutionStats work) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", plan.kind().words());
    json.put("lines", new Explanation(plan).lines());
    if (plan.kind() != Plan.Kind.NOTHING) {
      Places.Place place =
          new Places.Place(
              plan.index() == null ? Places.Kind.RECORDS : Places.Kind.INDEX,
              plan.query().table().def().name(),
              plan.key());
      List<Object> ranges = new ArrayList<>();
      for (KeyRange range : plan.ranges()) {
        if (ranges.size() == RANGES_SHOWN) {
          break;
        }
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("start", Explained.of(range.start(), place).brief());
        one.put("end", range.end() == null ? null : Explained.of(range.end(), place).brief());
        ranges.add(one);
      }
      json.put("key", place.title());
      json.put("ranges", ranges);
      json.put("rangeCount", plan.ranges().size());
      json.put("expectedRead", plan.expectedRead());
      json.put("expectedReturned", plan.expectedReturned());
      json.put("covered", plan.isCovered());
      json.put("sorting", plan.isSorting());
    }
    if (work != null) {
      json.put("read", work.readCount());
      json.put("returned", work.returnedCount());
      json.put("fetched", work.fetchedCount());
      json.put("seeks", work.seekCount());
      json.put("millis", work.nanos() / 1e6);
    }
    return json;
  }

  private Response export(Request request) {
    Table<Row> table = backend.table(request.need("table"));
    String format = request.get("format", "jsonl");
    if (!format.equals("jsonl") && !format.equals("csv")) {
      throw new HttpException(400, "found the format '" + format + "', expected jsonl or csv");
    }
    int allow = request.number("allowScan", 0, 0, (int) RefusedQuery.MOST_SCANNED);
    Query<Row> query = query(table, request.get("text", ""), allow);
    query.plan(); // a refusal must be said before the file begins
    boolean csv = format.equals("csv");
    return Response.stream(
            csv ? "text/csv; charset=utf-8" : "application/x-ndjson",
            out -> {
              try (Rows<Row> rows = query.open()) {
                RowSink sink =
                    csv
                        ? new CsvWriter(rows.columns(), out)
                        : new JsonLinesWriter(rows.columns(), out);
                sink.begin();
                while (rows.step()) {
                  sink.write(rows.view());
                }
              }
            })
        .asDownload(table.name() + "." + format);
  }
}
