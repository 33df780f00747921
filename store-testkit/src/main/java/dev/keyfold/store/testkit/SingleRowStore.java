package dev.keyfold.store.testkit;

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
import dev.keyfold.store.errors.UnsupportedStoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A store that has no more than a distributed one: single keys change whole and can be compared and
 * set, and that is all. It hides {@link Capability#ATOMIC_BATCH}, {@link Capability#SNAPSHOT} and
 * {@link Capability#TRANSACTION} of the store below, writes a batch key by key in random order,
 * reads many keys one by one and scans a few entries at a time, each as they are at that time. So
 * what is right on it is right on every engine with {@link Capability#COMPARE_AND_SET}.
 *
 * <p>Before every single operation it asks a {@link Gate}, which may wait, to let others go first,
 * or throw, as if the process had died there. Several of these over one store are several
 * processes. For as many threads as the gate allows.
 */
public final class SingleRowStore implements Store {
  /** Is asked before every single operation. */
  @FunctionalInterface
  public interface Gate {
    /** Returns when the operation may be done; throws if it must not. */
    void pass(String operation, byte[] key);

    /** Called after every single write; throws to simulate a lost answer. */
    default void written(String operation, byte[] key) {}
  }

  private static final Set<Capability> HIDDEN =
      EnumSet.of(
          Capability.ATOMIC_BATCH,
          Capability.SNAPSHOT,
          Capability.TRANSACTION,
          Capability.CHECKPOINT);

  private final Store inner;
  private final Random random;
  private final Gate gate;

  /**
   * @param inner stays the caller's until {@link #close}
   * @param random decides about the order within batches; only used by the thread that writes
   */
  public SingleRowStore(Store inner, Random random, Gate gate) {
    this.inner = inner;
    this.random = random;
    this.gate = gate;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    gate.pass("get", key);
    return inner.get(key);
  }

  @Override
  public boolean get(Slice key, Slice value) {
    gate.pass("get", key.array());
    return inner.get(key, value);
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    List<byte[]> values = new ArrayList<>(keys.size());
    keys.forEach(key -> values.add(get(key)));
    return values;
  }

  @Override
  public Cursor scan(Scan scan) {
    return new SingleRowCursor(inner, scan, gate, random);
  }

  @Override
  public void write(Batch batch, Durability durability) {
    List<Batch> keys = new ArrayList<>();
    List<byte[]> names = new ArrayList<>();
    boolean[] ranged = {false};
    batch.forEach(
        new Batch.Visitor() {
          @Override
          public void put(byte[] array, int keyOffset, int keyLength, int valueOffset, int length) {
            Batch one = begin(array, keyOffset, keyLength);
            one.put(array, keyOffset, keyLength, array, valueOffset, length);
          }

          @Override
          public void delete(byte[] array, int keyOffset, int keyLength) {
            begin(array, keyOffset, keyLength).delete(array, keyOffset, keyLength);
          }

          @Override
          public void deleteRange(KeyRange range) {
            ranged[0] = true; // what was said before and after is about the same keys
            Batch one = new Batch();
            one.deleteRange(range);
            names.add(range.start());
            keys.add(one);
          }

          /** Changes of one key stay in their order. */
          private Batch begin(byte[] array, int offset, int length) {
            byte[] name = new byte[length];
            System.arraycopy(array, offset, name, 0, length);
            for (int i = 0; i < names.size() && !ranged[0]; i++) {
              if (Arrays.equals(names.get(i), name)) {
                return keys.get(i);
              }
            }
            names.add(name);
            keys.add(new Batch());
            return keys.get(keys.size() - 1);
          }
        });
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      order.add(i);
    }
    if (!ranged[0]) {
      Collections.shuffle(order, random);
    }
    for (int i : order) {
      gate.pass("write", names.get(i));
      inner.write(keys.get(i), durability);
      gate.written("write", names.get(i));
    }
  }

  @Override
  public boolean compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] update, Durability durability) {
    gate.pass("compareAndSet", key);
    boolean done = inner.compareAndSet(key, expected, update, durability);
    gate.written("compareAndSet", key);
    return done;
  }

  @Override
  public Snapshot snapshot() {
    throw new UnsupportedStoreException("this store has no snapshots");
  }

  @Override
  public Transaction transaction() {
    throw new UnsupportedStoreException("this store has no transactions");
  }

  @Override
  public void sync() {
    inner.sync();
  }

  @Override
  public Durability durability() {
    return inner.durability();
  }

  @Override
  public Set<Capability> capabilities() {
    EnumSet<Capability> left = EnumSet.of(Capability.COMPARE_AND_SET);
    left.addAll(inner.capabilities());
    left.removeAll(HIDDEN);
    return left;
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
  public void close() {
    inner.close();
  }
}
