package dev.keyfold.store.hbase.owned;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.errors.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Multi-version concurrency control (MVCC): versions that are not in the rows yet, and old versions
 * for readers of earlier snapshots.
 *
 * <p>Each key that was written has a chain of {@link Version}s, each deleted range its sequence
 * number. A reader at M takes the newest version of a key that is not newer than M, unless a range
 * that was deleted later, but not after M, covers the key; if there is neither, the rows have it.
 * Parts come in by {@link #install}; the applier brings them to the rows. Before a key changes
 * there, what the rows held is put at the end of its chain if a reader is open that needs it.
 *
 * <p><b>When a chain may go.</b> A reader asks the rows at any time after it was opened, and looks
 * at the chains afterwards. So a version may go when it was in the rows before any open reader was
 * opened: whoever finds no chain has asked rows that had it. Each reader therefore remembers how
 * far the rows were when it was opened.
 *
 * <p>Changes are made under this object's monitor; lookups take none. {@code current} is written
 * last and so tells of everything before it.
 */
final class VersionChains {
  /** What {@link #find} returns for a key that is deleted; compare with {@code ==}. */
  static final byte[] DELETED = new byte[0];

  /** A range deletion with its sequence number. */
  record Cleared(long sequence, long time, KeyRange range) {}

  /** Somebody who reads the state at one sequence number. */
  static final class Reader {
    final long sequence;
    private final long applied;
    private volatile boolean tooOld;

    private Reader(long sequence, long applied) {
      this.sequence = sequence;
      this.applied = applied;
    }
  }

  /** What goes to the rows next: the newest version of each key, and the ranges. */
  record Portion(long sequence, long bytes, List<TimedRows.Timed> entries, List<Cleared> cleared) {}

  private record Retired(long sequence, List<byte[]> keys) {}

  private final long mostBytes;
  private final ConcurrentNavigableMap<byte[], Version> chains =
      new ConcurrentSkipListMap<>(Bytes::compare);
  private volatile List<Cleared> ranges = List.of();
  private volatile long current;

  // Guarded by this.
  private final Set<Reader> readers = new HashSet<>();
  private final Deque<Retired> retired = new ArrayDeque<>();

  /** The newest version of each key that is not in the rows. */
  private TreeMap<byte[], Version> dirty = new TreeMap<>(Bytes::compare);

  private List<Cleared> dirtyRanges = new ArrayList<>();
  private long dirtyBytes;
  private long applied;
  private long lastTime;
  private long bytes;

  /**
   * Begins where the rows are.
   *
   * @param mostBytes beyond it the oldest readers are given up
   */
  VersionChains(long applied, long time, long mostBytes) {
    this.mostBytes = mostBytes;
    this.applied = applied;
    this.current = applied;
    this.lastTime = time;
  }

  // ---- writing

  /** The part becomes true. */
  synchronized void install(Part part) {
    List<Cleared> more = new ArrayList<>(ranges);
    for (KeyRange range : part.effect().cleared()) {
      Cleared cleared = new Cleared(part.sequence(), part.time(), range);
      more.add(cleared);
      dirtyRanges.add(cleared);
      dirtyBytes += 64;
      // Chains know of it themselves, so that they are right when the range is forgotten.
      List.copyOf(inRange(range).keySet()).forEach(key -> install(key, null, part));
    }
    ranges = List.copyOf(more);
    part.effect().entries().forEach((key, value) -> install(key, value, part));
    lastTime = part.time();
    current = part.sequence();
    notifyAll();
  }

  private void install(byte[] key, byte @Nullable [] value, Part part) {
    Version before = chains.get(key);
    Version older = before;
    if (before != null
        && before.sequence() > Version.FROM_ROWS
        && !anyoneSince(before.sequence())) {
      older = before.older();
      bytes -= before.bytes(key);
    }
    Version now = new Version(part.sequence(), part.time(), value, older);
    chains.put(key, now);
    dirty.put(key, now);
    bytes += now.bytes(key);
    dirtyBytes += now.bytes(key);
  }

  private NavigableMap<byte[], Version> inRange(KeyRange range) {
    byte[] end = range.end();
    return end == null
        ? chains.tailMap(range.start(), true)
        : chains.subMap(range.start(), true, end, false);
  }

  private boolean anyoneSince(long sequence) {
    for (Reader reader : readers) {
      if (reader.sequence >= sequence) {
        return true;
      }
    }
    return false;
  }

  // ---- reading

  long current() {
    return current;
  }

  synchronized long applied() {
    return applied;
  }

  synchronized long lastTime() {
    return lastTime;
  }

  synchronized LeaseRow.Progress progress() {
    return new LeaseRow.Progress(current, applied, lastTime);
  }

  synchronized Reader open() {
    Reader reader = new Reader(current, applied);
    readers.add(reader);
    return reader;
  }

  synchronized void close(Reader reader) {
    if (readers.remove(reader)) {
      prune();
    }
  }

  /**
   * Throws if the reader was given up; what it has just read may be newer than its snapshot then.
   */
  static void check(Reader reader) {
    if (reader.tooOld) {
      throw new StoreException(
          "this snapshot, scan or transaction was open while more versions were written than fit"
              + " into memory; start again, keep it shorter, or raise memory= in the URL");
    }
  }

  /**
   * The value at the sequence number, {@link #DELETED}, or null: ask the rows, and then here once
   * more.
   */
  byte @Nullable [] find(byte[] key, long sequence) {
    if (ranges.isEmpty()) { // also told last when things go, so nothing that one hid is left
      Version version = at(key, sequence);
      return version == null ? null : version.value() == null ? DELETED : version.value();
    }
    synchronized (this) {
      Version version = at(key, sequence);
      Cleared cleared = cleared(key, sequence);
      if (version == null && cleared == null) {
        return null;
      }
      return version == null
              || version.value() == null
              || (cleared != null && cleared.sequence > version.sequence())
          ? DELETED
          : version.value();
    }
  }

  private @Nullable Version at(byte[] key, long sequence) {
    Version version = chains.get(key);
    while (version != null && version.sequence() > sequence) {
      version = version.older();
    }
    return version;
  }

  /** The newest one, without a reader. */
  byte @Nullable [] findNewest(byte[] key) {
    if (ranges.isEmpty() && !chains.containsKey(key)) {
      return null;
    }
    synchronized (this) { // a part that is being installed is not to be seen in pieces
      return find(key, Long.MAX_VALUE);
    }
  }

  /**
   * The range with the key that was deleted last, up to the sequence number; null if none exists.
   */
  @Nullable Cleared cleared(byte[] key, long sequence) {
    List<Cleared> all = ranges;
    for (int i = all.size() - 1; i >= 0; i--) {
      Cleared cleared = all.get(i);
      if (cleared.sequence <= sequence && cleared.range.contains(key)) {
        return cleared;
      }
    }
    return null;
  }

  /** Keys that {@link #find} may have something to say about, beside ranges. */
  NavigableMap<byte[], Version> keys() {
    return chains;
  }

  // ---- applying: one thread

  /** Waits until there is something to apply, or the time is over; null then. */
  synchronized @Nullable Portion nextPortion(long millis) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (dirty.isEmpty() && dirtyRanges.isEmpty()) {
      long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
      if (left <= 0) {
        return null;
      }
      wait(left);
    }
    List<TimedRows.Timed> entries = new ArrayList<>(dirty.size());
    dirty.forEach(
        (key, newest) -> entries.add(new TimedRows.Timed(key, newest.value(), newest.time())));
    Portion portion = new Portion(current, dirtyBytes, entries, dirtyRanges);
    dirty = new TreeMap<>(Bytes::compare);
    dirtyRanges = new ArrayList<>();
    return portion;
  }

  /** The oldest sequence number of an open reader, if before this one; or -1. */
  synchronized long oldestReader(long before) {
    long oldest = before;
    for (Reader reader : readers) {
      oldest = Math.min(oldest, reader.sequence);
    }
    return oldest == before ? -1 : oldest;
  }

  /** Those of the keys whose chain does not go back to the sequence number. */
  List<byte[]> without(List<byte[]> keys, long sequence) {
    List<byte[]> found = new ArrayList<>();
    for (byte[] key : keys) {
      Version version = chains.get(key);
      if (version == null || version.oldest() > sequence) {
        found.add(key);
      }
    }
    return found;
  }

  /** Keeps what the rows hold, before they change: after it come ranges they do not know yet. */
  synchronized void keep(byte[] key, byte @Nullable [] value) {
    Version version = chains.get(key);
    Version last = new Version(Version.FROM_ROWS, 0, value, null);
    bytes += last.bytes(key);
    long before = version == null ? Long.MAX_VALUE : version.oldest();
    for (Cleared cleared : ranges) {
      if (cleared.sequence > applied && cleared.sequence < before && cleared.range.contains(key)) {
        last = new Version(cleared.sequence, cleared.time, null, last);
        bytes += last.bytes(key);
        break;
      }
    }
    chains.put(key, version == null ? last : version.withOldest(last));
  }

  /** The portion is in the rows. */
  synchronized void applied(Portion portion, List<byte[]> kept) {
    List<byte[]> keys = new ArrayList<>(kept);
    portion.entries.forEach(entry -> keys.add(entry.key()));
    retired.add(new Retired(portion.sequence, keys));
    applied = portion.sequence;
    dirtyBytes -= portion.bytes;
    prune();
    while (bytes - dirtyBytes > mostBytes && giveUpOldest()) {
      prune();
    }
    notifyAll();
  }

  private boolean giveUpOldest() {
    Reader oldest = null;
    for (Reader reader : readers) {
      if (reader.applied < applied && (oldest == null || reader.applied < oldest.applied)) {
        oldest = reader;
      }
    }
    if (oldest != null) {
      oldest.tooOld = true;
      readers.remove(oldest);
    }
    return oldest != null;
  }

  private void prune() {
    long bound = applied;
    for (Reader reader : readers) {
      bound = Math.min(bound, reader.applied);
    }
    while (!retired.isEmpty() && retired.peek().sequence <= bound) {
      for (byte[] key : retired.poll().keys) {
        Version version = chains.get(key);
        if (version != null && version.sequence() <= bound) {
          chains.remove(key);
          for (Version each = version; each != null; each = each.older()) {
            bytes -= each.bytes(key);
          }
        }
      }
    }
    if (!ranges.isEmpty() && ranges.get(0).sequence <= bound) {
      long all = bound;
      ranges = ranges.stream().filter(cleared -> cleared.sequence > all).toList();
    }
  }

  /** Waits until less than so much is to be applied, and it goes that far; false: in vain. */
  synchronized boolean awaitApplied(long number, long mostDirty, long nanos)
      throws InterruptedException {
    long until = System.nanoTime() + nanos;
    while (applied < number || dirtyBytes > mostDirty) {
      long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  /** For people: chains, bytes, readers. */
  synchronized void measure(Map<String, Long> metrics) {
    metrics.put("owner-kept-keys", (long) chains.size());
    metrics.put("owner-kept-bytes", bytes);
    metrics.put("owner-not-in-rows-bytes", dirtyBytes);
    metrics.put("owner-open-readers", (long) readers.size());
  }
}
