package dev.keyfold.structures.resume;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Store;
import dev.keyfold.structures.Work;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoint of an import into structures, stored in the target store. Each commit writes
 * elements and progress in one atomic batch, so an import can resume in the middle of a list
 * without losing or duplicating an element. Not thread-safe.
 */
public final class ImportCheckpoint {
  private final Store store;
  private final byte[] key;

  /**
   * @param store the store of the structures
   * @param key a key of it that nothing else uses, one per source and way to read it
   */
  public ImportCheckpoint(Store store, byte[] key) {
    this.store = store;
    this.key = key.clone();
  }

  /** The progress of an unfinished import; null if none exists. */
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

  /** Commits the last work of an import, and deletes the progress in the same write. */
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
