package dev.keyfold.structures.entries;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.transaction.Overlay;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entries as a work sees them: those of the store, and over them what the work has written. A
 * work that reads first and writes then, as most do, never pays for the second. Not for several
 * threads.
 */
public final class WorkEntries {
  private static final int KEPT_BATCH_BYTES = 1 << 20;
  private static final int MOST_REMEMBERED = 64;
  private static final int AHEAD = 32;
  private static final EntryCache NOTHING_KNOWN = new EntryCache(0);

  private final Reader reader;
  private final boolean readOnly;
  private final EntryCache recent;
  private Batch batch = new Batch();
  private boolean sealed;
  private @Nullable Overlay overlay;

  /** For {@link EntryCache}, in the order written: of one key the last counts. */
  private final List<byte[]> writtenKeys = new ArrayList<>();

  private final List<byte[]> writtenValues = new ArrayList<>();

  /** The entry read last: a read before a write looks it up twice. */
  private byte @Nullable [] lastKey;

  private byte @Nullable [] lastValue;

  /** With what is known of the store; a reader of a snapshot knows nothing. */
  public WorkEntries(Reader reader, @Nullable EntryCache recent) {
    this.reader = reader;
    this.recent = recent == null ? NOTHING_KNOWN : recent;
    this.readOnly = recent == null;
  }

  public Batch batch() {
    return batch;
  }

  public void checkWritable() {
    if (readOnly) {
      throw new IllegalStateException("this work only reads; begin one that writes");
    }
    if (sealed) {
      throw new IllegalStateException("this work is prepared; commit or close it");
    }
  }

  /** Takes no writes any more, until the work is over. */
  public void seal() {
    sealed = true;
  }

  /** The value; not to be changed. Null if none exists. */
  public byte @Nullable [] get(byte[] key) {
    if (lastKey != null && Arrays.equals(lastKey, key)) {
      return lastValue;
    }
    byte[] value = null;
    if (!batch.isEmpty()) {
      value = overlay().get(key);
      if (value == Overlay.DELETED) {
        return null;
      }
    }
    if (value == null) {
      value = read(key);
    }
    lastKey = key;
    lastValue = value;
    return value;
  }

  private byte @Nullable [] read(byte[] key) {
    if (readOnly) {
      return reader.get(key);
    }
    byte[] known = recent.get(key);
    if (known != null) {
      recent.answered(key);
      return known == EntryCache.ABSENT ? null : known;
    }
    byte[] value = reader.get(key);
    recent.put(key, value);
    return value;
  }

  /** Shows the value of the key without asking the store; false if it would have to be asked. */
  public boolean isKnown(byte[] key, Slice value) {
    boolean known = !readOnly && batch.isEmpty() && recent.find(key, value);
    if (known) {
      recent.answered(key);
    }
    return known;
  }

  /** Whether the engine has to be asked for the key, which a few more would make little dearer. */
  public boolean isFar(byte[] key) {
    return !readOnly && batch.isEmpty() && recent.isOn() && !recent.isKnown(key);
  }

  /** Fetches the first entries of the range, which will soon be asked for one by one. */
  public void fetchAhead(KeyRange range, boolean reversed) {
    try (Cursor cursor = reader.scan(new Scan(range, reversed, AHEAD, false, false))) {
      while (cursor.next()) {
        recent.put(cursor.key().toArray(), cursor.value().toArray());
      }
    }
  }

  public List<byte[]> getAll(List<byte[]> keys) {
    if (batch.isEmpty() && keys.size() > 1) {
      return reader.getAll(keys);
    }
    List<byte[]> values = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      values.add(get(key));
    }
    return values;
  }

  public Cursor scan(KeyRange range, boolean reversed, long limit, boolean keysOnly) {
    Scan scan = new Scan(range, reversed, limit, keysOnly, false);
    return batch.isEmpty() ? reader.scan(scan) : overlay().over(reader, scan);
  }

  /** All of the range, without caching it. */
  public Cursor scanAll(KeyRange range, boolean keysOnly) {
    return batch.isEmpty()
        ? reader.scan(new Scan(range, false, Long.MAX_VALUE, keysOnly, true))
        : scan(range, false, Long.MAX_VALUE, keysOnly);
  }

  /** Entries whose keys nobody has asked for so far: nothing is known of them that would change. */
  public void append(Batch loaded) {
    checkWritable();
    batch.append(loaded);
    if (overlay != null) {
      loaded.forEach(overlay);
    }
    lastKey = null;
  }

  /** The key is the work's from now on; the value may be changed by its owner afterwards. */
  public void put(byte[] key, byte[] value) {
    checkWritable();
    batch.put(key, value);
    if (overlay != null) {
      overlay.put(key, value);
    }
    written(key, value);
    lastKey = null;
  }

  public void put(byte[] key, byte[] value, int offset, int length) {
    checkWritable();
    unremember(key);
    batch.put(key, 0, key.length, value, offset, length);
    if (overlay != null) {
      overlay.put(key, Arrays.copyOfRange(value, offset, offset + length));
    }
    lastKey = null;
  }

  public void delete(byte[] key) {
    checkWritable();
    unremember(key);
    batch.delete(key);
    if (overlay != null) {
      overlay.delete(key);
    }
    lastKey = null;
  }

  private void written(byte[] key, byte[] value) {
    if (recent.isWorth(key, value) && writtenKeys.size() < MOST_REMEMBERED) {
      recent.remove(key);
      writtenKeys.add(key);
      writtenValues.add(value.clone());
    } else {
      unremember(key);
    }
  }

  /** What was written of it before, in this work or another, must not come back. */
  private void unremember(byte[] key) {
    recent.remove(key);
    for (int i = writtenKeys.size() - 1; i >= 0; i--) {
      if (Arrays.equals(writtenKeys.get(i), key)) {
        writtenKeys.remove(i);
        writtenValues.remove(i);
      }
    }
  }

  public void deleteRange(KeyRange range) {
    checkWritable();
    recent.clear();
    writtenKeys.clear();
    writtenValues.clear();
    batch.deleteRange(range);
    if (overlay != null) {
      overlay.deleteRange(range);
    }
    lastKey = null;
  }

  /** Takes back the last writes, down to a state the batch had before. */
  public void truncate(int bytes, int writes) {
    batch.truncate(bytes, writes);
    overlay = null;
    lastKey = null;
    lastValue = null;
    // They left what is known of the store when they were written, and need not come back.
    writtenKeys.clear();
    writtenValues.clear();
  }

  /** After the commit: what was written now will soon be asked for. */
  public void remember() {
    for (int i = 0; i < writtenKeys.size(); i++) {
      recent.put(writtenKeys.get(i), writtenValues.get(i));
    }
  }

  /** After a commit that failed: nobody knows what the store holds. */
  public void forget() {
    if (!batch.isEmpty()) {
      recent.clear();
    }
  }

  public void reset() {
    sealed = false;
    writtenKeys.clear();
    writtenValues.clear();
    lastKey = null;
    lastValue = null;
    overlay = null;
    if (batch.bytes() > KEPT_BATCH_BYTES) {
      batch = new Batch();
    } else {
      batch.clear();
    }
  }

  private Overlay overlay() {
    if (overlay == null) {
      overlay = new Overlay();
      batch.forEach(overlay);
    }
    return overlay;
  }
}
