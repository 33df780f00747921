package dev.keyfold.structures.compound;

import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Snapshot;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.resume.ResumableRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Takes over data in the layout of compound keys into structures: one pass over a snapshot of the
 * store, in the order of its keys, where the elements of a structure are adjacent.
 *
 * <p>A name that exists already is replaced. Small structures appear at once; of one with more than
 * a thousand elements, parts are visible earlier. Everything that is not taken over is counted by
 * its reason, and the first of each reason are named: elements without a type entry or next to one
 * of another type, types without elements, streams, promoted collections, versions, scores that are
 * not numbers, malformed keys. If the type entry is damaged, the keys of the elements decide.
 *
 * <p>After an interruption, run it again: with a {@link #withCheckpoint checkpoint} it resumes
 * after the last commit, without one it starts over and ends the same. Not thread-safe.
 */
public final class CompoundImport extends ResumableRun<CompoundImport> {
  private final CompoundData from;
  private final Structures to;
  private final int database;
  private ToLongFunction<byte[]> expiries = key -> 0;

  /**
   * What an import did.
   *
   * @param structures hashes, lists, sets and sorted sets
   * @param strings strings
   * @param entries elements of structures
   * @param expiring how many of the structures and strings expire
   * @param guessed structures whose type entry is unreadable, taken over by the keys of their
   *     elements
   * @param lostExpiries elements that were to expire on their own; they are taken over and stay
   * @param skipped entries left out, the sum of {@code leftOut}
   * @param leftOut how many entries were left out, by reason
   * @param problems the first of each reason, by name
   */
  public record Result(
      long structures,
      long strings,
      long entries,
      long expiring,
      long guessed,
      long lostExpiries,
      long skipped,
      Map<String, Long> leftOut,
      List<String> problems) {
    /** Copies. */
    public Result {
      leftOut = Collections.unmodifiableMap(new LinkedHashMap<>(leftOut));
      problems = List.copyOf(problems);
    }

    /** The report as text: a summary, then what was left out and why, then names. */
    public List<String> lines() {
      List<String> lines = new ArrayList<>();
      lines.add(
          Counted.of(structures, "structure")
              + " with "
              + Counted.of(entries, "element")
              + " and "
              + Counted.of(strings, "string")
              + " taken over, "
              + expiring
              + " of them with an expiry; "
              + Counted.of(skipped, "entry")
              + " left out");
      leftOut.forEach((reason, count) -> lines.add(Counted.of(count, "entry") + ": " + reason));
      if (guessed > 0) {
        lines.add(Counted.of(guessed, "structure") + " with an unreadable type taken over");
      }
      if (lostExpiries > 0) {
        lines.add(Counted.of(lostExpiries, "element") + " taken over without their own expiry");
      }
      lines.addAll(problems);
      return lines;
    }
  }

  /** From that data into one database of the structures. */
  public CompoundImport(CompoundData from, Structures to, int database) {
    this.from = from;
    this.to = to;
    this.database = database;
  }

  /**
   * Takes over expiries.
   *
   * @param when when a stored key expires, in milliseconds since 1970; 0 for never
   */
  public CompoundImport withExpiries(ToLongFunction<byte[]> when) {
    expiries = when;
    return this;
  }

  @Override
  protected CompoundImport self() {
    return this;
  }

  /** Copies everything, or the rest after an interruption. */
  public Result run() {
    setStopped(false);
    try (Snapshot snapshot = from.store().snapshot();
        ImportRun run =
            new ImportRun(from.keys(), snapshot, expiries, to, database, checkpoint())) {
      // The bytes of a key and 00 are the first key after it.
      byte[] start =
          run.read() == 0 ? run.lastKey() : Arrays.copyOf(run.lastKey(), run.lastKey().length + 1);
      try (Cursor cursor = snapshot.scan(Scan.between(start, null).inBulk())) {
        while (!isStopped() && cursor.next()) {
          run.take(cursor.key().toArray(), cursor);
          if (run.read() % ImportRun.CHUNK == 0) {
            report(run.read());
          }
        }
      }
      setLastKey(run.lastKey());
      return isStopped() ? run.stop() : run.finish();
    }
  }
}
