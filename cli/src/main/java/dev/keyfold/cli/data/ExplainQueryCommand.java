package dev.keyfold.cli.data;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.Need;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.table.Query;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Tables;
import dev.keyfold.table.entry.JsonWriter;
import dev.keyfold.table.errors.QueryException;
import dev.keyfold.table.plan.Explanation;
import dev.keyfold.table.plan.Plan;
import dev.keyfold.table.run.ExecutionStats;
import dev.keyfold.table.schema.IndexLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** {@code keyfold explain}. */
public final class ExplainQueryCommand extends StoreCommand {
  private static final String ANALYZE = "--analyze";

  private final QueryOptions options;

  public ExplainQueryCommand(Console console) {
    super("explain", console);
    options = new QueryOptions(this);
    flag(ANALYZE);
    flag(JSON);
  }

  @Override
  public Need need(ParseResult args) {
    return Need.read(tableName(args));
  }

  @Override
  public void check(ParseResult args) {
    options.check(args);
  }

  @Override
  public int run(ParseResult args, Tables tables) throws IOException {
    Query<Row> query = options.query(args, tables.table(tableName(args)));
    boolean json = args.hasMatchedOption(JSON);
    if (!args.hasMatchedOption(ANALYZE)) {
      Plan plan = plan(query);
      show(json ? toMap(plan, null) : null, new Explanation(plan).toString());
      return console.status();
    }
    try (Rows<Row> rows = options.open(query)) {
      while (rows.step()) {
        // only the work counts
      }
      show(json ? toMap(rows.plan(), rows.work()) : null, rows.explain());
    }
    return console.status();
  }

  private Plan plan(Query<Row> query) {
    try {
      return query.plan();
    } catch (QueryException e) {
      throw usage(e.getMessage());
    }
  }

  private void show(@Nullable Map<String, Object> map, String text) throws IOException {
    if (map != null) {
      new JsonWriter(console.out()).line(map);
    } else {
      console.out().text(text);
    }
  }

  /** The lines of the explanation by name, and what a program would have to read out of them. */
  public static Map<String, Object> toMap(Plan plan, @Nullable ExecutionStats work) {
    long nanos = work == null ? 0 : work.nanos(); // before the words are made
    Map<String, Object> map = new LinkedHashMap<>(new Explanation(plan).lines());
    map.put("plan", plan.kind().words());
    IndexLayout index = plan.index();
    map.put("index", index == null ? null : index.name());
    List<Object> ranges = new ArrayList<>();
    for (KeyRange range : plan.ranges()) {
      ranges.add(Arrays.asList(hex(range.start()), hex(range.end())));
    }
    map.remove("raw");
    map.put("ranges", ranges);
    map.put("limit", plan.query().limit() == Long.MAX_VALUE ? null : plan.query().limit());
    Map<String, Object> expected = new LinkedHashMap<>();
    expected.put("read", Math.round(plan.expectedRead()));
    expected.put("returned", Math.round(plan.expectedReturned()));
    map.put("expected", expected);
    if (work != null) {
      Map<String, Object> actual = new LinkedHashMap<>();
      actual.put("read", work.readCount());
      actual.put("returned", work.returnedCount());
      actual.put("fetched", work.fetchedCount());
      actual.put("seeks", work.seekCount());
      actual.put("millis", Math.round(nanos / 1e4) / 100.0);
      map.put("actual", actual);
    }
    return map;
  }

  private static @Nullable String hex(byte @Nullable [] bound) {
    return bound == null ? null : Bytes.toHex(bound);
  }
}
