package dev.keyfold.structures.rank;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.entries.WorkEntries;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the first and last element keys of structures. An engine with files keeps a mark for
 * each key that was deleted until it compacts, and a scan has to walk over them: taking the first
 * of a sorted set again and again, as a queue does, would be slower each time. A scan that begins
 * at the first key found last time finds none of them.
 *
 * <p>Learned by whoever scans from an end, corrected when something is added beyond it; a key that
 * is gone meanwhile does no harm. Under the writer's lock.
 */
final class Edges {
  private static final int MOST = 1024;
  private static final int FIRST = 0;
  private static final int LAST = 1;

  /**
   * By {@link Meta#memoryKey}. No element is before the first key or after the last; either may be
   * null.
   */
  private final Map<Long, byte[][]> byKey =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, byte[][]> eldest) {
          return size() > MOST;
        }
      };

  private final Set<Long> changed = new HashSet<>();

  /** Elements of the range; if it begins at or beyond the known end, from that end on. */
  Cursor scan(WorkEntries entries, Meta meta, KeyRange range, boolean reversed, boolean keysOnly) {
    byte[][] known = byKey.get(meta.memoryKey());
    byte[] edge = known == null ? null : known[reversed ? LAST : FIRST];
    byte[] start = range.start();
    byte[] end = range.end();
    boolean whole;
    if (reversed) {
      byte[] outer = edge == null ? null : Bytes.next(edge);
      byte[] limit =
          outer != null ? outer : Bytes.successor(Layout.prefix(meta.rankSpace(), meta.id));
      whole = end == null || Arrays.compareUnsigned(end, limit) >= 0;
      end = whole ? limit : end;
    } else {
      byte[] limit = edge != null ? edge : Layout.prefix(meta.rankSpace(), meta.id);
      whole = Arrays.compareUnsigned(start, limit) <= 0;
      start = whole ? limit : start;
    }
    KeyRange narrow = KeyRange.of(start, end);
    if (!whole || narrow.isEmpty()) {
      return entries.scan(range, reversed, Long.MAX_VALUE, keysOnly);
    }
    Cursor cursor = entries.scan(narrow, reversed, Long.MAX_VALUE, keysOnly);
    return new Learning(cursor, entries, meta.memoryKey(), reversed, edge);
  }

  /** Notes the first key it sees, which is the structure's first or last. */
  private final class Learning implements Cursor {
    private final Cursor cursor;
    private final WorkEntries entries;
    private final long memoryKey;
    private final boolean reversed;
    private final byte @Nullable [] known;
    private boolean learned;

    Learning(
        Cursor cursor,
        WorkEntries entries,
        long memoryKey,
        boolean reversed,
        byte @Nullable [] known) {
      this.cursor = cursor;
      this.entries = entries;
      this.memoryKey = memoryKey;
      this.reversed = reversed;
      this.known = known;
    }

    @Override
    public boolean next() {
      boolean found = cursor.next();
      if (found && !learned) {
        learned = true;
        if (known == null || cursor.key().compareTo(known) != 0) {
          learn(entries, memoryKey, reversed, cursor.key().toArray());
        }
      }
      return found;
    }

    @Override
    public Slice key() {
      return cursor.key();
    }

    @Override
    public Slice value() {
      return cursor.value();
    }

    @Override
    public void seek(byte[] key) {
      cursor.seek(key);
    }

    @Override
    public void close() {
      cursor.close();
    }
  }

  private void learn(WorkEntries entries, long memoryKey, boolean reversed, byte[] key) {
    byKey.computeIfAbsent(memoryKey, none -> new byte[2][])[reversed ? LAST : FIRST] = key;
    if (!entries.batch().isEmpty()) {
      // Perhaps only true if the work is committed.
      changed.add(memoryKey);
    }
  }

  void added(Meta meta, byte[] key) {
    if (byKey.isEmpty()) {
      return;
    }
    byte[][] known = byKey.get(meta.memoryKey());
    if (known != null) {
      if (known[FIRST] != null && Arrays.compareUnsigned(key, known[FIRST]) < 0) {
        known[FIRST] = key;
      }
      if (known[LAST] != null && Arrays.compareUnsigned(key, known[LAST]) > 0) {
        known[LAST] = key;
      }
    }
  }

  void drop(Meta meta) {
    if (!byKey.isEmpty()) {
      byKey.remove(meta.memoryKey());
    }
  }

  /** The work is over; if it was not written, what was learned in it may not be true. */
  void end(boolean written) {
    if (!changed.isEmpty()) {
      if (!written) {
        byKey.keySet().removeAll(changed);
      }
      changed.clear();
    }
  }
}
