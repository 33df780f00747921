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
import dev.keyfold.structures.type.StructureType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Copies maps and arrays that are spread over entries into structures: a map becomes a hash, an
 * array a list, and every entry that belongs to neither a string under its own key.
 *
 * <p>A name that exists already is replaced; each structure appears at once. What is not as
 * expected is counted by reason, and the first of each reason are named. After an interruption, run
 * it again: it starts over and ends the same. Not thread-safe.
 */
public final class ModelingImport {
  private static final int CHUNK = 1000;
  private static final int NAMED = 20;
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
  private LongConsumer progress = entries -> {};
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

  /** Is told now and then how many entries were read. */
  public ModelingImport onProgress(LongConsumer told) {
    progress = told;
    return this;
  }

  /** Copies everything. */
  public Result run() {
    try (Cursor cursor = from.reader().scan(Scan.everything().inBulk())) {
      long read = 0;
      while (cursor.next()) {
        take(cursor.key().toArray(), cursor);
        if (++read % CHUNK == 0) {
          progress.accept(read);
        }
      }
      commit();
    } finally {
      if (work != null) {
        work.close();
      }
    }
    return new Result(maps, arrays, strings, elements, problems, named);
  }

  private void take(byte[] key, Cursor cursor) {
    Head head = from.head(key);
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
            begun(1).strings().set(key, cursor.value().toArray());
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
          for (byte[] field : head.names()) {
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

  /** Adds all elements to one of both; the other is null. */
  private interface Filler {
    void fill(@Nullable Space space, @Nullable BulkLoad load);
  }

  private void structure(byte[] name, StructureType type, int size, Filler filler) {
    if (size <= CHUNK) {
      Space space = begun(size);
      Work writing = open();
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
    commit();
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

  /** The work under way; a new one if so many more elements would make it too big. */
  private Space begun(int more) {
    if (batched + more > CHUNK) {
      commit();
    }
    batched += more;
    return open().space(database);
  }

  private void commit() {
    Work writing = work;
    work = null;
    batched = 0;
    if (writing != null) {
      try (writing) {
        writing.commit();
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
    String text = new String(key, StandardCharsets.UTF_8);
    boolean plain = text.chars().noneMatch(c -> Character.isISOControl(c) || c == 0xFFFD);
    return plain ? text : Bytes.toHex(key);
  }
}
