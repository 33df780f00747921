package dev.keyfold.cli.admin;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.store.Store;
import dev.keyfold.structures.check.StructureCheck;
import dev.keyfold.structures.check.StructureCheckResult;
import dev.keyfold.table.Tables;
import dev.keyfold.table.entry.JsonWriter;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.upkeep.CheckResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.ParseResult;

/** {@code keyfold check}. */
public final class CheckCommand extends StoreCommand {
  private static final String REPAIR = "--repair";
  private static final String CHECKSUMS = "--checksums";

  public CheckCommand(Console console) {
    super("check", console);
    mayNameTable();
    flag(REPAIR);
    flag(CHECKSUMS);
    flag(JSON);
  }

  @Override
  public int run(ParseResult args, Tables tables) throws IOException {
    String name = tableName(args);
    if (args.hasMatchedOption(CHECKSUMS)) {
      checksums(args, tables.store());
    }
    if (!name.isEmpty()) {
      return check(args, tables, name) ? console.status() : ExitCode.BAD_INPUT;
    }
    int status = console.status();
    Set<String> views =
        tables.list().stream()
            .filter(def -> def.source() != null)
            .map(TableDef::name)
            .collect(Collectors.toSet());
    for (String table : tables.names()) {
      if (views.contains(table)) {
        continue; // nothing of it is stored here
      }
      if (!checkOneOfAll(args, tables, table)) {
        status = ExitCode.BAD_INPUT;
      }
    }
    if (!checkStructures(args, tables.store())) {
      status = ExitCode.BAD_INPUT;
    }
    return status;
  }

  /**
   * A table that cannot be opened is a finding, and must not keep the others from being looked at.
   */
  private boolean checkOneOfAll(ParseResult args, Tables tables, String table) throws IOException {
    try {
      return check(args, tables, table);
    } catch (TableException e) {
      console.complain(String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
      return false;
    }
  }

  /** First, because it throws: data that the engine cannot read needs no further checks. */
  private void checksums(ParseResult args, Store store) throws IOException {
    console.showStatus("verifying the checksum of every block");
    boolean verified = store.verifyChecksums();
    console.clearStatus();
    if (args.hasMatchedOption(JSON)) {
      new JsonWriter(console.out()).line(Map.of("checksums", verified));
    } else {
      console
          .out()
          .text(verified ? "checksums: all blocks are intact" : "checksums: this engine has none")
          .endLine();
    }
  }

  /** False if errors remain; prints nothing in a store without structures. */
  private boolean checkStructures(ParseResult args, Store store) throws IOException {
    // The server keeps sizes and ids of structures in memory, which a repair would not change.
    boolean served = console.served() != null;
    boolean repair = args.hasMatchedOption(REPAIR) && !served;
    if (served && args.hasMatchedOption(REPAIR)) {
      console.complain(
          "note: structures are checked, but repaired only while no server has the store open");
    }
    StructureCheckResult result =
        StructureCheck.run(
            store,
            repair,
            read -> console.showStatus("checking structures: " + Counted.of(read, "name")));
    console.clearStatus();
    if (!result.isEmpty()) {
      if (args.hasMatchedOption(JSON)) {
        new JsonWriter(console.out()).line(toMap(result));
      } else {
        console.out().text(result.toString());
      }
    }
    return result.problems() == result.repaired();
  }

  private static Map<String, Object> toMap(StructureCheckResult result) {
    Map<String, Object> found = new LinkedHashMap<>();
    result.found().forEach((kind, count) -> found.put(kind.name().toLowerCase(Locale.ROOT), count));
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("structures", result.names());
    map.put("clean", result.isClean());
    map.put("elements", result.elements());
    map.put("problems", found);
    map.put("repaired", result.repaired());
    map.put("examples", new ArrayList<Object>(result.examples()));
    map.put("losses", new ArrayList<Object>(result.losses()));
    map.put("lost", result.lost());
    return map;
  }

  /** False if errors remain. */
  private boolean check(ParseResult args, Tables tables, String table) throws IOException {
    boolean repair = args.hasMatchedOption(REPAIR);
    CheckResult result =
        tables.check(
            table, repair, progress -> console.showStatus("checking " + table + ": " + progress));
    console.clearStatus();
    // Expired records are invisible; without a running server, this command removes them.
    long removed = repair && result.expired() > 0 ? tables.reclaim(table) : 0;
    if (args.hasMatchedOption(JSON)) {
      Map<String, Object> map = toMap(result);
      map.put("reclaimed", removed);
      new JsonWriter(console.out()).line(map);
    } else {
      console.out().text(result.toString());
      if (removed > 0) {
        console.out().text(Counted.of(removed, "expired record") + " removed").endLine();
      }
    }
    return !isLeft(result, repair);
  }

  /** Whether errors were found and not repaired. */
  private static boolean isLeft(CheckResult result, boolean repair) {
    return result.damaged() > 0
        || result.indexes().stream()
            .anyMatch(index -> repair ? index.duplicates() > 0 : !index.isClean());
  }

  private static Map<String, Object> toMap(CheckResult result) {
    List<Object> indexes = new ArrayList<>();
    for (CheckResult.IndexResult index : result.indexes()) {
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
    map.put("examples", new ArrayList<Object>(result.examples()));
    return map;
  }
}
