package dev.keyfold.cli.data;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.cli.command.RefusedException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.db.Keyfold;
import dev.keyfold.store.Store;
import dev.keyfold.store.bitcask.BitcaskStore;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.compound.CompoundData;
import dev.keyfold.structures.compound.CompoundImport;
import dev.keyfold.structures.compound.CompoundRevision;
import dev.keyfold.table.entry.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Imports a store with compound keys, or with modeled maps and arrays, into structures.
 *
 * @param url the store to read
 * @param format one that {@link #isFormat}
 * @param database the number of the database to write to
 */
record StructureImport(Console console, String url, String format, int database) {
  private static final String RECOGNISED = "compound";
  private static final String ESCAPED = "compound:escaped";
  private static final String UNESCAPED = "compound:unescaped";

  /** With the first, the names tell which of the other two it is. */
  private static final List<String> FORMATS = List.of(RECOGNISED, ESCAPED, UNESCAPED);

  /** The formats that are imported as structures, for messages. */
  static final String EXPECTED =
      String.join(", ", FORMATS)
          + ", "
          + ModelingStoreImport.FORMAT
          + " or "
          + ModelingStoreImport.FORMAT
          + ":SEPARATOR";

  /** Whether entries of the format are imported as structures. */
  static boolean isFormat(String format) {
    return FORMATS.contains(format) || ModelingStoreImport.isFormat(format);
  }

  /** Of those that a server has unless it is told otherwise. */
  static final int LAST_DATABASE = StructuresOptions.defaults().databases() - 1;

  /** Imports; the exit status is 1 if something was left out or could not be read. */
  int run(Store target, boolean json) throws IOException {
    try (Keyfold opened = Keyfold.openExisting(url, console::notice)) {
      Store source = opened.store();
      if (ModelingStoreImport.isFormat(format)) {
        return new ModelingStoreImport(console, format, database).run(source, target, json);
      }
      CompoundKeys keys = keys(source);
      CompoundImport.Result result = copy(source, keys, target);
      target.sync();
      boolean complete = result.skipped() == 0 && isComplete(source);
      if (json) {
        new JsonWriter(console.out()).line(toMap(source, keys, result, complete));
      } else {
        for (String line : result.lines()) {
          console.out().text(line).endLine();
        }
      }
      return complete ? console.status() : ExitCode.BAD_INPUT;
    }
  }

  private CompoundKeys keys(Store source) {
    if (format.equals(RECOGNISED)) {
      CompoundRevision found = CompoundRevision.of(source);
      if (!found.isCertain()) {
        throw new RefusedException(
            found.describe()
                + "; say which with --format "
                + ESCAPED
                + " or --format "
                + UNESCAPED);
      }
      return found.keys();
    }
    return format.equals(UNESCAPED) ? CompoundKeys.UNESCAPED : CompoundKeys.ESCAPED;
  }

  private CompoundImport.Result copy(Store source, CompoundKeys keys, Store target) {
    long entries = source.estimate(KeyRange.of(new byte[0], null)).count();
    ProgressBar bar = new ProgressBar(console, "importing", entries, 0, 0);
    // Nobody else has the structures of this store open, and nothing of them expires meanwhile.
    StructuresOptions options =
        StructuresOptions.defaults().withBackground(false).withDurability(target.durability());
    try (Structures structures = Structures.over(target, options)) {
      CompoundImport work =
          new CompoundImport(new CompoundData(source, keys), structures, database)
              .onProgress(read -> bar.show(read, read));
      if (source instanceof BitcaskStore logs) {
        work.withExpiries(logs::expiresAt); // other stores have none
      }
      return work.run();
    } finally {
      bar.end();
    }
  }

  private static boolean isComplete(Store source) {
    return !(source instanceof BitcaskStore logs) || logs.report().isComplete();
  }

  private static Map<String, Object> toMap(
      Store source, CompoundKeys keys, CompoundImport.Result result, boolean complete) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("complete", complete);
    map.put("format", keys == CompoundKeys.ESCAPED ? ESCAPED : UNESCAPED);
    map.put("structures", result.structures());
    map.put("elements", result.entries());
    map.put("strings", result.strings());
    map.put("expiring", result.expiring());
    map.put("unreadableTypes", result.guessed());
    map.put("lostExpiries", result.lostExpiries());
    map.put("leftOut", new LinkedHashMap<String, Object>(result.leftOut()));
    map.put("problems", new ArrayList<Object>(result.problems()));
    if (source instanceof BitcaskStore logs) {
      map.put("source", new LinkedHashMap<String, Object>(logs.report().counts()));
      map.put("sourceProblems", new ArrayList<Object>(logs.report().warnings()));
    }
    return map;
  }
}
