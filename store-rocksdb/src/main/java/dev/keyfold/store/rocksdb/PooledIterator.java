package dev.keyfold.store.rocksdb;

import dev.keyfold.store.Slice;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DirectSlice;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksIterator;
import org.rocksdb.Snapshot;

/**
 * The reusable resources of a scan: native read options, its bounds in native memory, and the two
 * arrays into which keys and values are copied. A {@link RocksCursor} borrows it from the {@link
 * IteratorPool} until it is closed.
 *
 * <p>Only its cursor's thread uses it, except that the store's closing gives its native memory
 * back. Between the two stands {@link #enter}: the cursor says that it is busy and then looks
 * whether the gate is shut; the closer shuts the gate and then waits until nobody is busy. One of
 * them always sees the other, for one memory fence a call.
 */
final class PooledIterator {
  private static final VarHandle BUSY;
  private static final int BOUND_BYTES = 256;
  private static final int KEY_BYTES = 256;
  private static final int VALUE_BYTES = 4096;

  /** A buffer that grew beyond this is not kept for the next scan. */
  private static final int KEPT_BYTES = 1 << 20;

  static {
    try {
      BUSY = MethodHandles.lookup().findVarHandle(PooledIterator.class, "busy", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final CloseGuard gate;
  private final ReadOptions options;
  private final Bound lower = new Bound();
  private final Bound upper = new Bound();
  private boolean fillCache = true;
  private boolean totalOrder = true;

  /** Written through {@link #BUSY}. */
  @SuppressWarnings("unused")
  private int busy;

  private byte[] keyBytes = new byte[KEY_BYTES];
  private byte[] valueBytes = new byte[VALUE_BYTES];
  final Slice key = new Slice();
  final Slice value = new Slice();
  private @Nullable RocksIterator iterator;

  PooledIterator(CloseGuard gate) {
    this.gate = gate;
    options = new ReadOptions();
    // The engine's own choice, when a scan may use the prefix filter, leaves out keys that are
    // shorter than the prefix; Prefixes chooses instead.
    options.setTotalOrderSeek(true);
  }

  /** A bound of a scan: a native slice over a direct buffer, both used again. */
  private static final class Bound {
    private ByteBuffer bytes = ByteBuffer.allocateDirect(BOUND_BYTES);
    private DirectSlice slice = new DirectSlice(bytes, 0);
    private boolean set;

    /** The slice to be set, null for no bound. */
    @Nullable DirectSlice fill(byte @Nullable [] bound) {
      if (bound == null || bound.length == 0) {
        return null;
      }
      if (bytes.capacity() < bound.length) {
        DirectSlice old = slice;
        bytes = ByteBuffer.allocateDirect(bound.length);
        slice = new DirectSlice(bytes, bound.length);
        old.close();
      } else {
        slice.setLength(bound.length);
      }
      bytes.put(0, bound);
      return slice;
    }
  }

  /** Opens the iterator. Within the store's gate. */
  void open(
      RocksDB db,
      ColumnFamilyHandle family,
      @Nullable Snapshot snapshot,
      byte[] start,
      byte @Nullable [] end,
      boolean inPrefix,
      boolean fill) {
    // The old slices are no longer looked at: no iterator is open on it.
    DirectSlice from = lower.fill(start);
    if (from != null || lower.set) {
      options.setIterateLowerBound(from);
      lower.set = from != null;
    }
    DirectSlice to = upper.fill(end);
    if (to != null || upper.set) {
      options.setIterateUpperBound(to);
      upper.set = to != null;
    }
    if (fillCache != fill) {
      options.setFillCache(fill);
      fillCache = fill;
    }
    if (totalOrder == inPrefix) {
      options.setTotalOrderSeek(!inPrefix);
      totalOrder = !inPrefix;
    }
    if (snapshot == null) {
      iterator = db.newIterator(family, options);
    } else {
      options.setSnapshot(snapshot);
      iterator =
          db.newIterator(family, options); // copies the options, so they need not outlive this
      options.setSnapshot(null);
    }
  }

  void enter() {
    BUSY.setVolatile(this, 1);
    if (gate.isClosed()) {
      BUSY.setRelease(this, 0);
      throw gate.closedException();
    }
  }

  /** False if the store is closed, and then the native side is no longer ours. */
  boolean tryEnter() {
    BUSY.setVolatile(this, 1);
    if (gate.isClosed()) {
      BUSY.setRelease(this, 0);
      return false;
    }
    return true;
  }

  void leave() {
    BUSY.setRelease(this, 0);
  }

  /** Of the scan that is open. Within {@link #enter}. */
  RocksIterator iterator() {
    return Objects.requireNonNull(iterator, "no scan is open");
  }

  /** Copies the current key. Within {@link #enter}. */
  void fetchKey() {
    RocksIterator iterator = iterator();
    int length = iterator.key(keyBytes, 0, keyBytes.length);
    if (length > keyBytes.length) {
      keyBytes = new byte[length + length / 2];
      length = iterator.key(keyBytes, 0, keyBytes.length);
    }
    key.set(keyBytes, 0, length);
  }

  /** Copies the current value. Within {@link #enter}. */
  void fetchValue() {
    RocksIterator iterator = iterator();
    int length = iterator.value(valueBytes, 0, valueBytes.length);
    if (length > valueBytes.length) {
      valueBytes = new byte[length + length / 4];
      length = iterator.value(valueBytes, 0, valueBytes.length);
    }
    value.set(valueBytes, 0, length);
  }

  /** The scan is over; another one can use it. */
  void vacate() {
    closeIterator();
    if (valueBytes.length > KEPT_BYTES) {
      valueBytes = new byte[VALUE_BYTES];
    }
  }

  /** Gives the native memory back; nobody may be using it, or the gate must be shut. */
  void dispose() {
    while ((int) BUSY.getVolatile(this) != 0) {
      LockSupport.parkNanos(1_000);
    }
    closeIterator();
    options.close();
    lower.slice.close();
    upper.slice.close();
  }

  private void closeIterator() {
    if (iterator != null) {
      iterator.close();
      iterator = null;
    }
  }
}
