package dev.keyfold.cli.data;

import dev.keyfold.cli.command.Command;
import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.db.Keyfold;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.compound.CompoundCheck;
import dev.keyfold.structures.compound.CompoundData;
import dev.keyfold.structures.compound.CompoundExport;
import dev.keyfold.table.entry.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Exports the structures of one database into another store, under compound keys, and compares the
 * result with them.
 *
 * @param url the store to write, which must be new or empty
 * @param database the number of the database to read
 */
record StructureStoreExport(
    Command command, Console console, String url, CompoundKeys keys, int database) {
  /** The exit status is 1 if something was left out, or has lost its expiry. */
  int run(Store from, boolean json) throws IOException {
    // Nobody else has the structures of this store open, and nothing of them expires meanwhile.
    StructuresOptions options =
        StructuresOptions.defaults().withBackground(false).withDurability(from.durability());
    try (Keyfold target = Keyfold.open(url, console::notice);
        Structures structures = Structures.over(from, options)) {
      Store store = target.store();
      store.checkWritable();
      StoreExport.checkEmpty(url, store);
      long names;
      try (Work work = structures.read()) {
        names = work.space(database).keys().size();
      }
      CompoundData data = new CompoundData(store, keys);
      ProgressBar bar = new ProgressBar(console, "exporting", names, 0, 0);
      CompoundExport.Result result =
          new CompoundExport(structures, database, data)
              .onProgress(done -> bar.show(done, done))
              .run();
      bar.end();
      store.sync();
      long copied = result.entries() + result.strings();
      ProgressBar second = new ProgressBar(console, "verifying", copied, 0, 0);
      CompoundCheck.Result check =
          CompoundCheck.run(data, structures, database, done -> second.show(done, done));
      second.end();
      boolean same = Verified.report(console, check, copied);
      if (json) {
        new JsonWriter(console.out()).line(toMap(result, check, same));
      } else {
        for (String line : result.lines()) {
          console.out().text(line).endLine();
        }
      }
      boolean complete = result.skipped() == 0 && result.lostExpiries() == 0;
      return same && complete ? console.status() : ExitCode.BAD_INPUT;
    } catch (StoreUrlException e) {
      throw command.usage("--to-store: " + e.getMessage());
    }
  }

  private static Map<String, Object> toMap(
      CompoundExport.Result result, CompoundCheck.Result check, boolean same) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("complete", result.skipped() == 0);
    map.put("structures", result.structures());
    map.put("elements", result.entries());
    map.put("strings", result.strings());
    map.put("lostExpiries", result.lostExpiries());
    map.put("leftOut", new LinkedHashMap<String, Object>(result.leftOut()));
    map.put("problems", new ArrayList<Object>(result.problems()));
    map.put("verified", same);
    map.put("digest", check.compoundDigest());
    return map;
  }
}
