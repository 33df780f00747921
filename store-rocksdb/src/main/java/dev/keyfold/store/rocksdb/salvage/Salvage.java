package dev.keyfold.store.rocksdb.salvage;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.SalvageReport;
import dev.keyfold.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;

/**
 * Copies the readable data of a damaged store into a new one. The damaged store is not modified,
 * and no other process may use it meanwhile. The version of a key with the highest sequence number
 * wins, as in RocksDB.
 *
 * <pre>
 *   tables ─ blocks with a right checksum ─┐
 *   logs ─── records with a right one ─────┼─▶ merge by key, newest first ─▶ new store
 *   blobs ── values with a right one ──────┘
 * </pre>
 */
public final class Salvage {
  private static final int BATCH_BYTES = 1 << 20;
  private static final int PROGRESS = 10_000;

  private final SalvageFiles files;
  private final BlobFiles blobs;
  private final Store to;
  private final LongConsumer progress;
  private final Batch batch = new Batch();
  private long entries;
  private long uncertain;

  private Salvage(Path from, Store to, LongConsumer progress) throws IOException {
    this.files = new SalvageFiles(from);
    this.blobs = new BlobFiles(from);
    this.to = to;
    this.progress = progress;
  }

  /**
   * Copies.
   *
   * @param from the directory of the damaged store
   * @param to an empty store, which is not closed
   * @param progress receives the number of entries copied, now and then
   * @throws IOException if a file cannot be read for another reason than what is in it
   */
  public static SalvageReport copy(Path from, Store to, LongConsumer progress) throws IOException {
    Salvage salvage = new Salvage(from, to, progress);
    salvage.merge();
    return new SalvageReport(
        salvage.entries, salvage.uncertain, salvage.files.losses().all(), salvage.files.notes());
  }

  private void merge() throws IOException {
    PriorityQueue<SalvageSource> sources = new PriorityQueue<>();
    for (SalvageSource source : files.open()) {
      if (source.next()) {
        sources.add(source);
      }
    }
    Tombstones ranges = files.ranges();
    ranges.sort();
    byte[] before = null;
    while (!sources.isEmpty()) {
      SalvageSource source = sources.remove();
      SalvagedEntry entry = source.current();
      if (source.next()) {
        sources.add(source);
      }
      if (before == null || !Arrays.equals(before, entry.key())) {
        before = entry.key();
        if (isPut(entry) && !ranges.deletes(entry)) {
          put(entry);
        }
      }
    }
    write();
    to.sync();
  }

  private static boolean isPut(SalvagedEntry entry) {
    return entry.kind() == SalvagedEntry.PUT || entry.kind() == SalvagedEntry.BLOB;
  }

  private void put(SalvagedEntry entry) throws IOException {
    byte[] value = entry.value();
    if (entry.kind() == SalvagedEntry.BLOB) {
      try {
        value = blobs.read(entry);
      } catch (BadFileException e) {
        files
            .losses()
            .add(blobs.fileOf(entry), e.getMessage(), entry.key(), Bytes.next(entry.key()));
        return;
      }
    }
    batch.put(entry.key(), value);
    entries++;
    if (files.losses().cover(entry.key())) {
      uncertain++;
    }
    if (batch.bytes() > BATCH_BYTES) {
      write();
    }
    if (entries % PROGRESS == 0) {
      progress.accept(entries);
    }
  }

  private void write() {
    if (!batch.isEmpty()) {
      to.write(batch, Durability.ASYNC);
      batch.clear();
    }
  }
}
