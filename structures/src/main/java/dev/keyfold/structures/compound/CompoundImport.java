package dev.keyfold.structures.compound;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.bytes.Counted;
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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;

/**
 * Takes over data in the layout of compound keys into structures: one pass over a snapshot of the
 * store, in the order of its keys, where the elements of a structure are adjacent.
 *
 * <p>A name that exists already is replaced. Small structures appear at once; of one with more than
 * a thousand elements, parts are visible earlier. Everything that is not taken over is counted by
 * its reason, and the first of each reason are named: elements without a type entry or next to one
 * of another type, types without elements, streams, promoted collections, versions, scores that are
 * not numbers, malformed keys. If the type entry is damaged, the keys of the elements decide. After
 * an interruption, run it again: it starts over and ends the same. Not thread-safe.
 */
public final class CompoundImport {
  /** Entries written at once. */
  private static final int CHUNK = 1_000;

  private final CompoundData from;
  private final Structures to;
  private final int database;
  private LongConsumer progress = entries -> {};
  private ToLongFunction<byte[]> expiries = key -> 0;

  private StoredTypes types;
  private Work work;
  private Space space;
  private int inChunk;

  private byte[] name;
  private DataType type;

  /** Why the elements of the name are left out; null if they are taken over. */
  private String refusal;

  private String refusalDetail;
  private long taken;
  private ElementExpiries expiry;

  private long structures;
  private long strings;
  private long entries;
  private long expiring;
  private long guessed;
  private long lostExpiries;
  private final LeftOut leftOut = new LeftOut();

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

  /** Is told now and then how many entries were read. */
  public CompoundImport onProgress(LongConsumer told) {
    progress = told;
    return this;
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

  /** Copies everything. */
  public Result run() {
    try (Snapshot snapshot = from.store().snapshot();
        Cursor cursor = snapshot.scan(Scan.everything().inBulk())) {
      types = new StoredTypes(snapshot, from.keys());
      long read = 0;
      begin();
      while (cursor.next()) {
        take(cursor.key().toArray(), cursor);
        if (++read % CHUNK == 0) {
          progress.accept(read);
        }
      }
      leave();
      work.commit();
    } finally {
      if (work != null) {
        work.close();
      }
    }
    return new Result(
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

  private void begin() {
    work = to.begin();
    space = work.space(database);
    inChunk = 0;
  }

  private void take(byte[] key, Cursor cursor) {
    try {
      if (!from.keys().isInternal(key)) {
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
      leftOut.add("malformed, or beyond a limit", key, e.getMessage());
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

  // ---- strings

  private void takeString(byte[] key, Slice value) {
    if (types.hasEntry(key)) {
      leftOut.add("a string whose name is that of a structure", key, "");
      return;
    }
    room();
    space.strings().set(key, value.toArray());
    strings++;
    expireAt(key, expiries.applyAsLong(key));
  }

  private void expireAt(byte[] of, long when) {
    if (when > 0) {
      space.keys().expireAt(of, when);
      expiring++;
    }
  }

  // ---- structures

  private void takeElement(DataType of, byte[] key, Slice value) {
    CompoundKeys keys = from.keys();
    byte[] belongsTo = keys.extractKey(key);
    byte[] sub = keys.extractSubKey(key);
    if (of != type || !Arrays.equals(belongsTo, name)) {
      leave();
      enter(of, belongsTo);
    }
    if (refusal != null) {
      leftOut.add(refusal, key, refusalDetail);
      return;
    }
    double score = of == DataType.ZSET ? score(key, value) : 0;
    if (Double.isNaN(score)) {
      return;
    }
    room();
    switch (of) {
      case HASH -> space.hashes().put(name, sub, value.toArray());
      case SET -> space.sets().add(name, sub);
      case LIST -> space.lists().pushLast(name, value.toArray());
      case ZSET -> space.sortedSets().put(name, sub, score);
    }
    taken++;
    expiry.add(expiries.applyAsLong(key));
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
      detail = e.getMessage();
    }
    leftOut.add("a score that is not a number", key, detail);
    return Double.NaN;
  }

  /** The first element of another structure. */
  private void enter(DataType of, byte[] belongsTo) {
    StoredTypes.Entry entry = types.of(belongsTo);
    type = of;
    name = belongsTo;
    taken = 0;
    refusal = null;
    refusalDetail = "";
    if (!entry.exists()) {
      refusal = "an element of a " + of + " without a type entry";
    } else if (entry.isUnreadable()) {
      guess(of, entry);
    } else if (entry.type() != of) {
      refusal = "an element of a " + of + " whose type entry says something else";
      refusalDetail = entry.text();
    }
    if (refusal == null) {
      expiry = new ElementExpiries(expiries.applyAsLong(from.keys().typeKey(name)));
      room();
      space.keys().delete(name);
    }
  }

  private void guess(DataType of, StoredTypes.Entry entry) {
    if (types.hasOnly(of, name)) {
      guessed++;
      leftOut.note(
          name, "taken over as a " + of + "; its type entry is unreadable: " + entry.text());
    } else {
      refusal = "an element of a " + of + " whose type entry is unreadable, among others";
      refusalDetail = entry.text();
    }
  }

  /** After the last element: only then, because the expiry may be due and delete the structure. */
  private void leave() {
    if (taken > 0) {
      structures++;
      entries += taken;
      room();
      expireAt(name, expiry.ofStructure());
      lostExpiries += expiry.lost();
    }
    taken = 0;
    name = null;
  }

  /** What has no elements would be lost without a trace. */
  private void checkType(byte[] key, byte[] value) {
    byte[] of = from.keys().extractKey(key);
    StoredTypes.Entry entry = StoredTypes.read(value);
    if (entry.foreign() != null) {
      leftOut.add("T:, of the type " + entry.foreign(), of, "");
      return;
    }
    boolean has =
        entry.isUnreadable() ? types.hasAnyElements(of) : types.hasElements(entry.type(), of);
    if (!has && !types.isPromoted(of)) { // promoted ones are counted with their markers
      leftOut.add("T:, a type without elements", of, entry.text());
    }
  }

  private void room() {
    if (++inChunk > CHUNK) {
      work.commit();
      work.close();
      begin();
      inChunk = 1;
    }
  }
}
