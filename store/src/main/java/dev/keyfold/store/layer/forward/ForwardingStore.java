package dev.keyfold.store.layer.forward;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.StoreClosedException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A store that hands every call to the one below. Layers override what they change; {@link
 * #put(byte[], byte[])}, {@link #delete(byte[])} and {@link #transact} are left as the contract has
 * them, so that they come through the layer's own {@link #write(Batch, Durability)} and {@link
 * #transaction}.
 */
public abstract class ForwardingStore implements Store {
  protected final Store inner;

  /** Set once the store below was closed: a layer may know answers without asking below. */
  private volatile boolean closed;

  protected ForwardingStore(Store inner) {
    this.inner = Objects.requireNonNull(inner, "inner");
  }

  /** Throws if {@link #close} has been through. */
  protected final void checkOpen() {
    if (closed) {
      throw new StoreClosedException("this store is closed; open it again");
    }
  }

  protected final boolean isClosed() {
    return closed;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return inner.get(key);
  }

  @Override
  public boolean get(Slice key, Slice value) {
    return inner.get(key, value);
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    return inner.getAll(keys);
  }

  @Override
  public Cursor scan(Scan scan) {
    return inner.scan(scan);
  }

  @Override
  public void write(Batch batch, Durability durability) {
    inner.write(batch, durability);
  }

  @Override
  public boolean compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] update, Durability durability) {
    return inner.compareAndSet(key, expected, update, durability);
  }

  @Override
  public Snapshot snapshot() {
    return inner.snapshot();
  }

  @Override
  public Transaction transaction() {
    return inner.transaction();
  }

  @Override
  public void sync() {
    inner.sync();
  }

  @Override
  public void checkWritable() {
    inner.checkWritable();
  }

  @Override
  public Durability durability() {
    return inner.durability();
  }

  @Override
  public Set<Capability> capabilities() {
    return inner.capabilities();
  }

  /** What the store below has, and one more. */
  protected final Set<Capability> capabilitiesAnd(Capability own) {
    EnumSet<Capability> all = EnumSet.of(own);
    all.addAll(inner.capabilities());
    return all;
  }

  @Override
  public RangeEstimate estimate(KeyRange range) {
    return inner.estimate(range);
  }

  @Override
  public String incarnation() {
    return inner.incarnation();
  }

  @Override
  public int splitAt(List<byte[]> keys) {
    return inner.splitAt(keys);
  }

  @Override
  public void checkpoint(Path directory) {
    inner.checkpoint(directory);
  }

  @Override
  public boolean verifyChecksums() {
    return inner.verifyChecksums();
  }

  @Override
  public Map<String, Long> metrics() {
    return inner.metrics();
  }

  /** Those of the store below in a map to add to; of two layers of a kind the upper one shows. */
  protected final Map<String, Long> innerMetrics() {
    return new TreeMap<>(inner.metrics());
  }

  /**
   * Closes the store below. Should that fail, this layer stays open too: what is below may be a
   * buffer that could not be written, and can be tried again.
   */
  @Override
  public void close() {
    inner.close();
    closed = true;
  }

  @Override
  public String toString() {
    return getClass().getSimpleName() + " over " + inner;
  }
}
