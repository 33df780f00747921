package dev.keyfold.cli.table;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.Need;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.advise.Advice;
import dev.keyfold.table.entry.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.ParseResult;

/** {@code keyfold advise}. */
public final class AdviseCommand extends StoreCommand {
  private static final String ANALYZE = "--analyze";

  public AdviseCommand(Console console) {
    super("advise", console);
    namesTable();
    flag(ANALYZE);
    flag(JSON);
  }

  @Override
  public Need need(ParseResult args) {
    return Need.read(tableName(args));
  }

  @Override
  public int run(ParseResult args, Tables tables) throws IOException {
    Table<Row> table = tables.table(tableName(args));
    if (args.hasMatchedOption(ANALYZE)) {
      table.analyze();
    }
    List<Advice> all = table.advise();
    if (args.hasMatchedOption(JSON)) {
      JsonWriter out = new JsonWriter(console.out());
      for (Advice advice : all) {
        out.line(toMap(advice));
      }
      return console.status();
    }
    if (all.isEmpty()) {
      console
          .out()
          .text(
              table.queryLog().isEmpty()
                  ? "no queries have been logged for this table yet"
                  : "the key and indexes of this table serve all logged queries")
          .endLine();
    }
    for (Advice advice : all) {
      print(advice);
    }
    return console.status();
  }

  private void print(Advice advice) {
    String action = advice.action().name().toLowerCase(Locale.ROOT) + " index";
    console.out().text(action + " \"" + advice.index() + "\"").endLine();
    for (String reason : advice.reasons()) {
      line("because", reason);
    }
    for (String query : advice.queries()) {
      line("for", query);
    }
    if (!advice.alternative().isEmpty()) {
      line("or", "\"" + advice.alternative() + "\" if you ask for no other value");
    }
    if (advice.action() == Advice.Action.CREATE) {
      line(
          "costs",
          String.format(
              Locale.ROOT,
              "about %s of keys and values, and %s per record written",
              Counted.of(Math.round(advice.bytes()), "byte"),
              Counted.of(Math.round(advice.writes()), "more entry")));
      line(
          "saves",
          "about "
              + Counted.of(Math.round(advice.saves()), "entry read")
              + " over the logged queries");
    }
  }

  private void line(String label, String text) {
    console.out().text(String.format("  %-8s %s", label, text)).endLine();
  }

  private static Map<String, Object> toMap(Advice advice) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("action", advice.action().name().toLowerCase(Locale.ROOT));
    map.put("index", advice.index());
    map.put("alternative", advice.alternative());
    map.put("reasons", new ArrayList<Object>(advice.reasons()));
    map.put("queries", new ArrayList<Object>(advice.queries()));
    map.put("saves", Math.round(advice.saves()));
    map.put("bytes", Math.round(advice.bytes()));
    map.put("writes", Math.round(advice.writes()));
    return map;
  }
}
