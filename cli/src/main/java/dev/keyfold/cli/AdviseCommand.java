package dev.keyfold.cli;

import dev.keyfold.table.Tables;
import dev.keyfold.table.advise.Advice;
import dev.keyfold.table.load.JsonWriter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.ParseResult;

/** {@code keyfold advise}. */
final class AdviseCommand extends StoreCommand {
  private static final String JSON = "--json";

  AdviseCommand(Console console) {
    super("advise", console);
    mayNameTable();
    flag(JSON);
  }

  @Override
  int run(ParseResult args, Tables tables) throws IOException {
    JsonWriter json = args.hasMatchedOption(JSON) ? new JsonWriter(console.out()) : null;
    for (String name : tableNames(args, tables)) {
      List<Advice> advice = tables.table(name).advise();
      if (json == null) {
        print(name, advice);
      } else {
        for (Advice one : advice) {
          json.line(toMap(name, one));
        }
      }
    }
    return console.status();
  }

  private void print(String table, List<Advice> advice) {
    Output out = console.out();
    if (advice.isEmpty()) {
      out.text("table " + table + ": its keys serve what was asked of it").endLine();
    }
    for (Advice one : advice) {
      out.text("table " + table + ": " + word(one) + " index " + one.index()).endLine();
      one.reasons().forEach(reason -> line("because", reason));
      one.queries().forEach(query -> line("for", query));
      if (one.action() == Advice.Action.CREATE) {
        line("saves", String.format(Locale.ROOT, "reading about %,.0f entries", one.saves()));
        line("costs", price(one));
      } else {
        line("saves", price(one));
      }
    }
  }

  private void line(String label, String text) {
    console.out().text(String.format(Locale.ROOT, "  %-9s %s", label, text)).endLine();
  }

  private static String word(Advice advice) {
    return advice.action().name().toLowerCase(Locale.ROOT);
  }

  private static String price(Advice advice) {
    return String.format(
        Locale.ROOT,
        "about %,.0f bytes, and %,.1f entries for each row written",
        Math.abs(advice.bytes()),
        Math.abs(advice.writes()));
  }

  private static Map<String, Object> toMap(String table, Advice advice) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("table", table);
    map.put("action", word(advice));
    map.put("index", advice.index());
    map.put("reasons", advice.reasons());
    map.put("queries", advice.queries());
    map.put("saves", Math.round(advice.saves()));
    map.put("bytes", Math.round(advice.bytes()));
    map.put("writes", advice.writes());
    return map;
  }
}
