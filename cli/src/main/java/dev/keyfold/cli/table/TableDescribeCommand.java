package dev.keyfold.cli.table;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.Need;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.entry.JsonWriter;
import dev.keyfold.table.errors.EntryException;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.schema.PrimaryDef;
import dev.keyfold.table.schema.SourceDef;
import dev.keyfold.table.schema.TableDef;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.ParseResult;

/** {@code keyfold table describe}. */
public final class TableDescribeCommand extends StoreCommand {

  /** Up to this many rows are counted; more are estimated. */
  private static final long COUNTED = 10_000;

  public TableDescribeCommand(Console console) {
    super("describe", console);
    namesTable();
    flag(JSON);
  }

  @Override
  public Need need(ParseResult args) {
    return Need.read(tableName(args));
  }

  @Override
  public int run(ParseResult args, Tables tables) throws IOException {
    Table<Row> table = tables.table(tableName(args));
    TableDef definition = table.definition();
    long rows = 0;
    String problem = null;
    try {
      rows = table.where().allowScan(Long.MAX_VALUE).limit(COUNTED + 1).count();
    } catch (StoreException | EntryException e) {
      if (definition.source() == null) {
        throw e;
      }
      problem = e.getMessage(); // of the source; the view is shown all the same
    }
    boolean exact = rows <= COUNTED;
    if (!exact) {
      rows = Math.max(rows, table.estimate().count());
    }
    if (args.hasMatchedOption(JSON)) {
      Map<String, Object> map = toMap(definition);
      map.put("rows", problem == null ? rows : null);
      map.put("rowsExact", exact && problem == null);
      if (problem != null) {
        map.put("problem", problem);
      }
      new JsonWriter(console.out()).line(map);
    } else {
      String count = (exact ? "" : "about ") + String.format(Locale.ROOT, "%,d", rows);
      print(definition, problem == null ? count : "unknown: " + problem);
    }
    return console.status();
  }

  private void print(TableDef table, String rows) {
    SourceDef source = table.source();
    line(source == null ? "table" : "view", table.name());
    if (source != null) {
      line("over", source.url());
      if (!source.where().isEmpty()) {
        line("where", source.where().toString());
      }
      line("values", source.values().replaceAll("\\s+", " ")); // a DDL has several lines
      if (source.skipping()) {
        line("skips", "entries that do not fit");
      }
    }
    String label = "fields";
    for (FieldDef field : table.fields()) {
      line(label, field.toString());
      label = "";
    }
    line("key", table.key().toString());
    if (source != null || !table.primary().format().equals(PrimaryDef.NATIVE)) {
      line("format", table.primary().format());
    }
    if (table.shards() > 0) {
      line("shards", table.shards() + " by " + String.join(", ", hashed(table)));
    }
    new TreeMap<>(table.options()).forEach((name, value) -> line("option", name + " " + value));
    for (IndexDef index : table.indexes()) {
      String state = index.state() == IndexState.READABLE ? "" : "  (" + index.state().word() + ")";
      line("index", index.declaration() + state);
    }
    line("rows", rows);
  }

  private void line(String label, String text) {
    console.out().text(label + " ".repeat(8 - label.length()) + text).endLine();
  }

  private static List<String> hashed(TableDef table) {
    return table.key().fields().subList(0, table.shardBy());
  }

  /** The definition as JSON; its texts are valid input of {@code table create}. */
  static Map<String, Object> toMap(TableDef table) {
    List<Object> fields = new ArrayList<>();
    for (FieldDef field : table.fields()) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("name", field.name());
      map.put("type", field.type().toString());
      map.put("nullable", field.nullable());
      fields.add(map);
    }
    List<Object> indexes = new ArrayList<>();
    for (IndexDef index : table.indexes()) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("name", index.name());
      map.put("index", index.declaration().toString());
      map.put("state", index.state().word());
      map.put("shards", index.shards());
      indexes.add(map);
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("table", table.name());
    map.put("fields", fields);
    map.put("key", table.key().toString());
    map.put("shards", table.shards());
    map.put("shardBy", table.shards() == 0 ? List.of() : hashed(table));
    SourceDef source = table.source();
    if (source != null || !table.primary().format().equals(PrimaryDef.NATIVE)) {
      map.put("format", table.primary().format());
    }
    if (source != null) {
      Map<String, Object> view = new LinkedHashMap<>();
      view.put("over", source.url());
      view.put("values", source.values());
      view.put("where", source.where().toString());
      view.put("skipBad", source.skipping());
      map.put("view", view);
    }
    map.put("options", new TreeMap<>(table.options()));
    map.put("indexes", indexes);
    return map;
  }
}
