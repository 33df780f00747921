package dev.keyfold.store.layer.compress;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.Writes;
import dev.keyfold.store.layer.forward.ForwardingCursor;
import dev.keyfold.store.layer.forward.ForwardingStore;
import dev.keyfold.store.layer.forward.ForwardingTransaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Value compression, with a header byte per value that names the algorithm ({@link ValueCodec}
 * draws it). Short and incompressible values are stored as they are after that byte. For engines
 * without their own compression. Thread-safe.
 *
 * <p>All of the store below must be written through this layer, with any of its settings: {@code
 * none} reads and writes the same form, only uncompressed. A value that is damaged, or was written
 * without this layer, gives a {@link dev.keyfold.store.errors.StoreCorruptedException} with its
 * key.
 *
 * <p>A value is decompressed when it is asked for: a cursor of which only keys are read
 * decompresses nothing.
 */
public final class CompressedStore extends ForwardingStore {
  private final ValueCodec codec;

  /** Whether there is a {@link CompressionMark}, which is hidden and survives what is deleted. */
  private final boolean marked;

  private final LongAdder plainBytes = new LongAdder();
  private final LongAdder keptBytes = new LongAdder();

  CompressedStore(CompressedStoreBuilder options) {
    super(options.inner());
    this.marked = options.marked;
    this.codec = new ValueCodec(options.form, options.level, options.leastLength);
  }

  /** A builder with the defaults: LZ4 for values from 64 bytes on. */
  public static CompressedStoreBuilder over(Store inner) {
    return new CompressedStoreBuilder().over(inner);
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return get(inner, key);
  }

  private boolean isMark(byte[] array, int offset, int length) {
    return marked && CompressionMark.is(array, offset, length);
  }

  private byte @Nullable [] get(Reader below, byte[] key) {
    byte[] kept = isMark(key, 0, key.length) ? null : below.get(key);
    return kept == null ? null : codec.decode(key, kept);
  }

  @Override
  public boolean get(Slice key, Slice value) {
    return get(inner, key, value);
  }

  private boolean get(Reader below, Slice key, Slice value) {
    Slice kept = new Slice();
    boolean found = !isMark(key.array(), key.offset(), key.length()) && below.get(key, kept);
    if (found) {
      codec.decode(key, kept, value);
    }
    return found;
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    return getAll(inner, keys);
  }

  private List<byte[]> getAll(Reader below, List<byte[]> keys) {
    List<byte[]> kept = below.getAll(keys);
    List<byte[]> values = new ArrayList<>(kept.size());
    for (int i = 0; i < kept.size(); i++) {
      byte[] key = keys.get(i);
      byte[] value = kept.get(i);
      boolean there = value != null && !isMark(key, 0, key.length);
      values.add(there ? codec.decode(key, value) : null);
    }
    return values;
  }

  @Override
  public Cursor scan(Scan scan) {
    return scan(inner, scan);
  }

  private Cursor scan(Reader below, Scan scan) {
    if (!marked || !CompressionMark.isIn(scan.range())) {
      return new DecodingCursor(below.scan(scan), codec);
    }
    long limit = scan.limit();
    Scan withMark = limit == Long.MAX_VALUE ? scan : scan.limit(limit + 1);
    return new HidingCursor(below.scan(withMark), codec, limit);
  }

  @Override
  public void write(Batch batch, Durability durability) {
    Batch encoded = new Batch();
    Slice kept = new Slice();
    batch.forEach(
        new Batch.Visitor() {
          @Override
          public void put(byte[] array, int key, int keyLength, int value, int valueLength) {
            if (isMark(array, key, keyLength)) {
              CompressionMark.checkPut(array, value, valueLength);
              return;
            }
            codec.encode(array, value, valueLength, kept);
            count(valueLength, kept.length());
            encoded.put(array, key, keyLength, kept.array(), kept.offset(), kept.length());
          }

          @Override
          public void delete(byte[] array, int key, int keyLength) {
            encoded.delete(array, key, keyLength);
            if (isMark(array, key, keyLength)) {
              keepMark(encoded);
            }
          }

          @Override
          public void deleteRange(KeyRange range) {
            encoded.deleteRange(range);
            if (CompressionMark.isIn(range)) {
              keepMark(encoded);
            }
          }
        });
    inner.write(encoded, durability);
  }

  private void keepMark(Writes written) {
    if (marked) {
      written.put(CompressionMark.key(), CompressionMark.value());
    }
  }

  private void count(int plain, int kept) {
    plainBytes.add(plain);
    keptBytes.add(kept);
  }

  private byte[] encode(byte[] value) {
    byte[] kept = codec.encode(value);
    count(value.length, kept.length);
    return kept;
  }

  /**
   * Compares the value, not how it is kept, which may differ for the same value: then replaces
   * exactly what was compared, or looks again if it is no longer that.
   */
  @Override
  public boolean compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] update, Durability durability) {
    if (isMark(key, 0, key.length)) {
      CompressionMark.checkPut(new byte[0], 0, 0);
    }
    byte[] replacement = update == null ? null : encode(update);
    while (true) {
      byte[] kept = inner.get(key);
      byte[] value = kept == null ? null : codec.decode(key, kept);
      if (!Arrays.equals(value, expected)) {
        return false;
      }
      if (inner.compareAndSet(key, kept, replacement, durability)) {
        return true;
      }
    }
  }

  @Override
  public Snapshot snapshot() {
    Snapshot below = inner.snapshot();
    return new Snapshot() {
      @Override
      public byte @Nullable [] get(byte[] key) {
        return CompressedStore.this.get(below, key);
      }

      @Override
      public boolean get(Slice key, Slice value) {
        return CompressedStore.this.get(below, key, value);
      }

      @Override
      public List<byte[]> getAll(List<byte[]> keys) {
        return CompressedStore.this.getAll(below, keys);
      }

      @Override
      public Cursor scan(Scan scan) {
        return CompressedStore.this.scan(below, scan);
      }

      @Override
      public void close() {
        below.close();
      }
    };
  }

  @Override
  public Transaction transaction() {
    return new EncodingTransaction(inner.transaction());
  }

  private final class EncodingTransaction extends ForwardingTransaction {
    EncodingTransaction(Transaction inner) {
      super(inner, durability());
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
      return CompressedStore.this.get(inner, key);
    }

    @Override
    public boolean get(Slice key, Slice value) {
      return CompressedStore.this.get(inner, key, value);
    }

    @Override
    public List<byte[]> getAll(List<byte[]> keys) {
      return CompressedStore.this.getAll(inner, keys);
    }

    @Override
    public Cursor scan(Scan scan) {
      return CompressedStore.this.scan(inner, scan);
    }

    @Override
    public void put(byte[] key, byte[] value) {
      if (isMark(key, 0, key.length)) {
        CompressionMark.checkPut(value, 0, value.length);
      } else {
        inner.put(key, encode(value));
      }
    }

    @Override
    public void delete(byte[] key) {
      inner.delete(key);
      if (isMark(key, 0, key.length)) {
        keepMark(inner);
      }
    }

    @Override
    public void deleteRange(KeyRange range) {
      inner.deleteRange(range);
      if (CompressionMark.isIn(range)) {
        keepMark(inner);
      }
    }
  }

  /** Decompresses the value of an entry when it is first asked for. */
  private static class DecodingCursor extends ForwardingCursor {
    private final ValueCodec codec;
    private final Slice value = new Slice();
    private boolean decoded;

    DecodingCursor(Cursor inner, ValueCodec codec) {
      super(inner);
      this.codec = codec;
    }

    @Override
    public boolean next() {
      decoded = false;
      return inner.next();
    }

    @Override
    public Slice value() {
      if (!decoded) {
        codec.decode(inner.key(), inner.value(), value);
        decoded = true;
      }
      return value;
    }
  }

  /** The same without the mark, which does not count for the limit either. */
  private static final class HidingCursor extends DecodingCursor {
    private long left;

    HidingCursor(Cursor inner, ValueCodec codec, long limit) {
      super(inner, codec);
      this.left = limit;
    }

    @Override
    public boolean next() {
      boolean found = left > 0 && super.next();
      if (found && CompressionMark.is(key().array(), key().offset(), key().length())) {
        found = super.next();
      }
      left -= found ? 1 : 0;
      return found;
    }
  }

  @Override
  public Set<Capability> capabilities() {
    return capabilitiesAnd(Capability.COMPRESSION);
  }

  @Override
  public Map<String, Long> metrics() {
    Map<String, Long> metrics = innerMetrics();
    metrics.put("compression.plain-bytes", plainBytes.sum());
    metrics.put("compression.kept-bytes", keptBytes.sum());
    return metrics;
  }

  @Override
  public void close() {
    super.close();
    codec.close();
  }
}
