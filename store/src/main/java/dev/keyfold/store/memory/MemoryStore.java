package dev.keyfold.store.memory;

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
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.transaction.OptimisticTransaction;
import dev.keyfold.store.transaction.ReadSet;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A thread-safe sorted store in memory. It takes every durability, because nothing is more durable
 * than memory here; it is not {@link Capability#PERSISTENT}.
 *
 * <p>A get or scan never waits for a scan or snapshot, and hardly for a write. What a cursor or
 * snapshot holds is copied when it is written to, once for each page, until it is closed.
 */
public final class MemoryStore implements Store {
  static final Set<Capability> CAPABILITIES =
      Collections.unmodifiableSet(
          EnumSet.of(
              Capability.ATOMIC_BATCH,
              Capability.SNAPSHOT,
              Capability.TRANSACTION,
              Capability.COMPARE_AND_SET));

  private final Durability durability;
  private final SharedTree tree;

  MemoryStore(Geometry geometry, Durability durability) {
    this.durability = durability;
    this.tree = new SharedTree(geometry);
  }

  /** A new, empty store. Its own durability is {@code async}. */
  public static MemoryStore open() {
    return new MemoryStore(Geometry.STANDARD, Durability.ASYNC);
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    StoreLimits.checkKey(key.length);
    return tree.get(key);
  }

  @Override
  public boolean get(Slice key, Slice value) {
    StoreLimits.checkKey(key.length());
    return tree.get(key, value);
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    for (byte[] key : keys) {
      StoreLimits.checkKey(key.length);
    }
    return tree.getAll(keys);
  }

  @Override
  public Cursor scan(Scan scan) {
    Objects.requireNonNull(scan, "scan");
    return new MemoryCursor(tree, tree.view(), scan);
  }

  @Override
  public Snapshot snapshot() {
    return new MemorySnapshot(tree, tree.view());
  }

  @Override
  public Transaction transaction() {
    SharedTree.Beginning beginning = tree.beginTransaction();
    MemorySnapshot snapshot = new MemorySnapshot(tree, beginning.view());
    OptimisticTransaction.Committer committer =
        new OptimisticTransaction.Committer() {
          @Override
          public void commit(ReadSet reads, Batch batch, Durability ignored) {
            tree.write(
                batch,
                () -> {
                  tree.check(beginning, reads);
                  // Nothing is read through it from here on, so nothing need be copied for it.
                  snapshot.close();
                });
          }

          @Override
          public void end() {
            tree.endTransaction(beginning);
          }
        };
    return new OptimisticTransaction(snapshot, committer, durability);
  }

  @Override
  public void write(Batch batch, Durability asked) {
    Objects.requireNonNull(asked, "durability");
    tree.write(batch, () -> {});
  }

  @Override
  public void put(byte[] key, byte[] value) {
    StoreLimits.checkKey(key.length);
    StoreLimits.checkValue(value.length);
    tree.put(key, value);
  }

  @Override
  public boolean compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] update, Durability asked) {
    Objects.requireNonNull(asked, "durability");
    Batch batch = new Batch();
    if (update == null) {
      batch.delete(key);
    } else {
      batch.put(key, update);
    }
    return tree.writeIf(key, expected, batch);
  }

  @Override
  public void sync() {
    tree.checkOpen();
  }

  @Override
  public Durability durability() {
    return durability;
  }

  @Override
  public Set<Capability> capabilities() {
    return CAPABILITIES;
  }

  /** Exact. */
  @Override
  public RangeEstimate estimate(KeyRange range) {
    TreeView view = tree.view();
    try {
      return RangeTotals.of(view.root, range);
    } finally {
      view.drop();
    }
  }

  /**
   * {@code entries}, {@code bytes} of keys and values, {@code pages} (leaves), {@code depth} of the
   * tree, {@code fill} of the pages in percent.
   */
  @Override
  public Map<String, Long> metrics() {
    TreeView view = tree.view();
    try {
      return PageStatistics.of(view.root);
    } finally {
      view.drop();
    }
  }

  /** The tree as it is, held for the caller: for tests of its shape. */
  TreeView treeView() {
    return tree.view();
  }

  @Override
  public void close() {
    tree.close();
  }
}
