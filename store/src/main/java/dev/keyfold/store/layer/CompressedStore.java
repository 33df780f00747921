package dev.keyfold.store.layer;

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
 * without this layer, gives a {@link dev.keyfold.store.StoreCorruptedException} with its key.
 *
 * <p>A value is decompressed when it is asked for: a cursor of which only keys are read
 * decompresses nothing.
 */
public final class CompressedStore extends ForwardingStore {
  private final ValueCodec codec;

  /** Whether a {@link CompressionMark} has to survive what is deleted. */
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
    return new CompressedStoreBuilder(inner);
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return get(inner, key);
  }

  private byte @Nullable [] get(Reader below, byte[] key) {
    byte[] kept = below.get(key);
    return kept == null ? null : codec.decode(key, kept);
  }

  @Override
  public boolean get(Slice key, Slice value) {
    return get(inner, key, value);
  }

  private boolean get(Reader below, Slice key, Slice value) {
    Slice kept = new Slice();
    boolean found = below.get(key, kept);
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
      byte[] value = kept.get(i);
      values.add(value == null ? null : codec.decode(keys.get(i), value));
    }
    return values;
  }

  @Override
  public Cursor scan(Scan scan) {
    return new DecodingCursor(inner.scan(scan), codec);
  }

  @Override
  public void write(Batch batch, Durability durability) {
    Batch encoded = new Batch();
    Slice kept = new Slice();
    batch.forEach(
        new Batch.Visitor() {
          @Override
          public void put(byte[] array, int key, int keyLength, int value, int valueLength) {
            codec.encode(array, value, valueLength, kept);
            count(valueLength, kept.length());
            encoded.put(array, key, keyLength, kept.array(), kept.offset(), kept.length());
          }

          @Override
          public void delete(byte[] array, int key, int keyLength) {
            encoded.delete(array, key, keyLength);
            if (Arrays.equals(
                array,
                key,
                key + keyLength,
                CompressionMark.key(),
                0,
                CompressionMark.key().length)) {
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
        return new DecodingCursor(below.scan(scan), codec);
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
      return new DecodingCursor(inner.scan(scan), codec);
    }

    @Override
    public void put(byte[] key, byte[] value) {
      inner.put(key, encode(value));
    }

    @Override
    public void delete(byte[] key) {
      inner.delete(key);
      if (Arrays.equals(key, CompressionMark.key())) {
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
  private static final class DecodingCursor extends ForwardingCursor {
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
