package dev.keyfold.structures.modeling;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.structures.BulkLoad;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.errors.StructureLimitException;
import dev.keyfold.structures.layout.KeyDisplay;
import dev.keyfold.structures.resume.ImportCheckpoint;
import dev.keyfold.structures.resume.ResumableRun;
import dev.keyfold.structures.resume.StateReader;
import dev.keyfold.structures.resume.StateWriter;
import dev.keyfold.structures.type.StructureType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Copies maps and arrays that are spread over entries into structures: a map becomes a hash, an
 * array a list, and every entry that belongs to neither a string under its own key.
 *
 * <p>A name that exists already is replaced; each structure appears at once. What is not as
 * expected is counted by reason, and the first of each reason are named. After an interruption, run
 * it again: with a {@link #withCheckpoint checkpoint} it resumes after the last commit, without one
 * it starts over and ends the same. For one run; not thread-safe.
 */
public final class ModelingImport extends ResumableRun<ModelingImport> {
  private static final int CHUNK = 1000;
  private static final int NAMED = 20;
  private static final int SHOWN = 512;

  /** Of the stored progress. */
  private static final int VERSION = 1;

  private static final String NO_ENTRY = "keys in the list of a map that have no entry";
  private static final String BROKEN =
      "arrays with a missing element, whose entries became strings";
  private static final String EMPTY = "empty maps and arrays, which structures do not have";
  private static final String TOO_LONG = "entries that are too long for a structure";

  private final ModelingData from;
  private final Structures to;
  private final int database;
  private final Map<String, Long> problems = new LinkedHashMap<>();
  private final List<String> named = new ArrayList<>();

  private long read;
  private long maps;
  private long arrays;
  private long strings;
  private long elements;
  private @Nullable Work work;
  private long batched;

  /**
   * What an import did.
   *
   * @param maps maps written
   * @param arrays arrays written
   * @param strings entries that belong to neither, written as strings
   * @param elements values of maps and elements of arrays
   * @param problems how often something was not as expected, by reason
   * @param named the first of each reason
   */
  public record Result(
      long maps,
      long arrays,
      long strings,
      long elements,
      Map<String, Long> problems,
      List<String> named) {
    /** Copies. */
    public Result {
      problems = Collections.unmodifiableMap(new LinkedHashMap<>(problems));
      named = List.copyOf(named);
    }

    /** Whether everything was as expected. */
    public boolean isComplete() {
      return problems.isEmpty();
    }

    /** The report as text. */
    public List<String> lines() {
      List<String> lines = new ArrayList<>();
      lines.add(
          Counted.of(maps, "map")
              + " and "
              + Counted.of(arrays, "array")
              + " with "
              + Counted.of(elements, "element")
              + " imported, and "
              + Counted.of(strings, "string"));
      problems.forEach((reason, count) -> lines.add(reason + ": " + count));
      lines.addAll(named);
      return lines;
    }
  }

  /** From that data into one database of the structures. */
  public ModelingImport(ModelingData from, Structures to, int database) {
    this.from = from;
    this.to = to;
    this.database = database;
  }

  @Override
  protected ModelingImport self() {
    return this;
  }

  /** Copies everything, or the rest after an interruption. */
  public Result run() {
    ImportCheckpoint checkpoint = checkpoint();
    byte[] progress = checkpoint == null ? null : checkpoint.recall();
    if (progress != null) {
      recall(new StateReader(progress, VERSION));
    }
    // The bytes of a key and 00 are the first key after it.
    byte[] last = lastKey();
    byte[] start = read == 0 ? last : Arrays.copyOf(last, last.length + 1);
    try (Cursor cursor = from.reader().scan(Scan.between(start, null).inBulk())) {
      while (!isStopped() && cursor.next()) {
        byte[] key = cursor.key().toArray();
        take(key, cursor);
        setLastKey(key);
        if (++read % CHUNK == 0) {
          report(read);
        }
      }
      commit(!isStopped());
    } catch (StoppedException e) {
      setStopped(true); // within a large structure, before which everything was committed
    } finally {
      if (work != null) {
        work.close();
      }
    }
    return new Result(maps, arrays, strings, elements, problems, named);
  }

  private void recall(StateReader in) {
    setLastKey(in.bytes());
    read = in.number();
    maps = in.number();
    arrays = in.number();
    strings = in.number();
    elements = in.number();
    in.counts(problems);
    in.lines(named);
  }

  /** Everything that another run needs to continue after {@link #lastKey}. */
  private byte[] progress() {
    StateWriter out = new StateWriter(VERSION).bytes(lastKey()).number(read);
    out.number(maps).number(arrays).number(strings).number(elements);
    return out.counts(problems).lines(named).toBytes();
  }

  private void take(byte[] key, Cursor cursor) {
    Head head = from.head(key);
    // Before anything is counted: the progress says exactly what was written.
    makeRoom(
        switch (head.kind()) {
          case MAP -> head.names().size();
          case ARRAY -> head.length();
          default -> 1;
        });
    try {
      switch (head.kind()) {
        case MAP -> map(key, head);
        case ARRAY -> array(key, head);
        case EMPTY -> {
          if (!from.isOwned(key)) {
            problem(EMPTY, key, null);
          }
        }
        default -> {
          if (head.kind() == Head.Kind.BROKEN_ARRAY) {
            problem(BROKEN, key, null);
          }
          if (!from.isOwned(key)) {
            open().space(database).strings().set(key, cursor.value().toArray());
            strings++;
          }
        }
      }
    } catch (StructureLimitException e) {
      problem(TOO_LONG, key, e.getMessage());
    }
  }

  private void map(byte[] key, Head head) {
    for (byte[] missing : head.missing()) {
      problem(NO_ENTRY, from.below(key, missing), null);
    }
    structure(
        key,
        StructureType.HASH,
        head.names().size(),
        (space, load) -> {
          long added = 0;
          for (byte[] field : head.names()) {
            checkRunning(load, ++added);
            byte[] value = from.reader().get(from.below(key, field));
            if (value != null && load != null) {
              load.field(field, value);
            } else if (value != null && space != null) {
              space.hashes().put(key, field, value);
            }
          }
        });
    maps++;
    elements += head.names().size();
  }

  private void array(byte[] key, Head head) {
    structure(
        key,
        StructureType.LIST,
        head.length(),
        (space, load) -> {
          for (int i = 0; i < head.length(); i++) {
            checkRunning(load, i + 1L);
            byte[] element = from.element(key, i);
            if (element != null && load != null) {
              load.element(element);
            } else if (element != null && space != null) {
              space.lists().pushLast(key, element);
            }
          }
        });
    arrays++;
    elements += head.length();
  }

  /** A large structure that is not complete is given up: it is invisible, and is reclaimed. */
  private void checkRunning(@Nullable BulkLoad load, long added) {
    if (load != null && added % CHUNK == 0 && !isRunning()) {
      throw new StoppedException();
    }
  }

  /** Ends the load of a large structure. */
  private static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoppedException() {
      super("stopped", null, false, false);
    }
  }

  /** Adds all elements to one of both; the other is null. */
  private interface Filler {
    void fill(@Nullable Space space, @Nullable BulkLoad load);
  }

  private void structure(byte[] name, StructureType type, int size, Filler filler) {
    if (size <= CHUNK) {
      Work writing = open();
      Space space = writing.space(database);
      var before = writing.savepoint();
      try {
        space.keys().delete(name);
        filler.fill(space, null);
      } catch (StructureLimitException e) {
        writing.rollbackTo(before);
        throw e;
      }
      return;
    }
    BulkLoad load;
    try (Work note = to.begin()) {
      load = BulkLoad.aside(note, type);
      note.commit();
    }
    try (load) {
      filler.fill(null, load);
      load.finish();
      try (Work publishing = to.begin()) {
        load.publish(publishing.space(database), name);
        publishing.commit();
      }
    }
  }

  private Work open() {
    Work writing = work;
    if (writing == null) {
      writing = to.begin();
      work = writing;
    }
    return writing;
  }

  /** Commits what is under way if so many more elements would make it too big. */
  private void makeRoom(int more) {
    if (batched + more > CHUNK) {
      commit(false);
    }
    batched += more;
  }

  /**
   * Writes what is under way and the progress.
   *
   * @param last whether the import has come to its end
   */
  private void commit(boolean last) {
    ImportCheckpoint kept = checkpoint();
    batched = 0;
    if (work == null && kept == null) {
      return;
    }
    try (Work writing = open()) {
      work = null;
      if (kept == null) {
        writing.commit();
      } else if (last) {
        kept.commitLast(writing);
      } else {
        kept.commit(writing, progress());
      }
    }
  }

  private void problem(String reason, byte[] key, @Nullable String why) {
    long count = problems.merge(reason, 1L, Long::sum);
    if (count <= NAMED) {
      named.add(reason + ": " + text(key) + (why == null ? "" : ": " + why));
    }
  }

  private static String text(byte[] key) {
    if (key.length > SHOWN) {
      return KeyDisplay.text(key); // its beginning and its length
    }
    String text = new String(key, StandardCharsets.UTF_8);
    boolean plain = text.chars().noneMatch(c -> Character.isISOControl(c) || c == 0xFFFD);
    return plain ? text : Bytes.toHex(key);
  }
}
