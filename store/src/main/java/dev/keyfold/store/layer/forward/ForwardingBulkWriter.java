package dev.keyfold.store.layer.forward;

import dev.keyfold.store.BulkWriter;
import dev.keyfold.store.Durability;

/** A bulk writer that hands every entry to the one below; layers override what they change. */
public class ForwardingBulkWriter extends BulkWriter {
  protected final BulkWriter inner;

  protected ForwardingBulkWriter(BulkWriter inner) {
    this.inner = inner;
  }

  @Override
  protected void add(
      byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
    inner.put(key, keyOffset, keyLength, value, valueOffset, valueLength);
  }

  @Override
  protected void end(Durability durability) {
    inner.commit(durability);
  }

  @Override
  public void close() {
    inner.close();
  }
}
