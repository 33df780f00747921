package dev.keyfold.store.rocksdb;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.errors.StoreClosedException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * A cursor over a RocksDB iterator. RocksDB enforces the bounds, so no key is compared here. A step
 * is two native calls, reading a key or value one more, and none allocates: the bytes go into
 * arrays of the {@link PooledIterator}, which a seek or step overwrites.
 */
final class RocksCursor implements Cursor {
  private enum Place {
    /** Nothing was sought yet: the first step goes to the first entry of the range. */
    BEFORE,
    /** The iterator stands where a seek put it; the next step only looks. */
    SOUGHT,
    ON_ENTRY,
    AT_END
  }

  private final IteratorPool pool;
  private final RocksErrors errors;
  private final boolean reversed;
  private final boolean keysOnly;
  private @Nullable PooledIterator pooled;
  private final Slice key;
  private final Slice value;
  private long left;
  private Place place = Place.BEFORE;
  private boolean keyFetched;
  private boolean valueFetched;

  RocksCursor(IteratorPool pool, RocksErrors errors, Scan scan, PooledIterator pooled) {
    this.pool = pool;
    this.errors = errors;
    this.reversed = scan.reversed();
    this.keysOnly = scan.keysOnly();
    this.left = scan.range().isEmpty() ? 0 : scan.limit();
    this.pooled = pooled;
    this.key = pooled.key;
    this.value = pooled.value;
  }

  @Override
  public boolean next() {
    PooledIterator pooled = enter();
    try {
      keyFetched = false;
      valueFetched = false;
      if (left == 0 || place == Place.AT_END) {
        place = Place.AT_END;
        return false;
      }
      RocksIterator iterator = pooled.iterator();
      step(iterator);
      if (iterator.isValid()) {
        place = Place.ON_ENTRY;
        left--;
        return true;
      }
      place = Place.AT_END;
      iterator.status(); // the end, or something that could not be read
      return false;
    } catch (RocksDBException e) {
      throw errors.reading(e);
    } finally {
      pooled.leave();
    }
  }

  private void step(RocksIterator iterator) {
    if (place == Place.ON_ENTRY) {
      if (reversed) {
        iterator.prev();
      } else {
        iterator.next();
      }
    } else if (place == Place.BEFORE) {
      // With bounds set, these two go to the first and the last key within them.
      if (reversed) {
        iterator.seekToLast();
      } else {
        iterator.seekToFirst();
      }
    }
  }

  @Override
  public Slice key() {
    if (!keyFetched) {
      PooledIterator pooled = enter();
      try {
        checkOnEntry();
        pooled.fetchKey();
        keyFetched = true;
      } finally {
        pooled.leave();
      }
    }
    return key;
  }

  @Override
  public Slice value() {
    if (!valueFetched) {
      PooledIterator pooled = enter();
      try {
        checkOnEntry();
        if (keysOnly) {
          throw new IllegalStateException("this scan was opened without values");
        }
        pooled.fetchValue();
        valueFetched = true;
      } finally {
        pooled.leave();
      }
    }
    return value;
  }

  @Override
  public void seek(byte[] key) {
    PooledIterator pooled = enter();
    try {
      keyFetched = false;
      valueFetched = false;
      if (left == 0) {
        return;
      }
      if (reversed) {
        pooled.iterator().seekForPrev(key);
      } else {
        pooled.iterator().seek(key);
      }
      place = Place.SOUGHT;
    } finally {
      pooled.leave();
    }
  }

  @Override
  public void close() {
    PooledIterator own = pooled;
    if (own == null) {
      return;
    }
    pooled = null;
    keyFetched = false;
    valueFetched = false;
    if (own.tryEnter()) {
      try {
        own.vacate();
      } finally {
        own.leave();
      }
      pool.giveBack(own); // not earlier: from here on the pooled may be another cursor's
    }
  }

  private PooledIterator enter() {
    PooledIterator own = pooled;
    if (own == null) {
      throw new StoreClosedException("this cursor is closed; open a new scan");
    }
    own.enter();
    return own;
  }

  private void checkOnEntry() {
    if (place != Place.ON_ENTRY) {
      throw new IllegalStateException(
          "the cursor is not on an entry; call next() first and continue only while it returns"
              + " true");
    }
  }
}
