package dev.keyfold.store.layer.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Store;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.layer.forward.ForwardingStore;
import dev.keyfold.store.layer.forward.ForwardingTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A read cache of values by key, including absent keys, and of short ranges, so that prefix scans
 * in either direction and with any limit are answered from memory. For engines without their own
 * cache. Thread-safe.
 *
 * <p><b>Never stale.</b> What it answers is what the store below would answer at that moment. A
 * write takes everything it touches out of the cache before it goes down, and nothing touched is
 * cached until it has come back, by whatever reader, whenever that one had begun to read: {@link
 * KeyFence} sees to it for values, {@link ScanFence} for ranges, {@link ClearedRanges} for values
 * in deleted ranges. Commits of transactions are writes. The lifetime of entries is therefore no
 * limit to staleness; it bounds how long memory is spent on what nobody asks for. All this holds
 * for writes through this store: what another process, or another layer over the same store, writes
 * is seen only when the entry has expired.
 *
 * <p>Snapshots and transactions read past the cache: the first may be older than it, the reads of
 * the second must be seen below. Arrays handed out are copies.
 */
public final class ReadCacheStore extends ForwardingStore {
  /** From this many keys on, a write closes the fence for all keys. */
  private static final int MANY_KEYS = 256;

  /** Keys are {@link CacheKey} for values and {@link KeyRange} for scans. */
  private final Cache<Object, Object> cache;

  private final long mostEntryBytes;
  private final int mostRows;
  private final KeyFence keyFence = new KeyFence();
  private final ScanFence scanFence = new ScanFence();
  private final ClearedRanges cleared = new ClearedRanges();

  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder scanHits = new LongAdder();
  private final LongAdder scanMisses = new LongAdder();
  private final LongAdder evictions = new LongAdder();

  ReadCacheStore(ReadCacheBuilder options) {
    super(options.inner());
    this.mostRows = options.rows;
    this.mostEntryBytes = options.bytes / 8; // one entry must not drive out all others
    this.cache =
        Caffeine.newBuilder()
            .maximumWeight(options.bytes)
            .weigher(ReadCacheStore::weight)
            .expireAfterWrite(options.lifetime)
            .ticker(options.ticker)
            .executor(Runnable::run)
            .removalListener(this::removed)
            .build();
  }

  /** A builder with the defaults: 64 MiB, five minutes, ranges of up to 100 rows. */
  public static ReadCacheBuilder over(Store inner) {
    return new ReadCacheBuilder().over(inner);
  }

  private static int weight(Object key, Object entry) {
    long bytes =
        entry instanceof CachedScan scan
            ? scan.bytes()
            : ((CachedValue) entry).bytes() + ((CacheKey) key).bytes();
    return (int) Math.min(bytes, Integer.MAX_VALUE);
  }

  /** Runs wherever the cache does its housekeeping; takes no lock but the scan fence's monitor. */
  private void removed(@Nullable Object key, @Nullable Object entry, RemovalCause cause) {
    if (cause.wasEvicted()) {
      evictions.increment();
    }
    if (entry instanceof CachedScan scan) {
      scanFence.forget(scan);
    }
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    CachedValue value = lookup(key);
    return value == null ? load(key) : value.copy();
  }

  @Override
  public boolean get(Slice key, Slice value) {
    byte[] keyArray = key.toArray();
    CachedValue cached = lookup(keyArray);
    if (cached != null) {
      return cached.copyTo(value);
    }
    byte[] found = load(keyArray);
    if (found != null) {
      value.copyFrom(found, 0, found.length);
    }
    return found != null;
  }

  /** What is known of the key, or null. */
  private @Nullable CachedValue lookup(byte[] key) {
    checkOpen();
    ClearedRanges.View deleted = cleared.view();
    Object entry = cache.getIfPresent(new CacheKey(key));
    if (entry instanceof CachedValue value && !deleted.covers(key, value.number())) {
      hits.increment();
      return value;
    }
    misses.increment();
    return null;
  }

  private byte @Nullable [] load(byte[] key) {
    CacheKey own = new CacheKey(key.clone());
    long ticket = keyFence.ticket(own.hashCode());
    long number = cleared.view().last();
    byte[] value = inner.get(key);
    remember(own, ticket, number, value);
    return value;
  }

  private void remember(CacheKey key, long ticket, long number, byte @Nullable [] value) {
    if (ticket != KeyFence.CLOSED && (value == null || value.length <= mostEntryBytes)) {
      CachedValue cached = new CachedValue(value == null ? null : value.clone(), number);
      keyFence.ifStillOpen(key.hashCode(), ticket, () -> cache.put(key, cached));
    }
  }

  /**
   * Asks below only for what is not cached. All values must be of one snapshot: if everything taken
   * from the cache is still in it after the look below, it was true at that look, too.
   */
  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    List<CachedValue> known = new ArrayList<>(keys.size());
    List<byte[]> rest = new ArrayList<>();
    for (byte[] key : keys) {
      CachedValue value = lookup(key);
      known.add(value);
      if (value == null) {
        rest.add(key);
      }
    }
    List<byte[]> found = rest.isEmpty() ? rest : loadAll(rest);
    if (rest.size() < keys.size() && keys.size() > 1 && !isStillTrue(keys, known)) {
      return inner.getAll(keys);
    }
    List<byte[]> values = new ArrayList<>(keys.size());
    int next = 0;
    for (CachedValue value : known) {
      values.add(value == null ? found.get(next++) : value.copy());
    }
    return values;
  }

  private List<byte[]> loadAll(List<byte[]> keys) {
    List<CacheKey> own = new ArrayList<>(keys.size());
    long[] tickets = new long[keys.size()];
    for (int i = 0; i < tickets.length; i++) {
      own.add(new CacheKey(keys.get(i).clone()));
      tickets[i] = keyFence.ticket(own.get(i).hashCode());
    }
    long number = cleared.view().last();
    List<byte[]> found = inner.getAll(keys);
    for (int i = 0; i < tickets.length; i++) {
      remember(own.get(i), tickets[i], number, found.get(i));
    }
    return found;
  }

  private boolean isStillTrue(List<byte[]> keys, List<CachedValue> known) {
    ClearedRanges.View deleted = cleared.view();
    for (int i = 0; i < known.size(); i++) {
      CachedValue value = known.get(i);
      if (value != null
          && (cache.policy().getIfPresentQuietly(new CacheKey(keys.get(i))) != value
              || deleted.covers(keys.get(i), value.number()))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Cursor scan(Scan scan) {
    checkOpen();
    if (mostRows == 0 || scan.bulk() || scan.limit() == 0 || scan.range().isEmpty()) {
      return inner.scan(scan);
    }
    Object entry = cache.getIfPresent(scan.range());
    if (entry instanceof CachedScan cached
        && (cached.hasValues() || scan.keysOnly())
        && !cached.isOutdated()) {
      scanHits.increment();
      return new CachedScanCursor(cached, scan, this::checkOpen);
    }
    scanMisses.increment();
    CachedScan record = new CachedScan(scan.range(), !scan.keysOnly());
    if (!scanFence.admit(record)) {
      return inner.scan(scan);
    }
    try {
      return new RecordingCursor(
          inner.scan(scan),
          scan,
          record,
          mostRows,
          mostEntryBytes,
          complete -> cache.put(complete.range(), complete),
          scanFence::forget);
    } catch (RuntimeException | Error failure) {
      scanFence.forget(record);
      throw failure;
    }
  }

  @Override
  public void write(Batch batch, Durability durability) {
    write(WrittenKeys.of(batch), () -> inner.write(batch, durability));
  }

  @Override
  public boolean compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] update, Durability durability) {
    WrittenKeys written = new WrittenKeys();
    written.add(key.clone());
    boolean[] replaced = new boolean[1];
    write(written, () -> replaced[0] = inner.compareAndSet(key, expected, update, durability));
    return replaced[0];
  }

  /** Takes what is touched out of the cache, and lets nothing of it in until the write is over. */
  private void write(WrittenKeys written, Runnable below) {
    if (written.isEmpty()) {
      below.run();
      return;
    }
    List<CacheKey> keys = written.keys().stream().map(CacheKey::new).toList();
    boolean all = keys.size() >= MANY_KEYS || !written.ranges().isEmpty();
    KeyRange hull = written.hull();
    if (all) {
      keyFence.beginAll();
    } else {
      keys.forEach(key -> keyFence.begin(key.hashCode()));
    }
    List<CachedScan> outdated = scanFence.begin(written, hull);
    try {
      keys.forEach(cache::invalidate);
      written.ranges().forEach(range -> cleared.add(range, this::sweep));
      outdated.forEach(scan -> cache.asMap().remove(scan.range(), scan));
      below.run();
    } finally {
      scanFence.end(hull);
      if (all) {
        keyFence.endAll();
      } else {
        keys.forEach(key -> keyFence.end(key.hashCode()));
      }
    }
  }

  private void sweep(ClearedRanges.View deleted) {
    cache
        .asMap()
        .entrySet()
        .removeIf(
            entry ->
                entry.getValue() instanceof CachedValue value
                    && deleted.covers(((CacheKey) entry.getKey()).array(), value.number()));
  }

  @Override
  public Transaction transaction() {
    return new CacheTransaction(inner.transaction());
  }

  /** Reads past the cache and takes what it has written out of it when it commits. */
  private final class CacheTransaction extends ForwardingTransaction {
    private final WrittenKeys written = new WrittenKeys();

    CacheTransaction(Transaction inner) {
      super(inner, durability());
    }

    @Override
    public void put(byte[] key, byte[] value) {
      inner.put(key, value);
      written.add(key.clone());
    }

    @Override
    public void delete(byte[] key) {
      inner.delete(key);
      written.add(key.clone());
    }

    @Override
    public void deleteRange(KeyRange range) {
      inner.deleteRange(range);
      written.deleteRange(range);
    }

    @Override
    public void commit(Durability durability) {
      write(written, () -> inner.commit(durability));
    }
  }

  @Override
  public Set<Capability> capabilities() {
    return capabilitiesAnd(Capability.CACHE);
  }

  @Override
  public Map<String, Long> metrics() {
    Map<String, Long> metrics = innerMetrics();
    metrics.put("cache.hits", hits.sum());
    metrics.put("cache.misses", misses.sum());
    metrics.put("cache.scan-hits", scanHits.sum());
    metrics.put("cache.scan-misses", scanMisses.sum());
    metrics.put("cache.evictions", evictions.sum());
    metrics.put("cache.entries", cache.estimatedSize());
    cache
        .policy()
        .eviction()
        .ifPresent(policy -> metrics.put("cache.bytes", policy.weightedSize().orElse(0)));
    return metrics;
  }

  @Override
  public void close() {
    super.close();
    cache.invalidateAll();
  }
}
