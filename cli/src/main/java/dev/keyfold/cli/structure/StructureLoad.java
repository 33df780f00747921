package dev.keyfold.cli.structure;

import dev.keyfold.cli.structure.Elements.Element;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.BulkLoad;
import dev.keyfold.structures.Savepoint;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.structures.type.StructureType;
import dev.keyfold.table.entry.BadInputException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes imported structures, each atomically. Small ones share a write; one of several lines is
 * loaded aside and becomes visible with its last line. Close it. Not thread-safe.
 */
final class StructureLoad implements AutoCloseable {
  private static final int BATCH_ELEMENTS = 1000;
  private static final int BATCH_BYTES = 4 << 20;

  private final Structures structures;
  private final int database;
  private final boolean keep;
  private @Nullable Work work;
  private long batchElements;
  private long batchBytes;

  /** The structure whose lines are being read; null if none is. */
  private @Nullable Part part;

  private long written;
  private long elements;
  private long kept;
  private long expired;

  /** A structure of several lines. */
  private static final class Part {
    final StructureLine first;

    /** Null if it is only to be skipped: it exists, is expired or is bad. */
    final @Nullable BulkLoad load;

    byte @Nullable [] last;

    Part(StructureLine first, @Nullable BulkLoad load) {
      this.first = first;
      this.load = load;
    }
  }

  /**
   * @param database for lines that name none
   * @param keep whether existing names stay as they are
   */
  StructureLoad(Structures structures, int database, boolean keep) {
    this.structures = structures;
    this.database = database;
    this.keep = keep;
  }

  /** The number of structures written. */
  long written() {
    return written;
  }

  /** The number of their elements. */
  long elements() {
    return elements;
  }

  /** The number of structures that were not written because their names exist. */
  long kept() {
    return kept;
  }

  /** The number of structures that were not written because their time is over. */
  long expired() {
    return expired;
  }

  /** Adds a line; throws {@link BadInputException} if it does not fit. */
  void add(StructureLine line) {
    if (part != null && !continues(part.first, line)) {
      Part broken = part;
      end(null);
      addFirst(line); // it is complete in itself; then the one before it is reported
      throw new BadInputException(
          "found another structure, expected the continuation of "
              + Notation.TEXT.write(broken.first.name())
              + ", which was not imported");
    }
    if (part != null) {
      addNext(part, line);
    } else {
      addFirst(line);
    }
  }

  private boolean continues(StructureLine first, StructureLine line) {
    return Arrays.equals(first.name(), line.name())
        && first.type() == line.type()
        && database(first) == database(line);
  }

  private int database(StructureLine line) {
    Integer said = line.database();
    int number = said == null ? database : said;
    if (number < 0 || number >= StructureCommand.databases()) {
      throw new BadInputException(
          "database: found " + number + ", expected 0 to " + (StructureCommand.databases() - 1));
    }
    return number;
  }

  private void addFirst(StructureLine line) {
    Work writing = begun();
    Space space = writing.space(database(line));
    boolean skipped = true;
    if (line.expires() != 0 && line.expires() <= writing.now()) {
      expired++;
    } else if (keep && space.keys().exists(line.name())) {
      kept++;
    } else {
      skipped = false;
    }
    if (!line.more()) {
      if (!skipped) {
        addWhole(writing, space, line);
      }
      return;
    }
    if (skipped) {
      part = new Part(line, null);
      return;
    }
    commit();
    BulkLoad load;
    try (Work note = structures.begin()) {
      load = BulkLoad.aside(note, line.type());
      part = new Part(line, load);
      note.commit();
    }
    fill(part, load, line);
  }

  private void addNext(Part continued, StructureLine line) {
    BulkLoad load = continued.load;
    if (load != null) {
      fill(continued, load, line);
    }
    if (!line.more()) {
      end(load);
    }
  }

  /** A structure of one line; if it is bad nothing of it stays. */
  private void addWhole(Work writing, Space space, StructureLine line) {
    Savepoint before = writing.savepoint();
    try {
      checkDistinct(line);
      space.keys().delete(line.name());
      for (Element element : line.elements()) {
        put(space, line, element);
      }
      if (line.expires() != 0) {
        space.keys().expireAt(line.name(), line.expires());
      }
    } catch (StructuresException | BadInputException e) {
      writing.rollbackTo(before);
      throw new BadInputException(String.valueOf(e.getMessage()));
    }
    written++;
    elements += line.elements().size();
    batchElements += line.elements().size();
    batchBytes += line.elements().stream().mapToLong(Element::bytes).sum();
    if (batchElements >= BATCH_ELEMENTS || batchBytes >= BATCH_BYTES) {
      commit();
    }
  }

  private static void put(Space space, StructureLine line, Element element) {
    byte[] name = line.name();
    byte[] value = element.value();
    switch (line.type()) {
      case HASH -> space.hashes().put(name, element.key(), value == null ? new byte[0] : value);
      case LIST -> space.lists().pushLast(name, element.key());
      case SET -> space.sets().add(name, element.key());
      case SORTED_SET -> space.sortedSets().put(name, element.key(), element.score());
      case STRING -> space.strings().set(name, element.key());
    }
  }

  private static void checkDistinct(StructureLine line) {
    if (line.type() != StructureType.LIST && line.type() != StructureType.STRING) {
      Set<ByteBuffer> seen = new HashSet<>();
      for (Element element : line.elements()) {
        if (!seen.add(ByteBuffer.wrap(element.key()))) {
          throw new BadInputException(
              "found " + Notation.TEXT.write(element.key()) + " twice, expected it once");
        }
      }
    }
  }

  private void fill(Part filled, BulkLoad load, StructureLine line) {
    try {
      for (Element element : line.elements()) {
        byte[] key = element.key();
        if (line.type() != StructureType.LIST) {
          checkOrder(filled.last, key);
          filled.last = key;
        }
        byte[] value = element.value();
        switch (line.type()) {
          case HASH -> load.field(key, value == null ? new byte[0] : value);
          case SET -> load.member(Slice.of(key));
          case SORTED_SET -> load.member(Slice.of(key), element.score());
          default -> load.element(key);
        }
      }
    } catch (StructuresException | BadInputException e) {
      load.close();
      part = line.more() ? new Part(filled.first, null) : null;
      throw new BadInputException(e.getMessage() + "; the structure was not imported");
    }
  }

  /** Nobody could else tell that a member of an earlier line comes again. */
  private static void checkOrder(byte @Nullable [] last, byte[] key) {
    if (last != null && Arrays.compareUnsigned(last, key) >= 0) {
      throw new BadInputException(
          "found "
              + Notation.TEXT.write(key)
              + " after "
              + Notation.TEXT.write(last)
              + ", expected the elements of a structure of several lines in ascending order of"
              + " their bytes, as export writes them");
    }
  }

  /** Ends a structure of several lines: publishes what is loaded, or drops it if that is null. */
  private void end(@Nullable BulkLoad complete) {
    Part ended = part;
    part = null;
    if (ended == null || ended.load == null) {
      return;
    }
    try (BulkLoad load = ended.load) {
      if (complete != null) {
        load.finish();
        try (Work publishing = structures.begin()) {
          Space space = publishing.space(database(ended.first));
          load.publish(space, ended.first.name());
          if (ended.first.expires() != 0) {
            space.keys().expireAt(ended.first.name(), ended.first.expires());
          }
          publishing.commit();
        }
        written++;
        elements += load.size();
      }
    } catch (StructuresException e) {
      throw new BadInputException(e.getMessage() + "; the structure was not imported");
    }
  }

  private Work begun() {
    Work open = work;
    if (open == null) {
      open = structures.begin();
      work = open;
    }
    return open;
  }

  private void commit() {
    Work open = work;
    if (open != null) {
      work = null;
      batchElements = 0;
      batchBytes = 0;
      try (open) {
        open.commit();
      }
    }
  }

  /**
   * Commits what is complete.
   *
   * @return the name of the structure whose last lines are missing; null if none exists
   */
  @Nullable String finish() {
    commit();
    Part broken = part;
    end(null);
    return broken == null ? null : Notation.TEXT.write(broken.first.name());
  }

  /** Takes back what was not committed. */
  @Override
  public void close() {
    try {
      end(null);
    } finally {
      if (work != null) {
        work.close();
      }
    }
  }
}
