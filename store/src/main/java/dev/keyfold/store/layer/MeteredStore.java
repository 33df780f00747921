package dev.keyfold.store.layer;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.BulkWriter;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.Swap;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.layer.forward.ForwardingBulkWriter;
import dev.keyfold.store.layer.forward.ForwardingCursor;
import dev.keyfold.store.layer.forward.ForwardingStore;
import dev.keyfold.store.layer.forward.ForwardingTransaction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Samples the keys that are read and written, for a heatmap of the load. Thread-safe.
 *
 * <p>What it costs is one subtraction for each key. The countdown is a plain field that threads
 * share without a lock; an update that is lost makes a sample come a little later, nothing else. It
 * starts from another number each time: keys that come in a rhythm, a record and then its index
 * entry, would otherwise be sampled in step with it. Entries that a cursor passes count as read; a
 * leap counts nothing.
 */
public final class MeteredStore extends ForwardingStore {
  private final AccessMeter meter;
  private volatile int oneIn = 1;
  private int left;
  private int random = 1;

  private MeteredStore(Store inner, AccessMeter meter) {
    super(inner);
    this.meter = meter;
  }

  /** The store, with a meter that records every access until {@link #sample} is called. */
  public static MeteredStore over(Store inner, AccessMeter meter) {
    return new MeteredStore(inner, meter);
  }

  /** From now on the meter records one access in that many. */
  public void sample(int oneInSoMany) {
    if (oneInSoMany < 1) {
      throw new IllegalArgumentException("a sample is one in 1 or more; found " + oneInSoMany);
    }
    oneIn = oneInSoMany;
    left = Math.min(left, oneInSoMany);
  }

  private void touched(byte[] key, boolean write) {
    if (--left <= 0) {
      hit(key, 0, key.length, write);
    }
  }

  private void touched(Slice key, boolean write) {
    if (--left <= 0) {
      hit(key.array(), key.offset(), key.length(), write);
    }
  }

  private void hit(byte[] array, int offset, int length, boolean write) {
    int weight = oneIn;
    random = random * 1_664_525 + 1_013_904_223;
    left = 1 + Integer.remainderUnsigned(random >>> 8, 2 * weight - 1); // on average the weight
    meter.accessed(array, offset, length, write, weight);
  }

  private void touched(Batch batch) {
    int before = left;
    left = before - batch.count();
    if (before <= batch.count()) {
      batch.forEach(new Sampling(before));
    }
  }

  /** Counts down over the writes of a batch as if they came one by one. */
  private final class Sampling implements Batch.Visitor {
    private int countdown;

    Sampling(int countdown) {
      this.countdown = countdown;
    }

    @Override
    public void put(byte[] array, int key, int length, int value, int valueLength) {
      step(array, key, length);
    }

    @Override
    public void delete(byte[] array, int key, int length) {
      step(array, key, length);
    }

    @Override
    public void deleteRange(KeyRange range) {
      byte[] start = range.start();
      step(start, 0, start.length);
    }

    private void step(byte[] array, int offset, int length) {
      if (--countdown <= 0) {
        hit(array, offset, length, true);
        countdown = left;
      } else {
        left = countdown;
      }
    }
  }

  private Cursor metered(Cursor cursor) {
    return new ForwardingCursor(cursor) {
      @Override
      public boolean next() {
        boolean there = inner.next();
        if (there && --left <= 0) {
          Slice key = inner.key();
          hit(key.array(), key.offset(), key.length(), false);
        }
        return there;
      }
    };
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    touched(key, false);
    return inner.get(key);
  }

  @Override
  public boolean get(Slice key, Slice value) {
    touched(key, false);
    return inner.get(key, value);
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    keys.forEach(key -> touched(key, false));
    return inner.getAll(keys);
  }

  @Override
  public Cursor scan(Scan scan) {
    // What reads everything in the background is nobody's access.
    return scan.bulk() ? inner.scan(scan) : metered(inner.scan(scan));
  }

  @Override
  public List<Cursor> scanAll(List<Scan> scans) {
    return inner.scanAll(scans).stream().map(this::metered).toList();
  }

  @Override
  public void write(Batch batch, Durability durability) {
    inner.write(batch, durability);
    touched(batch);
  }

  @Override
  public BulkWriter bulkWriter() {
    return new ForwardingBulkWriter(inner.bulkWriter()) {
      @Override
      protected void add(
          byte[] key, int keyAt, int keyLength, byte[] value, int valueAt, int valueLength) {
        super.add(key, keyAt, keyLength, value, valueAt, valueLength);
        if (--left <= 0) {
          hit(key, keyAt, keyLength, true);
        }
      }
    };
  }

  @Override
  public boolean compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] update, Durability durability) {
    touched(key, true);
    return inner.compareAndSet(key, expected, update, durability);
  }

  @Override
  public boolean[] compareAndSetAll(List<Swap> swaps, Durability durability) {
    swaps.forEach(swap -> touched(swap.key(), true));
    return inner.compareAndSetAll(swaps, durability);
  }

  @Override
  public Snapshot snapshot() {
    return new MeteredSnapshot(inner.snapshot());
  }

  @Override
  public Transaction transaction() {
    return new MeteredTransaction(inner.transaction());
  }

  private final class MeteredSnapshot implements Snapshot {
    private final Snapshot below;

    MeteredSnapshot(Snapshot below) {
      this.below = below;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
      touched(key, false);
      return below.get(key);
    }

    @Override
    public boolean get(Slice key, Slice value) {
      touched(key, false);
      return below.get(key, value);
    }

    @Override
    public List<byte[]> getAll(List<byte[]> keys) {
      keys.forEach(key -> touched(key, false));
      return below.getAll(keys);
    }

    @Override
    public Cursor scan(Scan scan) {
      return metered(below.scan(scan));
    }

    @Override
    public List<Cursor> scanAll(List<Scan> scans) {
      return below.scanAll(scans).stream().map(MeteredStore.this::metered).toList();
    }

    @Override
    public void close() {
      below.close();
    }
  }

  private final class MeteredTransaction extends ForwardingTransaction {
    MeteredTransaction(Transaction inner) {
      super(inner, MeteredStore.this.durability());
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
      touched(key, false);
      return inner.get(key);
    }

    @Override
    public Cursor scan(Scan scan) {
      return metered(inner.scan(scan));
    }

    @Override
    public void put(byte[] key, byte[] value) {
      inner.put(key, value);
      touched(key, true);
    }

    @Override
    public void delete(byte[] key) {
      inner.delete(key);
      touched(key, true);
    }
  }
}
