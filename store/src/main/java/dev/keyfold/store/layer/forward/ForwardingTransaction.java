package dev.keyfold.store.layer.forward;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Transaction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of the store below. Its reads always go there, also when a layer knows the answer:
 * only what the transaction below has read itself is checked for conflicts.
 */
public abstract class ForwardingTransaction implements Transaction {
  protected final Transaction inner;

  /** The layer's own, which may differ from that of the store below. */
  private final Durability ownDurability;

  protected ForwardingTransaction(Transaction inner, Durability ownDurability) {
    this.inner = inner;
    this.ownDurability = ownDurability;
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
  public void put(byte[] key, byte[] value) {
    inner.put(key, value);
  }

  @Override
  public void delete(byte[] key) {
    inner.delete(key);
  }

  @Override
  public void deleteRange(KeyRange range) {
    inner.deleteRange(range);
  }

  @Override
  public int savepoint() {
    return inner.savepoint();
  }

  @Override
  public void rollbackTo(int savepoint) {
    inner.rollbackTo(savepoint);
  }

  @Override
  public final void commit() {
    commit(ownDurability);
  }

  @Override
  public void commit(Durability durability) {
    inner.commit(durability);
  }

  @Override
  public void close() {
    inner.close();
  }
}
