package dev.keyfold.cli.data;

import dev.keyfold.cli.command.Command;
import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.db.Keyfold;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.modeling.ModelingCheck;
import dev.keyfold.structures.modeling.ModelingData;
import dev.keyfold.structures.modeling.ModelingExport;
import dev.keyfold.table.entry.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Exports the maps, arrays and strings of one database into another store, spread over entries, and
 * compares the result with them.
 *
 * @param url the store to write, which must be new or empty
 * @param format {@link ModelingStoreImport#FORMAT}, or that and a separator
 * @param database the number of the database to read
 */
record ModelingStoreExport(
    Command command, Console console, String url, String format, int database) {
  /** The exit status is 1 if something was left out, or has lost its expiry. */
  int run(Store from, boolean json) throws IOException {
    StructuresOptions options =
        StructuresOptions.defaults().withBackground(false).withDurability(from.durability());
    String separator = ModelingStoreImport.separator(format);
    try (Keyfold target = Keyfold.open(url, console::notice);
        Structures structures = Structures.over(from, options)) {
      Store store = target.store();
      store.checkWritable();
      StoreExport.checkEmpty(url, store);
      long names;
      try (Work work = structures.read()) {
        names = work.space(database).keys().size();
      }
      ProgressBar bar = new ProgressBar(console, "exporting", names, 0, 0);
      ModelingExport.Result result =
          new ModelingExport(structures, database, store, separator)
              .onProgress(done -> bar.show(done, done))
              .run();
      bar.end();
      store.sync();
      long copied = result.elements() + result.strings();
      ProgressBar second = new ProgressBar(console, "verifying", copied, 0, 0);
      ModelingCheck.Result check =
          ModelingCheck.run(
              new ModelingData(store, separator),
              structures,
              database,
              done -> second.show(done, done));
      second.end();
      boolean same = ModelingStoreImport.verified(console, check) && check.entries() == copied;
      if (json) {
        new JsonWriter(console.out()).line(toMap(result, check, same));
      } else {
        for (String line : result.lines()) {
          console.out().text(line).endLine();
        }
      }
      return same && result.isComplete() ? console.status() : ExitCode.BAD_INPUT;
    } catch (StoreUrlException e) {
      throw command.usage("--to-store: " + e.getMessage());
    }
  }

  private static Map<String, Object> toMap(
      ModelingExport.Result result, ModelingCheck.Result check, boolean same) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("complete", result.leftOut().isEmpty());
    map.put("maps", result.maps());
    map.put("arrays", result.arrays());
    map.put("strings", result.strings());
    map.put("elements", result.elements());
    map.put("lostExpiries", result.lostExpiries());
    map.put("leftOut", new LinkedHashMap<String, Object>(result.leftOut()));
    map.put("problems", new ArrayList<Object>(result.problems()));
    map.put("verified", same);
    map.put("digest", check.sourceDigest());
    return map;
  }
}
