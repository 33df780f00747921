package dev.keyfold.structures.modeling;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.layout.EntryDigest;
import dev.keyfold.structures.layout.StructureLimits;
import dev.keyfold.structures.type.StructureType;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a {@link ModelingImport} has written with its source, entry by entry. It reads both
 * again. Not thread-safe.
 */
public final class ModelingCheck {
  private static final int STEP = 1000;

  private final ModelingData from;
  private final Space to;
  private final EntryDigest source = new EntryDigest();
  private final EntryDigest copy = new EntryDigest();
  private long entries;
  private long different;

  /**
   * What was found.
   *
   * @param entries values of maps, elements of arrays and strings in the source
   * @param different how many of them are missing in the structures or differ, and structures with
   *     elements that the source does not have
   * @param sourceDigest a checksum of all of them that does not depend on their order
   * @param copyDigest the same of what the structures have for them
   */
  public record Result(long entries, long different, String sourceDigest, String copyDigest) {
    /** Whether the structures have the same as the source. */
    public boolean isSame() {
      return different == 0 && sourceDigest.equals(copyDigest);
    }
  }

  private ModelingCheck(ModelingData from, Space to) {
    this.from = from;
    this.to = to;
  }

  /** Compares all entries of the source with that database of the structures. */
  public static Result run(
      ModelingData from, Structures structures, int database, LongConsumer progress) {
    try (Work work = structures.read();
        Cursor cursor = from.reader().scan(Scan.everything().inBulk())) {
      ModelingCheck check = new ModelingCheck(from, work.space(database));
      long read = 0;
      while (cursor.next()) {
        check.entry(cursor.key().toArray(), cursor);
        if (++read % STEP == 0) {
          progress.accept(read);
        }
      }
      return check.result();
    }
  }

  private Result result() {
    return new Result(entries, different, source.text(), copy.text());
  }

  private void entry(byte[] key, Cursor cursor) {
    if (key.length > StructureLimits.NAME_BYTES) {
      return; // the import has reported it
    }
    Head head = from.head(key);
    switch (head.kind()) {
      case MAP -> {
        boolean hash = to.keys().type(key) == StructureType.HASH;
        size(hash ? to.hashes().size(key) : 0, head.names().size());
        for (byte[] field : head.names()) {
          byte[] below = from.below(key, field);
          compare(below, from.reader().get(below), hash ? to.hashes().get(key, field) : null);
        }
      }
      case ARRAY -> {
        boolean list = to.keys().type(key) == StructureType.LIST;
        size(list ? to.lists().size(key) : 0, head.length());
        for (int i = 0; i < head.length(); i++) {
          byte[] below = from.below(key, Head.digits(i));
          compare(below, from.element(key, i), list ? to.lists().get(key, i) : null);
        }
      }
      case EMPTY -> {}
      default -> {
        if (!from.isOwned(key)) {
          boolean string = to.keys().type(key) == StructureType.STRING;
          compare(key, cursor.value().toArray(), string ? to.strings().get(key) : null);
        }
      }
    }
  }

  private void size(long found, long expected) {
    if (found > expected) {
      different++;
    }
  }

  private void compare(byte[] key, byte @Nullable [] expected, byte @Nullable [] found) {
    entries++;
    if (expected == null || found == null || !Arrays.equals(expected, found)) {
      different++;
    }
    if (expected != null) {
      source.add(key, expected);
    }
    if (found != null) {
      copy.add(key, found);
    }
  }
}
