package dev.keyfold.structures.compound;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.codec.compound.DataType;
import dev.keyfold.store.Batch;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.structures.Keys;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.copy.LeftOut;
import dev.keyfold.structures.copy.NamePages;
import dev.keyfold.structures.type.StructureType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * Writes the structures of one database in the layout of compound keys, the reverse of {@link
 * CompoundImport}: one pass over a snapshot. Elements of lists get the positions 0, 1, 2 and so on.
 *
 * <p>What the layout cannot hold is counted by its reason, and the first of each reason are named:
 * strings whose names look like keys of structures, names with a NUL in the older revision, keys
 * beyond 65,535 bytes. Expiries are counted: a store of entries has none. Not thread-safe.
 */
public final class CompoundExport {
  private static final int BATCH = 1_000;
  private static final int BATCH_BYTES = 4 << 20;

  private final Structures from;
  private final int database;
  private final CompoundData to;
  private final LeftOut leftOut = new LeftOut();
  private LongConsumer progress = names -> {};
  private Batch batch = new Batch();
  private long batchBytes;
  private long structures;
  private long strings;
  private long entries;
  private long lostExpiries;

  /**
   * What an export did.
   *
   * @param structures hashes, lists, sets and sorted sets
   * @param strings strings
   * @param entries elements of structures
   * @param lostExpiries structures and strings whose expiry is not in the copy
   * @param skipped strings and elements left out, the sum of {@code leftOut}
   * @param leftOut how many were left out, by reason
   * @param problems the first of each reason, by name
   */
  public record Result(
      long structures,
      long strings,
      long entries,
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
              + " written; "
              + Counted.of(skipped, "entry")
              + " left out");
      leftOut.forEach((reason, count) -> lines.add(Counted.of(count, "entry") + ": " + reason));
      if (lostExpiries > 0) {
        lines.add(Counted.of(lostExpiries, "name") + " written without their expiry");
      }
      lines.addAll(problems);
      return lines;
    }
  }

  /**
   * @param to data of a store that is empty
   */
  public CompoundExport(Structures from, int database, CompoundData to) {
    this.from = from;
    this.database = database;
    this.to = to;
  }

  /** Calls the consumer with the number of names written. */
  public CompoundExport onProgress(LongConsumer told) {
    progress = told;
    return this;
  }

  /** Copies everything. */
  public Result run() {
    try (Work work = from.read()) {
      Space space = work.space(database);
      long[] names = {0};
      NamePages.forEach(
          space,
          name -> {
            name(space, name);
            progress.accept(++names[0]);
          });
      flush();
    }
    return new Result(
        structures,
        strings,
        entries,
        lostExpiries,
        leftOut.total(),
        leftOut.counts(),
        leftOut.problems());
  }

  private void name(Space space, byte[] name) {
    StructureType type = Objects.requireNonNull(space.keys().type(name));
    long before = entries + strings;
    if (type == StructureType.STRING) {
      string(name, Objects.requireNonNull(space.strings().get(name)));
    } else {
      structure(space, name, type);
    }
    if (entries + strings > before && space.keys().expiresAt(name) != Keys.NEVER) {
      lostExpiries++;
    }
  }

  private void string(byte[] name, byte[] value) {
    if (name.length == 0) {
      leftOut.add("a string with an empty name", name, "");
    } else if (to.keys().isInternal(name)) {
      leftOut.add("a string whose name looks like a key of a structure", name, "");
    } else if (put(name, name, value)) {
      strings++;
    }
  }

  private void structure(Space space, byte[] name, StructureType type) {
    CompoundKeys keys = to.keys();
    byte[] typeKey;
    try {
      typeKey = keys.typeKey(name);
    } catch (KeyException e) { // a NUL, in the revision that does not escape
      long elements = space.keys().elements(name);
      String reason = "an element of a structure whose name cannot be written";
      leftOut.addAll(reason, elements, name, String.valueOf(e.getMessage()));
      return;
    }
    long before = entries;
    switch (type) {
      case HASH ->
          space
              .hashes()
              .forEach(
                  name,
                  null,
                  (field, value) ->
                      element(name, keys.hashField(name, field.toArray()), value.toArray()));
      case SET ->
          space
              .sets()
              .forEach(
                  name,
                  null,
                  member ->
                      element(name, keys.setMember(name, member.toArray()), CompoundData.PRESENT));
      case SORTED_SET ->
          space
              .sortedSets()
              .forEachMember(
                  name,
                  null,
                  (member, score) ->
                      element(
                          name,
                          keys.zsetMember(name, member.toArray()),
                          CompoundData.Scores.print(score)));
      case LIST ->
          space
              .lists()
              .forEach(
                  name,
                  0,
                  false,
                  (index, value) ->
                      element(
                          name,
                          keys.listElement(name, BigDecimal.valueOf(index)),
                          value.toArray()));
      default -> throw new IllegalStateException("no layout for " + type);
    }
    if (entries > before) {
      structures++;
      put(name, typeKey, dataType(type).toBytes());
    }
  }

  private static DataType dataType(StructureType type) {
    return switch (type) {
      case HASH -> DataType.HASH;
      case SET -> DataType.SET;
      case SORTED_SET -> DataType.ZSET;
      case LIST -> DataType.LIST;
      default -> throw new IllegalStateException("no layout for " + type);
    };
  }

  private boolean element(byte[] name, byte[] key, byte[] value) {
    if (put(name, key, value)) {
      entries++;
    }
    return true;
  }

  private boolean put(byte[] name, byte[] key, byte[] value) {
    if (key.length > StoreLimits.KEY_BYTES) {
      leftOut.add("a key of more than 65,535 bytes", name, key.length + " bytes");
      return false;
    }
    batch.put(key, value);
    batchBytes += key.length + (long) value.length;
    if (batch.count() >= BATCH || batchBytes >= BATCH_BYTES) {
      flush();
    }
    return true;
  }

  private void flush() {
    to.store().write(batch);
    batch = new Batch();
    batchBytes = 0;
  }
}
