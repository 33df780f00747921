package dev.keyfold.structures.compound;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.codec.compound.DataType;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.copy.LeftOut;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.structures.resume.ImportCheckpoint;
import dev.keyfold.structures.resume.StateReader;
import dev.keyfold.structures.resume.StateWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** One run of a {@link CompoundImport}: gets all entries in order. Not thread-safe; close it. */
final class ImportRun implements AutoCloseable {
  /** Entries read before the next commit; each needs a few writes at most. */
  static final int CHUNK = 1_000;

  /** Of the stored progress. */
  private static final int VERSION = 1;

  /** Before the first element; no element belongs to it. */
  private static final Source NOTHING =
      new Source(DataType.HASH, new byte[0], "", "", new ElementExpiries(0));

  private final CompoundKeys keys;
  private final StoredTypes types;
  private final ToLongFunction<byte[]> expiries;
  private final Structures to;
  private final int database;
  private final LeftOut leftOut = new LeftOut();

  /** Null if the import starts over after an interruption. */
  private final @Nullable ImportCheckpoint checkpoint;

  private Work work;
  private Space space;
  private int inChunk;

  /** The last key that was taken over or left out; empty before the first. */
  private byte[] lastKey = {};

  private long read;

  /** The structure whose elements are being read. */
  private Source current = NOTHING;

  private long structures;
  private long strings;
  private long entries;
  private long expiring;
  private long guessed;
  private long lostExpiries;

  /** A structure as it is stored, while its elements come. */
  private static final class Source {
    final DataType type;
    final byte[] name;

    /** Why its elements are left out; empty if they are taken over. */
    final String refusal;

    final String detail;
    final ElementExpiries expiry;
    long taken;

    Source(DataType type, byte[] name, String refusal, String detail, ElementExpiries expiry) {
      this.type = type;
      this.name = name;
      this.refusal = refusal;
      this.detail = detail;
      this.expiry = expiry;
    }

    void save(StateWriter out) {
      out.text(type.name()).bytes(name).text(refusal).text(detail).number(taken);
      expiry.save(out);
    }

    static Source recall(StateReader in) {
      DataType type = DataType.valueOf(in.text());
      byte[] name = in.bytes();
      String refusal = in.text();
      String detail = in.text();
      long taken = in.number();
      Source source = new Source(type, name, refusal, detail, new ElementExpiries(in));
      source.taken = taken;
      return source;
    }
  }

  ImportRun(
      CompoundKeys keys,
      Reader snapshot,
      ToLongFunction<byte[]> expiries,
      Structures to,
      int database,
      @Nullable ImportCheckpoint checkpoint) {
    this.keys = keys;
    this.types = new StoredTypes(snapshot, keys);
    this.expiries = expiries;
    this.to = to;
    this.database = database;
    this.checkpoint = checkpoint;
    byte[] progress = checkpoint == null ? null : checkpoint.recall();
    if (progress != null) {
      recall(new StateReader(progress, VERSION));
    }
    this.work = to.begin();
    this.space = work.space(database);
  }

  private void recall(StateReader in) {
    lastKey = in.bytes();
    read = in.number();
    structures = in.number();
    strings = in.number();
    entries = in.number();
    expiring = in.number();
    guessed = in.number();
    lostExpiries = in.number();
    leftOut.recall(in);
    if (in.number() > 0) {
      current = Source.recall(in);
    }
  }

  /** Everything that another run needs to continue after {@link #lastKey}. */
  private byte[] progress() {
    StateWriter out = new StateWriter(VERSION).bytes(lastKey).number(read);
    out.number(structures).number(strings).number(entries);
    out.number(expiring).number(guessed).number(lostExpiries);
    leftOut.save(out);
    out.number(current == NOTHING ? 0 : 1);
    if (current != NOTHING) {
      current.save(out);
    }
    return out.toBytes();
  }

  /** The key after which to continue; empty at the beginning. */
  byte[] lastKey() {
    return lastKey;
  }

  /** How many entries were read, also by the runs before an interruption. */
  long read() {
    return read;
  }

  /** Takes over an entry, or counts it as left out. */
  void take(byte[] key, Cursor cursor) {
    if (++inChunk > CHUNK) {
      nextChunk(); // between entries, where the progress says exactly what was written
    }
    dispatch(key, cursor);
    lastKey = key;
    read++;
  }

  private void dispatch(byte[] key, Cursor cursor) {
    try {
      if (!keys.isInternal(key)) {
        takeString(key, cursor.value());
        return;
      }
      String prefix = prefix(key);
      switch (prefix) {
        case "H:" -> takeElement(DataType.HASH, key, cursor.value());
        case "L:" -> takeElement(DataType.LIST, key, cursor.value());
        case "S:" -> takeElement(DataType.SET, key, cursor.value());
        case "Z:" -> takeElement(DataType.ZSET, key, cursor.value());
        case "T:" -> checkType(key, cursor.value().toArray());
        case "LM:" -> {} // what a list knows of its ends: ours are computed
        default -> leftOut.add(meaning(prefix), key, "");
      }
    } catch (KeyException | StructuresException e) {
      leftOut.add("malformed, or beyond a limit", key, String.valueOf(e.getMessage()));
    }
  }

  private static String prefix(byte[] internal) {
    int length = internal[1] == ':' ? 2 : 3;
    return new String(internal, 0, length, StandardCharsets.US_ASCII);
  }

  private static String meaning(String prefix) {
    return switch (prefix) {
      case "PM:" -> "PM:, a collection promoted to files of its own";
      case "X:", "XM:", "XG:", "XP:", "XC:" -> prefix + ", part of a stream";
      case "V:", "VM:" -> prefix + ", a version";
      default -> prefix + ", internal bookkeeping";
    };
  }

  /** After the last entry. */
  CompoundImport.Result finish() {
    leave();
    if (checkpoint == null) {
      work.commit();
    } else {
      checkpoint.commitLast(work);
    }
    return result();
  }

  /** Before the last entry: what was read is written, and another run can continue. */
  CompoundImport.Result stop() {
    commit();
    return result();
  }

  private CompoundImport.Result result() {
    return new CompoundImport.Result(
        structures,
        strings,
        entries,
        expiring,
        guessed,
        lostExpiries,
        leftOut.total(),
        leftOut.counts(),
        leftOut.problems());
  }

  // ---- strings

  private void takeString(byte[] key, Slice value) {
    if (types.isNameOfStructure(key)) {
      leftOut.add("a string whose name is that of a structure", key, "");
      return;
    }
    space.strings().set(key, value.toArray());
    strings++;
    expireAt(key, expiries.applyAsLong(key));
  }

  private void expireAt(byte[] name, long when) {
    if (when > 0) {
      space.keys().expireAt(name, when);
      expiring++;
    }
  }

  // ---- structures

  private void takeElement(DataType of, byte[] key, Slice value) {
    byte[] name = keys.extractKey(key);
    byte[] sub = keys.extractSubKey(key);
    if (current == NOTHING || of != current.type || !Arrays.equals(name, current.name)) {
      leave();
      enter(of, name);
    }
    if (!current.refusal.isEmpty()) {
      leftOut.add(current.refusal, key, current.detail);
      return;
    }
    double score = of == DataType.ZSET ? score(key, value) : 0;
    if (Double.isNaN(score)) {
      return;
    }
    switch (of) {
      case HASH -> space.hashes().put(name, sub, value.toArray());
      case SET -> space.sets().add(name, sub);
      case LIST -> space.lists().pushLast(name, value.toArray());
      case ZSET -> space.sortedSets().put(name, sub, score);
    }
    current.taken++;
    current.expiry.add(expiries.applyAsLong(key));
  }

  /** Not a number if the value is none. */
  private double score(byte[] key, Slice value) {
    String detail = "";
    try {
      double score = CompoundData.Scores.parse(value.array(), value.offset(), value.length());
      if (!Double.isNaN(score)) {
        return score;
      }
    } catch (StructuresException e) {
      detail = String.valueOf(e.getMessage());
    }
    leftOut.add("a score that is not a number", key, detail);
    return Double.NaN;
  }

  /** The first element of another structure. */
  private void enter(DataType of, byte[] name) {
    StoredTypes.Entry entry = types.of(name);
    String refusal = refusal(of, name, entry);
    String detail = entry.kind() == StoredTypes.Kind.NONE ? "" : entry.text();
    long expiresAt = refusal.isEmpty() ? expiries.applyAsLong(keys.typeKey(name)) : 0;
    current = new Source(of, name, refusal, detail, new ElementExpiries(expiresAt));
    if (refusal.isEmpty()) {
      space.keys().delete(name);
    }
  }

  /** Why elements of that type are left out; empty if they are taken over. */
  private String refusal(DataType of, byte[] name, StoredTypes.Entry entry) {
    return switch (entry.kind()) {
      case NONE -> "an element of a " + of + " without a type entry";
      case KNOWN, FOREIGN ->
          entry.says(of) ? "" : "an element of a " + of + " whose type entry says something else";
      case UNREADABLE -> {
        if (!types.hasOnly(of, name)) {
          yield "an element of a " + of + " whose type entry is unreadable, among others";
        }
        if (++guessed <= LeftOut.NAMED) {
          leftOut.note(
              name, "taken over as a " + of + "; its type entry is unreadable: " + entry.text());
        }
        yield "";
      }
    };
  }

  /** After the last element: only then, because the expiry may be due and delete the structure. */
  private void leave() {
    if (current.taken > 0) {
      structures++;
      entries += current.taken;
      expireAt(current.name, current.expiry.ofStructure());
      lostExpiries += current.expiry.lost();
      current.taken = 0;
    }
  }

  /** What has no elements would be lost without a trace. */
  private void checkType(byte[] key, byte[] value) {
    byte[] name = keys.extractKey(key);
    StoredTypes.Entry entry = StoredTypes.read(value);
    if (entry.kind() == StoredTypes.Kind.FOREIGN) {
      leftOut.add("T:, of the type " + entry.text(), name, "");
    } else if (!types.hasElements(entry, name) && !types.isPromoted(name)) {
      // Promoted ones are counted with their markers.
      leftOut.add("T:, a type without elements", name, entry.text());
    }
  }

  // ---- the target

  private void commit() {
    if (checkpoint == null) {
      work.commit();
    } else {
      checkpoint.commit(work, progress());
    }
  }

  private void nextChunk() {
    commit();
    work.close();
    work = to.begin();
    space = work.space(database);
    inChunk = 1;
  }

  @Override
  public void close() {
    work.close();
  }
}
