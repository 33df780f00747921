package dev.keyfold.cli;

import dev.keyfold.table.CheckResult;
import dev.keyfold.table.CheckResult.IndexResult;
import dev.keyfold.table.Tables;
import dev.keyfold.table.load.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ParseResult;

/** {@code keyfold check}. */
final class CheckCommand extends StoreCommand {
  private static final String REPAIR = "--repair";
  private static final String JSON = "--json";

  CheckCommand(Console console) {
    super("check", console);
    mayNameTable();
    flag(REPAIR);
    flag(JSON);
  }

  @Override
  int run(ParseResult args, Tables tables) throws IOException {
    boolean repair = args.hasMatchedOption(REPAIR);
    JsonWriter json = args.hasMatchedOption(JSON) ? new JsonWriter(console.out()) : null;
    boolean sound = true;
    for (String name : tableNames(args, tables)) {
      CheckResult result =
          tables.check(
              name, repair, progress -> console.showStatus("checking " + name + ": " + progress));
      console.clearStatus();
      if (json != null) {
        json.line(toMap(result));
      } else {
        console.out().text(result.toString());
      }
      sound &= isSound(result, repair);
    }
    return sound ? console.status() : ExitCode.STORE;
  }

  /** Whether nothing is wrong any more. Records, and what two records both claim, stay as found. */
  private static boolean isSound(CheckResult result, boolean repaired) {
    return repaired
        ? result.damaged() == 0 && result.indexes().stream().allMatch(i -> i.duplicates() == 0)
        : result.isClean();
  }

  private static Map<String, Object> toMap(CheckResult result) {
    List<Object> indexes = new ArrayList<>();
    for (IndexResult index : result.indexes()) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("name", index.name());
      map.put("state", index.state().word());
      map.put("entries", index.entries());
      map.put("missing", index.missing());
      map.put("dangling", index.dangling());
      map.put("wrong", index.wrong());
      map.put("duplicates", index.duplicates());
      map.put("repaired", index.repaired());
      indexes.add(map);
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("table", result.table());
    map.put("clean", result.isClean());
    map.put("records", result.records());
    map.put("expired", result.expired());
    map.put("damaged", result.damaged());
    map.put("indexes", indexes);
    map.put("examples", result.examples());
    return map;
  }
}
