package dev.keyfold.store.transaction;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.errors.ConflictException;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The log of keys written since the oldest open transaction began, against which the read set of a
 * commit is validated (optimistic concurrency control). Nothing is logged while no transaction is
 * open, so plain writes cost nothing then.
 *
 * <p>The engine owns the lock that orders things, shared by writers and exclusive for transactions:
 *
 * <ul>
 *   <li>{@link #begin} and {@link #end} with the lock held exclusively; the engine takes the
 *       transaction's snapshot under the same hold;
 *   <li>{@link #record} with the lock at least shared, before or after the engine's write but
 *       within the same hold;
 *   <li>{@link #check}, the engine's write and {@link #record} of a commit under one exclusive
 *       hold.
 * </ul>
 *
 * <p>So whatever is recorded with a version above that of a transaction was not in its snapshot.
 */
public final class ConflictLog {
  /** Beyond this many keys, transactions older than the newest half of them are given up. */
  private static final int MOST_KEYS = 1 << 20;

  private final AtomicLong version = new AtomicLong();
  private final ConcurrentNavigableMap<byte[], Long> written =
      new ConcurrentSkipListMap<>(Bytes::compare);
  private final Queue<DeletedRange> deleted = new ConcurrentLinkedQueue<>();

  /**
   * At least the number of keys and ranges remembered: each write counts until they are counted.
   */
  private final AtomicLong recorded = new AtomicLong();

  /** Read versions of open transactions, and how many have each. */
  private final TreeMap<Long, Integer> open = new TreeMap<>();

  /** Transactions that read before this version can no longer be checked. */
  private final AtomicLong horizon = new AtomicLong();

  /** An empty log. */
  public ConflictLog() {}

  private record DeletedRange(KeyRange range, long version) {}

  /** A transaction begins; its read version. */
  public long begin() {
    long now = version.get();
    if (open.isEmpty()) {
      forgetAll();
    }
    open.merge(now, 1, Integer::sum);
    return now;
  }

  /** The transaction is over, one way or the other. */
  public void end(long readVersion) {
    open.computeIfPresent(readVersion, (key, count) -> count == 1 ? null : count - 1);
    if (open.isEmpty()) {
      forgetAll();
    } else if (recorded.get() > MOST_KEYS / 2) {
      forgetBefore(open.firstKey());
    }
  }

  /** Whether a transaction is open, so that writes must be recorded. */
  public boolean isWatching() {
    return !open.isEmpty();
  }

  /** Records the keys of the batch, if a transaction is open. */
  public void record(Batch batch) {
    if (!isWatching()) {
      return;
    }
    long now = version.incrementAndGet();
    batch.forEach(
        new Batch.Visitor() {
          @Override
          public void put(
              byte[] array, int keyOffset, int keyLength, int valueOffset, int valueLength) {
            delete(array, keyOffset, keyLength);
          }

          @Override
          public void delete(byte[] array, int keyOffset, int keyLength) {
            byte[] key = Arrays.copyOfRange(array, keyOffset, keyOffset + keyLength);
            written.merge(key, now, Math::max);
            recorded.incrementAndGet();
          }

          @Override
          public void deleteRange(KeyRange range) {
            deleted.add(new DeletedRange(range, now));
            recorded.incrementAndGet();
          }
        });
    if (recorded.get() > MOST_KEYS) {
      // That was a count of writes; the same key again and again is one key.
      long oldest = Math.max(horizon.get(), open.firstKey());
      forgetBefore(oldest);
      if (recorded.get() > MOST_KEYS) {
        // Memory is bounded: a transaction with so old a snapshot must begin again. The horizon
        // never
        // falls, also when two writers come here together: what lies before it is forgotten.
        forgetBefore(horizon.accumulateAndGet(now - (now - oldest) / 2, Math::max));
      }
    }
  }

  /** Throws {@link ConflictException} if something read at that version was written since. */
  public void check(long readVersion, ReadSet reads) {
    if (readVersion < horizon.get()) {
      throw new ConflictException(
          "the transaction was open too long to be checked against the writes made since; retry it,"
              + " and keep it shorter");
    }
    for (byte[] key : reads.keys()) {
      Long at = written.get(key);
      if (at != null && at > readVersion) {
        throw conflict(key);
      }
    }
    for (KeyRange range : reads.ranges()) {
      byte[] end = range.end();
      NavigableMap<byte[], Long> inside =
          end == null
              ? written.tailMap(range.start(), true)
              : written.subMap(range.start(), true, end, false);
      for (Map.Entry<byte[], Long> write : inside.entrySet()) {
        if (write.getValue() > readVersion) {
          throw conflict(write.getKey());
        }
      }
    }
    for (DeletedRange write : deleted) {
      if (write.version > readVersion && reads.touches(write.range)) {
        throw new ConflictException(
            "a range that the transaction read was deleted concurrently: " + write.range);
      }
    }
  }

  private static ConflictException conflict(byte[] key) {
    String hex = Bytes.toHex(key, 0, Math.min(key.length, 64));
    return new ConflictException(
        "a key that the transaction read was changed concurrently: "
            + hex
            + (key.length > 64 ? "… (" + key.length + " bytes)" : ""),
        key);
  }

  private void forgetAll() {
    written.clear();
    deleted.clear();
    recorded.set(0);
    horizon.set(0);
  }

  private void forgetBefore(long oldest) {
    written.values().removeIf(at -> at <= oldest);
    deleted.removeIf(range -> range.version <= oldest);
    recorded.set(written.size() + (long) deleted.size());
  }
}
