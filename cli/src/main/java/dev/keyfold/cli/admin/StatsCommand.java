package dev.keyfold.cli.admin;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.cli.command.TextTable;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.table.Tables;
import dev.keyfold.table.entry.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import picocli.CommandLine.ParseResult;

/** {@code keyfold stats}. */
public final class StatsCommand extends StoreCommand {
  private static final String FULL = "--full";
  private static final String QUICK = "--quick";

  /** Up to this many entries are counted by default: a few seconds. */
  private static final long READ = 2_000_000;

  public StatsCommand(Console console) {
    super("stats", console);
    mayNameTable();
    flag(FULL);
    flag(QUICK);
    flag(JSON);
  }

  @Override
  public void check(ParseResult args) {
    if (args.hasMatchedOption(FULL) && args.hasMatchedOption(QUICK)) {
      throw usage(FULL + " and " + QUICK + " cannot be combined");
    }
  }

  /** A store that cannot be written is another program's, or is read as one: without a catalog. */
  @Override
  public int run(ParseResult args, Store store, Supplier<Tables> tables) throws IOException {
    if (store.has(Capability.COMPARE_AND_SET)) {
      return run(args, tables.get());
    }
    if (!tableName(args).isEmpty()) {
      throw usage(
          "found the table "
              + tableName(args)
              + ", expected none: "
              + store
              + " is read as entries"
              + " of another program, without tables");
    }
    long about = StoreStats.estimate(store);
    boolean exact = isExact(args, about);
    ProgressBar bar = new ProgressBar(console, "reading", about, 0, 0);
    KeyStats entries = StoreStats.entries(store, exact, read -> bar.show(read, read));
    bar.end();
    if (args.hasMatchedOption(JSON)) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("exact", exact);
      map.put("entries", entries.entries());
      map.put("bytes", entries.bytes());
      map.put("keyBytes", exact ? entries.keyBytes() : null);
      map.put("valueBytes", exact ? entries.valueBytes() : null);
      map.put("engine", new TreeMap<>(store.metrics()));
      new JsonWriter(console.out()).line(map);
      return console.status();
    }
    sayHow(exact);
    TextTable sizes = sizes();
    add(sizes, "", entries, exact);
    sizes.finish();
    return console.status();
  }

  private static boolean isExact(ParseResult args, long about) {
    return args.hasMatchedOption(FULL) || (!args.hasMatchedOption(QUICK) && about <= READ);
  }

  @Override
  public int run(ParseResult args, Tables tables) throws IOException {
    long about = StoreStats.estimate(tables.store());
    boolean exact = isExact(args, about);
    ProgressBar bar = new ProgressBar(console, "reading", about, 0, 0);
    StoreStats stats =
        new StoreStats(tables, exact, read -> bar.show(read, read)).gather(tableName(args));
    bar.end();
    Map<String, Long> engine =
        tableName(args).isEmpty() ? new TreeMap<>(tables.store().metrics()) : Map.of();
    if (args.hasMatchedOption(JSON)) {
      new JsonWriter(console.out()).line(toMap(stats, exact, engine));
    } else {
      print(stats, exact, tableName(args).isEmpty());
    }
    return console.status();
  }

  private void sayHow(boolean exact) {
    say(
        exact
            ? "all entries were read: counts and bytes are exact"
            : "nothing was read: counts and bytes are the engine's estimates; use --full for exact"
                + " ones");
    say("");
  }

  private TextTable sizes() {
    TextTable sizes =
        new TextTable(console, List.of("space", "entries", "bytes", "avg key", "avg value"));
    for (int i = 1; i < 5; i++) {
      sizes.alignRight(i);
    }
    return sizes;
  }

  private void print(StoreStats stats, boolean exact, boolean all) {
    sayHow(exact);
    TextTable sizes = sizes();
    for (StoreStats.TableStats table : stats.found) {
      add(sizes, "", table.rows(), exact);
      table.indexes().forEach(index -> add(sizes, "  ", index, exact));
    }
    if (all) {
      add(sizes, "", stats.structures, exact);
      add(sizes, "", stats.catalog, exact);
    }
    sizes.finish();
    stats.found.forEach(this::print);
  }

  private static void add(TextTable sizes, String indent, KeyStats stats, boolean exact) {
    sizes.add(
        indent + stats.name,
        number(stats.entries()),
        bytes(stats.bytes()),
        exact ? average(stats.keyBytes(), stats.entries()) : "",
        exact ? average(stats.valueBytes(), stats.entries()) : "");
  }

  private void print(StoreStats.TableStats table) {
    say("");
    say("table " + table.def().name());
    table
        .values()
        .forEach(
            (field, count) ->
                say(
                    "  field    "
                        + field
                        + ": "
                        + (count == null
                            ? "distinct values not counted yet"
                            : "about " + Counted.of(count, "distinct value"))));
    List<KeyStats> keys = new ArrayList<>(List.of(table.rows()));
    keys.addAll(table.indexes());
    for (KeyStats key : keys) {
      String which = key == table.rows() ? "rows" : key.name;
      if (key.shardCount() > 0) {
        say(
            String.format(
                Locale.ROOT,
                "  shards   %s: %d, from %s to %s, max/mean %.2f",
                which,
                key.shardCount(),
                number(key.fewestInShard()),
                Counted.of(key.mostInShard(), "entry"),
                key.imbalance()));
      }
      for (KeyStats.Group group : key.biggest()) {
        say(
            String.format(
                Locale.ROOT,
                "  biggest  %s: %s, %s, %s",
                which,
                group.text(),
                Counted.of(group.entries(), "entry"),
                bytes(group.bytes())));
      }
    }
  }

  private void say(String line) {
    console.out().text(line).endLine();
  }

  static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String average(long total, long count) {
    return count == 0 ? "" : String.format(Locale.ROOT, "%.1f", (double) total / count);
  }

  /** Bytes for people: {@code 12.3 MB}. */
  public static String bytes(long bytes) {
    if (bytes < 1000) {
      return bytes + " B";
    }
    double value = bytes;
    for (String unit : List.of("kB", "MB", "GB")) {
      value /= 1000;
      if (value < 1000) {
        return String.format(Locale.ROOT, "%.1f %s", value, unit);
      }
    }
    return String.format(Locale.ROOT, "%.1f TB", value / 1000);
  }

  private static Map<String, Object> toMap(
      StoreStats stats, boolean exact, Map<String, Long> engine) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("exact", exact);
    List<Object> tables = new ArrayList<>();
    for (StoreStats.TableStats table : stats.found) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("table", table.def().name());
      one.put("bytes", table.bytes());
      one.put("rows", toMap(table.rows()));
      one.put("distinct", new LinkedHashMap<>(table.values()));
      List<Object> indexes = new ArrayList<>();
      for (KeyStats index : table.indexes()) {
        Map<String, Object> entry = new LinkedHashMap<>(Map.of("index", index.name));
        entry.putAll(toMap(index));
        indexes.add(entry);
      }
      one.put("indexes", indexes);
      tables.add(one);
    }
    map.put("tables", tables);
    if (!engine.isEmpty() || stats.catalog.entries() > 0) {
      map.put("structures", toMap(stats.structures));
      map.put("catalog", toMap(stats.catalog));
      map.put("engine", new LinkedHashMap<>(engine));
    }
    return map;
  }

  private static Map<String, Object> toMap(KeyStats stats) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("entries", stats.entries());
    map.put("bytes", stats.bytes());
    if (stats.shardCount() > 0) {
      Map<String, Object> shards = new LinkedHashMap<>();
      shards.put("count", stats.shardCount());
      shards.put("fewest", stats.fewestInShard());
      shards.put("most", stats.mostInShard());
      shards.put("maxToMean", Math.round(stats.imbalance() * 1000) / 1000.0);
      map.put("shards", shards);
    }
    List<Object> biggest = new ArrayList<>();
    for (KeyStats.Group group : stats.biggest()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("prefix", group.text());
      one.put("entries", group.entries());
      one.put("bytes", group.bytes());
      biggest.add(one);
    }
    map.put("biggest", biggest);
    return map;
  }
}
