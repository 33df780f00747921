package dev.keyfold.console.api;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.console.backend.Backend;
import dev.keyfold.console.backend.Jobs;
import dev.keyfold.console.backend.KeyInput;
import dev.keyfold.console.http.Fields;
import dev.keyfold.console.http.HttpException;
import dev.keyfold.console.http.Request;
import dev.keyfold.console.http.Response;
import dev.keyfold.console.http.Router;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.structures.Keys;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.schema.KeyLayout;
import dev.keyfold.table.schema.TableLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Deletes everything below a place of a tree: counted first, and only if the count is still the one
 * that was seen. Rows go with their index entries, some hundred at a time, so that others are never
 * kept waiting.
 */
final class SubtreeApi {
  private static final long MOST_COUNTED = 1_000_000;
  private static final int AT_ONCE = 500;

  private final Backend backend;
  private final Jobs jobs;

  /** Over that data; deletes are jobs. */
  SubtreeApi(Backend backend, Jobs jobs) {
    this.backend = backend;
    this.jobs = jobs;
  }

  /** Takes its addresses. */
  void register(Router router) {
    router.ask(
        "/api/subtree/count", request -> Response.json(count(request.json(), name -> {}).toJson()));
    router.change("/api/subtree/delete", this::delete);
  }

  private record Count(long count, boolean exact) {
    Map<String, Object> toJson() {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("count", count);
      json.put("exact", exact);
      return json;
    }
  }

  private int database(Fields asked) {
    return (int) asked.number("db", 0, 0, backend.structures().options().databases() - 1L);
  }

  /** One range, or one in each shard. */
  private List<KeyRange> ranges(Fields asked) {
    KeyLayout layout = TreeApi.layout(backend, asked.text("table"), asked.text("key", "primary"));
    byte[] prefix = KeyInput.bytesOf(asked.text("prefix"));
    return TreeApi.Spot.of(layout, prefix, asked.flag("merged")).ranges();
  }

  /**
   * @param seen gets each name that is counted
   */
  private Count count(Fields asked, Consumer<byte[]> seen) {
    if (asked.has("table")) {
      long count = 0;
      for (KeyRange range : ranges(asked)) {
        Scan scan = Scan.over(range).limit(MOST_COUNTED + 1 - count).withoutValues().inBulk();
        try (Cursor cursor = backend.store().scan(scan)) {
          while (count <= MOST_COUNTED && cursor.next()) {
            count++;
          }
        }
        if (count > MOST_COUNTED) {
          break;
        }
      }
      return new Count(Math.min(count, MOST_COUNTED), count <= MOST_COUNTED);
    }
    byte[] prefix = KeyInput.bytesOf(asked.text("prefix"));
    long[] count = new long[1];
    backend.read(
        work -> {
          below(
              work.space(database(asked)).keys(),
              prefix,
              name -> {
                seen.accept(name);
                return ++count[0] <= MOST_COUNTED;
              });
          return true;
        });
    return new Count(Math.min(count[0], MOST_COUNTED), count[0] <= MOST_COUNTED);
  }

  private interface NameTest {
    boolean test(byte[] name);
  }

  /** Visits the names with a prefix until the predicate returns false. */
  private static void below(Keys keys, byte[] prefix, NameTest test) {
    if (keys.exists(prefix) && !test.test(prefix)) {
      return;
    }
    boolean everything = prefix.length == 0 && !keys.exists(prefix);
    keys.scan(
        everything ? null : prefix, name -> name.startsWith(prefix) && test.test(name.toArray()));
  }

  private Response delete(Request request) {
    Fields asked = request.json();
    // Callers of this may delete everything; the right is checked per name all the same, as a
    // deletion cannot be undone.
    Consumer<byte[]> check =
        name -> request.caller().check("del", name, KeyInput.escaped(name), true);
    Count now = count(asked, check);
    long seen = asked.number("count", -1, 0, Long.MAX_VALUE);
    if (seen != now.count) {
      throw new HttpException(
          409,
          "the number has changed from "
              + seen
              + " to "
              + now.count
              + " since you loaded it; confirm the new number");
    }
    Jobs.Job job =
        asked.has("table")
            ? jobs.start(
                "delete " + Counted.of(now.count, "row") + " of " + asked.text("table"),
                now.count,
                running -> deleteRows(running, asked, now.count))
            : jobs.start(
                "delete " + Counted.of(now.count, "name"),
                now.count,
                running -> deleteNames(running, asked, now.count, check));
    return Response.json(job.toJson());
  }

  private void deleteNames(Jobs.Job job, Fields asked, long total, Consumer<byte[]> check) {
    byte[] prefix = KeyInput.bytesOf(asked.text("prefix"));
    int database = database(asked);
    long done = 0;
    int deleted = AT_ONCE;
    while (deleted == AT_ONCE && !job.isCancelled()) {
      deleted =
          backend.work(
              work -> {
                Keys keys = work.space(database).keys();
                List<byte[]> names = new ArrayList<>();
                below(
                    keys,
                    prefix,
                    name -> {
                      check.accept(name);
                      names.add(name);
                      return names.size() < AT_ONCE;
                    });
                names.forEach(keys::delete);
                return names.size();
              });
      done += deleted;
      job.progress(done, Math.max(total, done), 0);
    }
  }

  private void deleteRows(Jobs.Job job, Fields asked, long total) {
    Table<Row> table = backend.table(asked.text("table"));
    long done = 0;
    for (KeyRange each : ranges(asked)) {
      KeyRange range = each;
      List<byte[]> keys = some(range);
      while (!keys.isEmpty() && !job.isCancelled()) {
        delete(table, keys);
        done += keys.size();
        job.progress(done, Math.max(total, done), 0);
        byte[] last = keys.get(keys.size() - 1);
        // Continue after the last one: an entry that cannot be removed must not be retried forever.
        range = KeyRange.of(Bytes.next(last), range.end());
        keys = some(range);
      }
    }
  }

  private void delete(Table<Row> table, List<byte[]> keys) {
    TableLayout layout = backend.places().layout(table.definition());
    KeyLayout primary = layout.primary();
    for (byte[] key : keys) {
      byte[] record = RowApi.recordKey(layout, key);
      byte[] inner = Arrays.copyOfRange(record, primary.prefixLength(), record.length);
      table.delete(primary.schema().decode(inner).toArray());
    }
    backend.changed();
  }

  private List<byte[]> some(KeyRange range) {
    List<byte[]> keys = new ArrayList<>();
    try (Cursor cursor = backend.store().scan(Scan.over(range).limit(AT_ONCE).withoutValues())) {
      while (cursor.next()) {
        keys.add(cursor.key().toArray());
      }
    }
    return keys;
  }
}
