package dev.keyfold.structures.resume;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Store;
import dev.keyfold.structures.Work;
import org.jspecify.annotations.Nullable;

/**
 * Where an import into structures stands, kept in the store that it writes to. Progress is part of
 * the same atomic write as the elements that it counts, so it never claims more or less than what
 * is there: an import can resume in the middle of a list without losing or doubling an element. Not
 * thread-safe.
 */
public final class ImportMemory {
  private final Store store;
  private final byte[] key;

  /**
   * @param store the store of the structures
   * @param key a key of it that nothing else uses, one per source and way to read it
   */
  public ImportMemory(Store store, byte[] key) {
    this.store = store;
    this.key = key.clone();
  }

  /** The progress of an import that has not come to its end; null if there is none. */
  public byte @Nullable [] recall() {
    return store.get(key);
  }

  /** The next import starts from the beginning. */
  public void forget() {
    if (store.get(key) != null) {
      store.delete(key);
    }
  }

  /** Commits the work and the progress that includes it in one write. */
  public void commit(Work work, byte[] progress) {
    work.commitThrough(
        batch -> {
          Batch all = new Batch();
          all.append(batch);
          all.put(key, progress);
          store.write(all);
        });
  }

  /** Commits the last work of an import, and forgets it in the same write. */
  public void commitLast(Work work) {
    work.commitThrough(
        batch -> {
          Batch all = new Batch();
          all.append(batch);
          all.delete(key);
          store.write(all);
        });
  }
}
