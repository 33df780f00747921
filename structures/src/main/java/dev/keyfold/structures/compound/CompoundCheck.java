package dev.keyfold.structures.compound;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.copy.NamePages;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.structures.layout.EntryDigest;
import dev.keyfold.structures.type.StructureType;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares the structures of a database with data in the layout of compound keys, after an import
 * or an export: every element and string of every name that the data has. Reads both again. Not
 * thread-safe.
 */
public final class CompoundCheck {
  private static final int STEP = 1_000;

  private final Reader data;
  private final CompoundKeys keys;
  private final Space space;
  private final LongConsumer progress;
  private final EntryDigest compound = new EntryDigest();
  private final EntryDigest structures = new EntryDigest();
  private long elements;
  private long different;

  /**
   * What was found.
   *
   * @param elements elements of structures, and strings, of names that the data has
   * @param different how many of them the data does not have, or has with another value
   * @param compoundDigest a checksum of those of the data that does not depend on their order
   * @param structuresDigest the same of the structures
   */
  public record Result(
      long elements, long different, String compoundDigest, String structuresDigest) {
    /**
     * Whether both have the same.
     *
     * @param expected how many elements and strings were copied
     */
    public boolean isSame(long expected) {
      return different == 0 && elements == expected && compoundDigest.equals(structuresDigest);
    }
  }

  private CompoundCheck(Reader data, CompoundKeys keys, Space space, LongConsumer progress) {
    this.data = data;
    this.keys = keys;
    this.space = space;
    this.progress = progress;
  }

  /** Compares; progress counts elements. */
  public static Result run(
      CompoundData data, Structures structures, int database, LongConsumer progress) {
    try (Work work = structures.read();
        var moment = data.store().view()) {
      Space space = work.space(database);
      CompoundCheck check = new CompoundCheck(moment, data.keys(), space, progress);
      NamePages.forEach(space, check::name);
      return new Result(
          check.elements, check.different, check.compound.text(), check.structures.text());
    }
  }

  private void name(byte[] name) {
    try {
      StructureType type = Objects.requireNonNull(space.keys().type(name));
      switch (type) {
        case STRING -> string(name);
        case HASH -> {
          if (has(keys.hashPrefix(name))) {
            space
                .hashes()
                .forEach(
                    name,
                    null,
                    (field, value) ->
                        lookUp(keys.hashField(name, field.toArray()), value.toArray()));
          }
        }
        case SET -> {
          if (has(keys.setPrefix(name))) {
            space.sets().forEach(name, null, member -> member(name, member));
          }
        }
        case SORTED_SET -> {
          if (has(keys.zsetPrefix(name))) {
            space
                .sortedSets()
                .forEachMember(name, null, (member, score) -> score(name, member, score));
          }
        }
        default -> list(name);
      }
    } catch (KeyException unwritable) {
      return; // the data cannot have the name
    }
  }

  private boolean has(byte[] prefix) {
    try (Cursor cursor = data.scan(Scan.prefix(prefix).limit(1).withoutValues())) {
      return cursor.next();
    }
  }

  private void string(byte[] name) {
    if (!keys.isInternal(name)) {
      byte[] found = name.length == 0 ? ofEmptyKey() : data.get(name);
      if (found != null) {
        compare(name, found, Objects.requireNonNull(space.strings().get(name)));
      }
    }
  }

  /** No lookup takes the empty key, which stores of other programs may have; it is the first. */
  private byte @Nullable [] ofEmptyKey() {
    try (Cursor cursor = data.scan(Scan.everything().limit(1))) {
      return cursor.next() && cursor.key().length() == 0 ? cursor.value().toArray() : null;
    }
  }

  private boolean lookUp(byte[] key, byte[] value) {
    if (key.length <= StoreLimits.KEY_BYTES) {
      compare(key, data.get(key), value);
    }
    return true;
  }

  /** Whatever the value of a member is in the data: only its key matters. */
  private boolean member(byte[] name, Slice member) {
    byte[] key = keys.setMember(name, member.toArray());
    if (key.length <= StoreLimits.KEY_BYTES) {
      compare(key, data.get(key) == null ? null : CompoundData.PRESENT, CompoundData.PRESENT);
    }
    return true;
  }

  /** As a number: {@code 12.5} and {@code 1.25e1} are the same. */
  private boolean score(byte[] name, Slice member, double score) {
    byte[] key = keys.zsetMember(name, member.toArray());
    if (key.length > StoreLimits.KEY_BYTES) {
      return true;
    }
    byte[] found = data.get(key);
    byte[] printed = null;
    try {
      printed =
          found == null
              ? null
              : CompoundData.Scores.print(CompoundData.Scores.parse(found, 0, found.length));
    } catch (StructuresException notANumber) {
      printed = found;
    }
    compare(key, printed, CompoundData.Scores.print(score));
    return true;
  }

  /** The elements in order, whatever their positions are. */
  private void list(byte[] name) {
    byte[] prefix = keys.listPrefix(name);
    if (!has(prefix)) {
      return;
    }
    try (Cursor cursor = data.scan(Scan.prefix(prefix).inBulk())) {
      space
          .lists()
          .forEach(
              name,
              0,
              false,
              (index, value) -> {
                byte[] found = cursor.next() ? cursor.value().toArray() : null;
                compare(indexed(prefix, index), found, value.toArray());
                return true;
              });
    }
  }

  private static byte[] indexed(byte[] prefix, long index) {
    byte[] key = Arrays.copyOf(prefix, prefix.length + Long.BYTES);
    java.nio.ByteBuffer.wrap(key).putLong(prefix.length, index);
    return key;
  }

  private void compare(byte[] key, byte @Nullable [] inData, byte[] inStructures) {
    if (++elements % STEP == 0) {
      progress.accept(elements);
    }
    if (inData == null || !Arrays.equals(inData, inStructures)) {
      different++;
    }
    if (inData != null) {
      compound.add(key, inData);
    }
    structures.add(key, inStructures);
  }
}
