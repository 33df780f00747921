package dev.keyfold.structures.upkeep;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.Ordinal;
import dev.keyfold.structures.type.StructureType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Removes what deleted structures and flushed databases have left. What is to be done stands in the
 * store, so it continues after a restart; nobody else touches those entries any more, so it needs
 * no lock but its own. Thread-safe.
 *
 * <p>A flushed database turns into its structures first: their entries go, and each structure is
 * noted for itself.
 */
public final class Reclaimer {
  /** Up to that many entries go one by one: ranges that were deleted cost an engine's reads. */
  private static final int ONE_BY_ONE = 1000;

  private static final int TASKS_AT_ONCE = 64;

  private final Store store;
  private final boolean wholeRanges;

  /** Ids of bulk loads under way: their notes are for the case that they never end. */
  private final Set<Long> held = ConcurrentHashMap.newKeySet();

  public Reclaimer(Store store) {
    this.store = store;
    this.wholeRanges = store.has(Capability.PERSISTENT);
  }

  /** Before the note of the id is written. */
  public void hold(long id) {
    held.add(id);
  }

  /**
   * After the note of the id is gone, or to have its elements removed. Never during a step: a step
   * that has read the note still has to find the id held.
   */
  public synchronized void release(long id) {
    held.remove(id);
  }

  private boolean isHeld(byte[] task) {
    return isTask(task) && task[1] != Layout.META && held.contains(Ordinal.get(task, 2));
  }

  /**
   * Removes at most about that many entries.
   *
   * @return whether there was something to do
   */
  public synchronized boolean step(int most) {
    List<byte[]> tasks = tasks();
    for (byte[] task : tasks) {
      if (step(task, most) > ONE_BY_ONE) {
        break;
      }
    }
    return !tasks.isEmpty();
  }

  /** Whether the key says what is to be removed. */
  private static boolean isTask(byte[] key) {
    return Ordinal.isAt(key, 2);
  }

  /** One step for one task; about how many entries it took. */
  private int step(byte[] task, int most) {
    if (!isTask(task)) {
      store.delete(task); // damaged; what it represented is found by a check
      return 1;
    }
    long id = Ordinal.get(task, 2);
    Batch batch = new Batch();
    boolean done =
        task[1] == Layout.META
            ? database(batch, id, most)
            : elements(batch, task[1], id, most)
                && (task[1] != Layout.MEMBERS || elements(batch, Layout.SCORES, id, most));
    if (done) {
      batch.delete(task);
    }
    store.write(batch, Durability.ASYNC);
    return done ? batch.count() : most;
  }

  /** Several at once: an engine may have to walk over those done before. */
  private List<byte[]> tasks() {
    List<byte[]> tasks = new ArrayList<>();
    try (Cursor cursor = store.scan(Scan.prefix(new byte[] {Layout.RECLAIM}).withoutValues())) {
      while (tasks.size() < TASKS_AT_ONCE && cursor.next()) {
        byte[] task = cursor.key().toArray();
        if (!isHeld(task)) {
          tasks.add(task);
        }
      }
    }
    return tasks;
  }

  private boolean database(Batch batch, long physical, int most) {
    int found = 0;
    byte[] prefix = Layout.prefix(Layout.META, physical);
    try (Cursor names = store.scan(Scan.prefix(prefix).limit(most))) {
      while (names.next()) {
        found++;
        Meta meta = new Meta(names.key().toArray());
        if (!isRead(meta, names.value().toArray())) {
          batch.delete(meta.key); // its elements are found by a check
          continue;
        }
        if (meta.expiry != Meta.NO_EXPIRY) {
          batch.delete(Layout.expiry(meta.expiry, meta.key));
        }
        if (meta.type != StructureType.STRING) {
          batch.put(Layout.reclaim(meta.elementSpace(), meta.id), Layout.NOTHING);
        }
        batch.delete(meta.key);
      }
    }
    if (found < most) {
      batch.delete(Layout.catalog(Layout.COUNT_OF, physical));
    }
    return found < most;
  }

  /** False for a damaged name, which must not keep the others from being removed. */
  private static boolean isRead(Meta meta, byte[] entry) {
    try {
      meta.read(entry);
      return true;
    } catch (StructuresException e) {
      return false;
    }
  }

  /**
   * Few entries go one by one. Of many, an engine with files deletes the whole range, which costs
   * it the same as any other; in memory that would hold up everybody else, so it goes by parts.
   */
  private boolean elements(Batch batch, byte space, long id, int most) {
    byte[] prefix = Layout.prefix(space, id);
    List<byte[]> few = new ArrayList<>();
    int found = 0;
    byte[] last = prefix;
    long looked = wholeRanges ? ONE_BY_ONE + 1 : most;
    try (Cursor keys = store.scan(Scan.prefix(prefix).limit(looked).withoutValues().inBulk())) {
      while (keys.next()) {
        if (++found <= ONE_BY_ONE) {
          few.add(keys.key().toArray());
        } else if (found == most) {
          last = keys.key().toArray();
        }
      }
    }
    if (found <= ONE_BY_ONE) {
      few.forEach(batch::delete);
      return found < looked;
    }
    boolean all = wholeRanges || found < most;
    byte[] end = all ? Bytes.successor(prefix) : Bytes.next(last);
    batch.deleteRange(KeyRange.of(prefix, end));
    return all;
  }
}
