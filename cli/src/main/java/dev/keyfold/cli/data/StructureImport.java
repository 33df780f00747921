package dev.keyfold.cli.data;

import dev.keyfold.cli.command.Command;
import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.cli.command.KeySpaces;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.cli.command.RefusedException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.db.Keyfold;
import dev.keyfold.store.Store;
import dev.keyfold.store.bitcask.BitcaskStore;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.compound.CompoundCheck;
import dev.keyfold.structures.compound.CompoundData;
import dev.keyfold.structures.compound.CompoundImport;
import dev.keyfold.structures.compound.CompoundRevision;
import dev.keyfold.structures.resume.ImportCheckpoint;
import dev.keyfold.table.entry.JsonWriter;
import dev.keyfold.table.schema.KeySpace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Imports a store with compound keys, or with modeled maps and arrays, into structures.
 *
 * @param url the store to read
 * @param opened the same, which is closed at the end
 * @param format one that {@link #isFormat}
 * @param database the number of the database to write to
 * @param restart whether to forget how far an import before this one has come
 * @param interrupted whether to stop
 */
record StructureImport(
    Console console,
    String url,
    Keyfold opened,
    String format,
    int database,
    boolean restart,
    BooleanSupplier interrupted) {
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

  /** Whether it is one of compound keys. */
  static boolean isCompound(String format) {
    return FORMATS.contains(format);
  }

  /** The revision; the default is the newer one, which escapes. */
  static CompoundKeys keys(String format) {
    return format.equals(UNESCAPED) ? CompoundKeys.UNESCAPED : CompoundKeys.ESCAPED;
  }

  /** A server has this many databases by default. */
  static final int LAST_DATABASE = StructuresOptions.defaults().databases() - 1;

  /**
   * Opens the source before the target, which is not created if there is nothing to import.
   *
   * @param target the URL of the store to write; empty for that of a shell
   */
  static Keyfold open(Command command, String source, String target) {
    if (source.equals(target)) {
      throw command.usage(
          "--from-store: found the store that the structures are written to, expected another one:"
              + " its keys could collide with theirs");
    }
    try {
      return Keyfold.openExisting(source, command.console::notice);
    } catch (StoreUrlException e) {
      throw command.usage("--from-store: " + e.getMessage());
    }
  }

  /** Imports; the exit status is 1 if something was left out or could not be read. */
  int run(Store target, boolean json) throws IOException {
    try (opened) {
      Store source = opened.store();
      checkForeign(source);
      ResumableImport run = new ResumableImport(console, checkpoint(target), restart, interrupted);
      if (ModelingStoreImport.isFormat(format)) {
        return new ModelingStoreImport(console, format, database, run).run(source, target, json);
      }
      CompoundKeys keys = keys(source);
      CompoundImport.Result result = copy(source, keys, target, run);
      target.sync();
      CompoundCheck.Result check =
          run.isStopped() ? null : run.verify(() -> verify(source, keys, target, result, run));
      boolean same =
          check != null && Verified.report(console, check, result.entries() + result.strings());
      boolean complete = same && result.skipped() == 0 && isComplete(source);
      if (json) {
        Map<String, Object> map = toMap(source, keys, result, complete);
        map.put("verified", same);
        if (check != null) {
          map.put("digest", check.compoundDigest());
        }
        new JsonWriter(console.out()).line(map);
      } else {
        for (String line : result.lines()) {
          console.out().text(line).endLine();
        }
      }
      return complete ? console.status() : ExitCode.BAD_INPUT;
    }
  }

  /** Another source, another way to read it or another database is another import. */
  private ImportCheckpoint checkpoint(Store target) {
    String identity = "structures " + database + " " + format + " " + url;
    return new ImportCheckpoint(target, KeySpace.entry(KeySpace.IMPORTS, identity));
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
    return keys(format);
  }

  private CompoundImport.Result copy(
      Store source, CompoundKeys keys, Store target, ResumableImport run) {
    long entries = source.estimate(KeyRange.of(new byte[0], null)).count();
    ProgressBar bar = new ProgressBar(console, "importing", entries, 0, 0);
    // Nobody else has the structures of this store open, and nothing of them expires meanwhile.
    try (Structures structures = Structures.over(target, options(target))) {
      CompoundImport work =
          new CompoundImport(new CompoundData(source, keys), structures, database)
              .onProgress(read -> bar.show(read, read))
              .withCheckpoint(run.begin())
              .onlyWhile(run::goesOn);
      if (source instanceof BitcaskStore logs) {
        work.withExpiries(logs::expiresAt); // other stores have none
      }
      CompoundImport.Result result = work.run();
      if (work.isStopped()) {
        run.stoppedAfter(work.lastKey());
      }
      return result;
    } finally {
      bar.end();
    }
  }

  /** Entries of our own tables and structures would become strings that nobody can read. */
  private static void checkForeign(Store source) {
    if (KeySpaces.isUsed(source)) {
      throw new RefusedException(
          "the source has tables or structures of Keyfold, expected entries of another program;"
              + " copy tables with 'keyfold export' and structures with 'keyfold structure"
              + " export'");
    }
  }

  private CompoundCheck.Result verify(
      Store source,
      CompoundKeys keys,
      Store target,
      CompoundImport.Result result,
      ResumableImport run) {
    long total = result.entries() + result.strings();
    ProgressBar bar = new ProgressBar(console, "verifying", total, 0, 0);
    try (Structures structures = Structures.over(target, options(target))) {
      return CompoundCheck.run(
          new CompoundData(source, keys), structures, database, run.whileVerifying(bar));
    } finally {
      bar.end();
    }
  }

  private static StructuresOptions options(Store target) {
    return StructuresOptions.defaults().withBackground(false).withDurability(target.durability());
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
