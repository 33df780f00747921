package dev.keyfold.structures.compound;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.codec.compound.DataType;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.errors.StructuresException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes over data in the layout of compound keys into structures: one pass over one moment of the
 * store, in the order of its keys, where each structure lies together.
 *
 * <p>A name that is there already is replaced. Small structures appear whole; of one with more than
 * a thousand entries, parts are seen on the way. What does not belong anywhere (elements without a
 * type entry or beside one of another type, scores that are no numbers, keys cut short) is left
 * out, counted and told. To be run again after an interruption: it begins anew and ends the same.
 */
public final class CompoundImport {
  /** Entries written at once. */
  private static final int CHUNK = 1_000;

  private static final int TOLD = 20;

  private final CompoundData from;
  private final Structures to;
  private final int database;
  private LongConsumer progress = entries -> {};

  /** The structure whose elements come at the moment; null before the first. */
  private byte @Nullable [] name;

  private @Nullable DataType type;
  private boolean leftOut;
  private long structures;
  private long strings;
  private long entries;
  private long skipped;
  private final List<String> problems = new ArrayList<>();

  /**
   * What an import did.
   *
   * @param structures hashes, lists, sets and sorted sets
   * @param strings strings
   * @param entries elements of structures
   * @param skipped entries left out
   * @param problems why, for the first of them
   */
  public record Result(
      long structures, long strings, long entries, long skipped, List<String> problems) {}

  /** From that data into one database of the structures. */
  public CompoundImport(CompoundData from, Structures to, int database) {
    this.from = from;
    this.to = to;
    this.database = database;
  }

  /** Is told now and then how many entries were read. */
  public CompoundImport onProgress(LongConsumer told) {
    progress = told;
    return this;
  }

  /** Copies everything. */
  public Result run() {
    try (Snapshot moment = from.store().snapshot();
        Cursor cursor = moment.scan(Scan.everything());
        Target target = new Target()) {
      long read = 0;
      while (cursor.next()) {
        take(target, cursor.key().toArray(), cursor.value());
        if (++read % CHUNK == 0) {
          progress.accept(read);
        }
      }
      target.work.commit();
    }
    return new Result(structures, strings, entries, skipped, List.copyOf(problems));
  }

  /** Where entries go: a work for each {@link #CHUNK} of them. */
  private final class Target implements AutoCloseable {
    private Work work = to.begin();
    private Space space = work.space(database);
    private int inChunk;

    /** Has room for one more entry. */
    Space room() {
      if (++inChunk > CHUNK) {
        work.commit();
        work.close();
        work = to.begin();
        space = work.space(database);
        inChunk = 1;
      }
      return space;
    }

    @Override
    public void close() {
      work.close();
    }
  }

  private void take(Target target, byte[] key, Slice value) {
    CompoundKeys keys = from.keys();
    try {
      if (!keys.isInternal(key)) {
        target.room().strings().set(key, value.toArray());
        strings++;
        return;
      }
      DataType of = elementOf(key);
      if (of != null) {
        takeElement(target, of, keys.extractKey(key), keys.extractSubKey(key), value);
      }
    } catch (KeyException | StructuresException e) {
      skip(key, e.getMessage());
    }
  }

  /** The type of structure that the key is an element of; null for types and other notes. */
  private static @Nullable DataType elementOf(byte[] key) {
    if (key[1] != ':') {
      return null; // LM: and PM: are longer
    }
    return switch (key[0]) {
      case 'H' -> DataType.HASH;
      case 'S' -> DataType.SET;
      case 'Z' -> DataType.ZSET;
      case 'L' -> DataType.LIST;
      default -> null;
    };
  }

  private void takeElement(Target target, DataType of, byte[] belongsTo, byte[] sub, Slice value) {
    if (of != type || !Arrays.equals(belongsTo, name)) {
      enter(target, of, belongsTo);
    }
    if (leftOut) {
      DataType noted = from.type(belongsTo);
      throw new StructuresException(
          "an element of a "
              + of
              + (noted == null ? " without a type entry" : " whose type entry says " + noted));
    }
    Space space = target.room();
    switch (of) {
      case HASH -> space.hashes().put(belongsTo, sub, value.toArray());
      case SET -> space.sets().add(belongsTo, sub);
      case LIST -> space.lists().pushLast(belongsTo, value.toArray());
      case ZSET -> {
        double score = CompoundData.Scores.parse(value.array(), value.offset(), value.length());
        if (Double.isNaN(score)) {
          throw new StructuresException("found a score that is no number");
        }
        space.sortedSets().put(belongsTo, sub, score);
      }
    }
    entries++;
  }

  /** The first element of another structure. */
  private void enter(Target target, DataType of, byte[] belongsTo) {
    type = of;
    name = belongsTo;
    leftOut = from.type(belongsTo) != of;
    if (!leftOut) {
      target.room().keys().delete(belongsTo);
      structures++;
    }
  }

  private void skip(byte[] key, @Nullable String why) {
    skipped++;
    if (problems.size() < TOLD) {
      problems.add(Bytes.toHex(key) + ": " + why);
    }
  }
}
