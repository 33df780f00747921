package dev.keyfold.cli.data;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.store.Store;
import dev.keyfold.store.View;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.modeling.ModelingCheck;
import dev.keyfold.structures.modeling.ModelingData;
import dev.keyfold.structures.modeling.ModelingImport;
import dev.keyfold.table.entry.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Imports maps and arrays that are spread over the entries of a store, and compares the result with
 * the source.
 *
 * @param format {@link #FORMAT}, or that and a separator
 * @param database the number of the database to write to
 * @param run how it resumes and stops
 */
record ModelingStoreImport(Console console, String format, int database, ResumableImport run) {
  static final String FORMAT = "modeling";
  private static final String WITH_SEPARATOR = FORMAT + ":";
  private static final String SEPARATOR = ".";

  /** {@code modeling}, or {@code modeling:/} for another separator. */
  static boolean isFormat(String format) {
    return format.equals(FORMAT)
        || (format.startsWith(WITH_SEPARATOR) && format.length() > WITH_SEPARATOR.length());
  }

  /** What a format has between a name and what is below it. */
  static String separator(String format) {
    return format.equals(FORMAT) ? SEPARATOR : format.substring(WITH_SEPARATOR.length());
  }

  /** Imports; the exit status is 1 if something was not as expected. */
  int run(Store source, Store target, boolean json) throws IOException {
    long total = source.estimate(KeyRange.of(new byte[0], null)).count();
    StructuresOptions options =
        StructuresOptions.defaults().withBackground(false).withDurability(target.durability());
    ModelingImport.Result result;
    ModelingCheck.Result check = null;
    try (View view = source.view();
        Structures structures = Structures.over(target, options)) {
      ProgressBar bar = new ProgressBar(console, "importing", total, 0, 0);
      ModelingImport work =
          new ModelingImport(new ModelingData(view, separator(format)), structures, database)
              .onProgress(read -> bar.show(read, read))
              .withCheckpoint(run.begin())
              .onlyWhile(run::goesOn);
      result = work.run();
      bar.end();
      if (work.isStopped()) {
        run.stoppedAfter(work.lastKey());
      } else {
        ProgressBar second = new ProgressBar(console, "verifying", total, 0, 0);
        ModelingData data = new ModelingData(view, separator(format));
        check =
            run.verify(
                () -> ModelingCheck.run(data, structures, database, run.whileVerifying(second)));
        second.end();
      }
    }
    target.sync();
    if (json) {
      new JsonWriter(console.out()).line(toMap(result, check));
    } else {
      for (String line : result.lines()) {
        console.out().text(line).endLine();
      }
    }
    return check != null && verified(console, check) && result.isComplete()
        ? console.status()
        : ExitCode.BAD_INPUT;
  }

  /** Says on standard error whether entries and structures are the same. */
  static boolean verified(Console console, ModelingCheck.Result check) {
    String entries = Counted.of(check.entries(), "entry");
    if (check.isSame()) {
      console.complain("verified: " + entries + ", digest " + check.sourceDigest());
    } else {
      console.complain(
          "not verified: of "
              + entries
              + ", "
              + check.different()
              + " are missing or different in the structures; digest "
              + check.sourceDigest()
              + " of the entries, "
              + check.copyDigest()
              + " of the structures");
    }
    return check.isSame();
  }

  private static Map<String, Object> toMap(
      ModelingImport.Result result, ModelingCheck.@Nullable Result check) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("complete", check != null && result.isComplete());
    map.put("maps", result.maps());
    map.put("arrays", result.arrays());
    map.put("strings", result.strings());
    map.put("elements", result.elements());
    map.put("counts", new LinkedHashMap<String, Object>(result.problems()));
    map.put("problems", new ArrayList<Object>(result.named()));
    map.put("verified", check != null && check.isSame());
    if (check != null) {
      map.put("entries", check.entries());
      map.put("different", check.different());
      map.put("digest", check.sourceDigest());
    }
    return map;
  }
}
