package dev.keyfold.store.layer.bloom;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.layer.forward.ForwardingStore;
import dev.keyfold.store.layer.forward.ForwardingTransaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * An in-memory Bloom filter in front of {@code get} and {@code getAll}, which avoids most lookups
 * of absent keys. For engines without their own filters. Thread-safe.
 *
 * <p><b>Why there are no false negatives.</b> Let b be the moment at which writers begin to add
 * their keys to a filter, and c that of the scan of all keys from which it is filled; b comes first
 * ({@link GuardFilters} lets no write run across b). A key is added before its write reaches the
 * store below. So a key that is there at some moment t, not before c, was there at c and came with
 * the scan, or was written after b and was added by its writer. Deletes remove nothing. Hence:
 *
 * <ul>
 *   <li>the store may ask a filter as soon as the scan has ended, and never before;
 *   <li>a snapshot may ask a filter whose c lies before the snapshot: the one that was complete
 *       when the snapshot was taken. It keeps that one. A filter rebuilt later knows nothing of
 *       keys that were deleted before its scan, though the snapshot still has them;
 *   <li>a filter that was replaced gets no new keys: it may answer for snapshots taken while it was
 *       in use, and for nobody else. Taking a snapshot and replacing the filter exclude each other.
 * </ul>
 *
 * <p>Transactions never ask the filter: a key that does not exist was read all the same, and only
 * if the store below sees that read can it find the conflict with whoever writes the key.
 *
 * <p>A filter that holds more than its expected items is rebuilt in the background, larger if there
 * are more keys, from a new scan; the old one answers meanwhile, and new keys go to both.
 */
public final class BloomGuardStore extends ForwardingStore {
  private final GuardFilters filters;
  private final LongAdder asked = new LongAdder();
  private final LongAdder avoided = new LongAdder();
  private final LongAdder wrong = new LongAdder();

  BloomGuardStore(BloomGuardBuilder options) {
    super(options.inner());
    this.filters = new GuardFilters(options);
  }

  /** A builder with the defaults: a million items at 1 %, filled in the background. */
  public static BloomGuardBuilder over(Store inner) {
    return new BloomGuardBuilder().over(inner);
  }

  /** Whether the first filter is filled, so that it is asked. */
  public boolean isReady() {
    return filters.current() != null;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    checkOpen();
    return get(filters.current(), inner, key);
  }

  @Override
  public boolean get(Slice key, Slice value) {
    checkOpen();
    return get(filters.current(), inner, key, value);
  }

  private byte @Nullable [] get(@Nullable BloomFilter filter, Reader below, byte[] key) {
    StoreLimits.checkKey(key.length);
    if (isAbsent(filter, key, 0, key.length)) {
      return null;
    }
    byte[] value = below.get(key);
    countWrong(filter, value != null);
    return value;
  }

  private boolean get(@Nullable BloomFilter filter, Reader below, Slice key, Slice value) {
    StoreLimits.checkKey(key.length());
    if (isAbsent(filter, key.array(), key.offset(), key.length())) {
      return false;
    }
    boolean found = below.get(key, value);
    countWrong(filter, found);
    return found;
  }

  private boolean isAbsent(@Nullable BloomFilter filter, byte[] array, int offset, int length) {
    if (filter == null) {
      return false;
    }
    asked.increment();
    if (filter.mayContain(BloomFilter.hash(array, offset, length))) {
      return false;
    }
    avoided.increment();
    return true;
  }

  private void countWrong(@Nullable BloomFilter filter, boolean found) {
    if (filter != null && !found) {
      wrong.increment();
    }
  }

  /**
   * Asks below only for the keys that may be there. All values must be of one snapshot, and a batch
   * may be written between the filter's answers and the look below; so the filter is asked again
   * afterwards. If it still is the one in use and still says no, those keys were not there at the
   * moment of the look either: they would have been added before.
   */
  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    checkOpen();
    BloomFilter filter = filters.current();
    if (filter == null) {
      return inner.getAll(keys);
    }
    List<byte[]> maybe = candidates(filter, keys);
    if (maybe.isEmpty()) {
      return new ArrayList<>(Collections.nCopies(keys.size(), null));
    }
    List<byte[]> found = inner.getAll(maybe);
    if (maybe.size() == keys.size()) {
      return found;
    }
    int still = 0;
    for (byte[] key : keys) {
      still += filter.mayContain(BloomFilter.hash(key, 0, key.length)) ? 1 : 0;
    }
    if (still != maybe.size() || filters.current() != filter) {
      return inner.getAll(keys);
    }
    return spread(keys, maybe, found);
  }

  private List<byte[]> candidates(BloomFilter filter, List<byte[]> keys) {
    List<byte[]> maybe = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      StoreLimits.checkKey(key.length);
      if (!isAbsent(filter, key, 0, key.length)) {
        maybe.add(key);
      }
    }
    return maybe;
  }

  /**
   * What was found for some of the keys, which are in the same order, at their places among all.
   */
  private static List<byte[]> spread(List<byte[]> keys, List<byte[]> some, List<byte[]> found) {
    List<byte[]> values = new ArrayList<>(keys.size());
    int next = 0;
    for (byte[] key : keys) {
      boolean was = next < some.size() && some.get(next) == key;
      values.add(was ? found.get(next++) : null);
    }
    return values;
  }

  @Override
  public void write(Batch batch, Durability durability) {
    filters.whileAdding(KeyHashes.of(batch), () -> inner.write(batch, durability));
  }

  @Override
  public boolean compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] update, Durability durability) {
    KeyHashes hashes = new KeyHashes();
    if (update != null) {
      hashes.add(key, 0, key.length);
    }
    boolean[] replaced = new boolean[1];
    filters.whileAdding(
        hashes, () -> replaced[0] = inner.compareAndSet(key, expected, update, durability));
    return replaced[0];
  }

  @Override
  public Snapshot snapshot() {
    return filters.withCurrent(filter -> new GuardedSnapshot(inner.snapshot(), filter));
  }

  @Override
  public Transaction transaction() {
    return new GuardedTransaction(inner.transaction());
  }

  @Override
  public Set<Capability> capabilities() {
    return capabilitiesAnd(Capability.BLOOM);
  }

  @Override
  public Map<String, Long> metrics() {
    Map<String, Long> metrics = innerMetrics();
    metrics.put("guard.asked", asked.sum());
    metrics.put("guard.avoided", avoided.sum());
    metrics.put("guard.wrong", wrong.sum());
    filters.addMetricsTo(metrics);
    return metrics;
  }

  /** Stops filling first: the scan is a call under way. */
  @Override
  public void close() {
    filters.stop();
    try {
      super.close();
    } finally {
      if (!isClosed()) {
        filters.resume();
      }
    }
  }

  /** Asks the filter that was in use when the snapshot was taken, or none if there was none. */
  private final class GuardedSnapshot implements Snapshot {
    private final Snapshot below;
    private final @Nullable BloomFilter filter;
    private volatile boolean ended;

    GuardedSnapshot(Snapshot below, @Nullable BloomFilter filter) {
      this.below = below;
      this.filter = filter;
    }

    /** The filter, if it may answer; below they know why a closed snapshot may not be asked. */
    private @Nullable BloomFilter filter() {
      return ended || isClosed() ? null : filter;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
      return BloomGuardStore.this.get(filter(), below, key);
    }

    @Override
    public boolean get(Slice key, Slice value) {
      return BloomGuardStore.this.get(filter(), below, key, value);
    }

    @Override
    public List<byte[]> getAll(List<byte[]> keys) {
      BloomFilter asked = filter();
      if (asked == null) {
        return below.getAll(keys);
      }
      List<byte[]> maybe = candidates(asked, keys);
      return spread(keys, maybe, maybe.isEmpty() ? maybe : below.getAll(maybe));
    }

    @Override
    public Cursor scan(Scan scan) {
      return below.scan(scan);
    }

    @Override
    public void close() {
      ended = true;
      below.close();
    }
  }

  /** Adds the keys it puts when it commits. */
  private final class GuardedTransaction extends ForwardingTransaction {
    private final KeyHashes hashes = new KeyHashes();

    GuardedTransaction(Transaction inner) {
      super(inner, durability());
    }

    @Override
    public void put(byte[] key, byte[] value) {
      inner.put(key, value);
      hashes.add(key, 0, key.length);
    }

    @Override
    public void commit(Durability durability) {
      filters.whileAdding(hashes, () -> inner.commit(durability));
    }
  }
}
