package dev.keyfold.store.rocksdb;

import dev.keyfold.store.Batch;
import dev.keyfold.store.BulkWriter;
import dev.keyfold.store.Durability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A bulk load by SST file ingestion: writes sorted files and has RocksDB ingest them at commit,
 * without log, memtable or flush, and with hardly any compaction.
 *
 * <pre>
 *   put ──> batches ── more than 4 MiB ──> {@link TableFiles} ── commit ──> 000123.sst, ...
 *              └────────── commit: written as batches, for many small files would slow all reads
 * </pre>
 *
 * <p>Not thread-safe.
 */
final class RocksBulkWriter extends BulkWriter {
  private static final long SMALL_BYTES = 4 << 20;
  private static final int BATCHES = 16;

  private final Opened now;
  private final long smallBytes;
  private final Supplier<TableFiles> newFiles;
  private final List<Batch> batches = new ArrayList<>();
  private Batch batch = new Batch();
  private long bytes;
  private @Nullable TableFiles files;

  /**
   * @param memtableBytes a load that takes a sixteenth of it, or 4 MiB, is big enough for files
   */
  RocksBulkWriter(Opened now, long memtableBytes, Supplier<TableFiles> newFiles) {
    this.now = now;
    this.smallBytes = Math.min(SMALL_BYTES, memtableBytes / 16);
    this.newFiles = newFiles;
  }

  @Override
  protected void add(
      byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
    // Before this one, not after it: so there is always one left for the commit.
    if (batch.bytes() >= smallBytes / BATCHES) {
      next();
    }
    batch.put(key, keyOffset, keyLength, value, valueOffset, valueLength);
  }

  private void next() {
    if (files != null) {
      batch = files.add(batch);
      return;
    }
    batches.add(batch);
    bytes += batch.bytes();
    batch = new Batch();
    if (bytes > smallBytes) {
      files = newFiles.get();
      batches.forEach(files::add);
      batches.clear();
    }
  }

  @Override
  protected void end(Durability durability) {
    if (files != null) {
      files.add(batch);
      List<Path> complete = files.complete();
      now.gate.enter();
      try {
        now.writes.ingest(complete.stream().map(Path::toString).toList(), written());
      } finally {
        now.gate.leave();
      }
      return;
    }
    now.gate.enter();
    try {
      for (Batch one : batches) {
        now.writes.write(one, Durability.ASYNC);
      }
      now.writes.write(batch, durability); // one log: what is durable brings all before it
    } finally {
      now.gate.leave();
    }
  }

  @Override
  public void close() {
    if (files != null) {
      files.close();
    }
    batches.clear();
  }
}
