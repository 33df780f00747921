package dev.keyfold.store.rocksdb;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.BulkWriter;
import dev.keyfold.store.Durability;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.rocksdb.EnvOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/**
 * A bulk load that writes table files beside the engine's own and has the engine ingest them when
 * it is committed: no log, no memtable, no flush, and hardly a compaction.
 *
 * <pre>
 *   put ──> batches ── more than 4 MiB ──> load-1.new, load-2.new ── commit ──> 000123.sst, ...
 *              └────────── commit: written as batches, for many small files would slow all reads
 * </pre>
 *
 * <p>Files that are never committed are deleted by {@link #close}; those that a crash leaves, when
 * the store is opened again. For one thread at a time, which enters the store's gate at each call.
 */
final class RocksBulkWriter extends BulkWriter {
  private static final long SMALL_BYTES = 4 << 20;
  private static final int BATCH_BYTES = 256 << 10;

  /** Of keys and values; longer ones are rare enough for a copy each. */
  private static final int DIRECT_BYTES = 16 << 10;

  private final Opened now;
  private final Supplier<Path> names;
  private final Failures failures;
  private final long fileBytes;
  private final List<Path> files = new ArrayList<>();
  private final List<Batch> batches = new ArrayList<>();
  private long batchedBytes;
  private ByteBuffer directKey;
  private ByteBuffer directValue;
  private EnvOptions environment;
  private SstFileWriter file;
  private long bytesInFile;

  /**
   * @param names of new files
   * @param failures of these files only: a disk too full for them may have room for the log
   */
  RocksBulkWriter(Opened now, Supplier<Path> names, Failures failures, long fileBytes) {
    this.now = now;
    this.names = names;
    this.failures = failures;
    this.fileBytes = fileBytes;
  }

  @Override
  protected void add(
      byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
    if (file == null && files.isEmpty()) {
      batch(key, keyOffset, keyLength, value, valueOffset, valueLength);
      return;
    }
    now.gate.enter();
    try {
      write(key, keyOffset, keyLength, value, valueOffset, valueLength);
    } catch (RocksDBException e) {
      throw failures.writing(e);
    } finally {
      now.gate.leave();
    }
  }

  private void batch(
      byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
    if (batches.isEmpty() || batches.get(batches.size() - 1).bytes() >= BATCH_BYTES) {
      batches.add(new Batch());
    }
    Batch last = batches.get(batches.size() - 1);
    long before = last.bytes();
    last.put(key, keyOffset, keyLength, value, valueOffset, valueLength);
    batchedBytes += last.bytes() - before;
    if (batchedBytes > SMALL_BYTES) {
      for (Batch batch : batches) {
        batch.forEach(new IntoFile());
      }
      batches.clear();
    }
  }

  /** Moves batches, which have nothing but puts, into a file. */
  private final class IntoFile implements Batch.Visitor {
    @Override
    public void put(byte[] array, int key, int keyLength, int value, int valueLength) {
      now.gate.enter();
      try {
        write(array, key, keyLength, array, value, valueLength);
      } catch (RocksDBException e) {
        throw failures.writing(e);
      } finally {
        now.gate.leave();
      }
    }

    @Override
    public void delete(byte[] array, int key, int keyLength) {
      throw new AssertionError("a bulk writer only puts");
    }

    @Override
    public void deleteRange(KeyRange range) {
      throw new AssertionError("a bulk writer only puts");
    }
  }

  /** Within the gate. */
  private void write(byte[] key, int keyAt, int keyLength, byte[] value, int at, int length)
      throws RocksDBException {
    if (file == null) {
      open();
    }
    if (keyLength <= DIRECT_BYTES && length <= DIRECT_BYTES) {
      directKey.clear().put(key, keyAt, keyLength).flip();
      directValue.clear().put(value, at, length).flip();
      file.put(directKey, directValue);
    } else {
      file.put(copy(key, keyAt, keyLength), copy(value, at, length));
    }
    bytesInFile += keyLength + (long) length;
    if (bytesInFile >= fileBytes) {
      finish();
    }
  }

  private static byte[] copy(byte[] array, int at, int length) {
    return Arrays.copyOfRange(array, at, at + length);
  }

  private void open() throws RocksDBException {
    if (environment == null) {
      directKey = ByteBuffer.allocateDirect(DIRECT_BYTES);
      directValue = ByteBuffer.allocateDirect(DIRECT_BYTES);
      environment = now.engine.newEnvironment();
      now.opened(this);
    }
    Path path = names.get();
    files.add(path);
    bytesInFile = 0;
    file = new SstFileWriter(environment, now.engine.bulkOptions());
    file.open(path.toString());
  }

  /** The file is complete and on disk. */
  private void finish() throws RocksDBException {
    file.finish();
    file.close();
    file = null;
  }

  @Override
  protected void end(Durability durability) {
    now.gate.enter();
    try {
      if (files.isEmpty()) {
        for (int i = 0; i < batches.size(); i++) {
          boolean last = i == batches.size() - 1;
          now.writes.write(batches.get(i), last ? durability : Durability.ASYNC);
        }
        return;
      }
      if (file != null) {
        finish();
      }
      now.writes.ingest(files.stream().map(Path::toString).toList(), written());
    } catch (RocksDBException e) {
      throw failures.writing(e);
    } finally {
      now.gate.leave();
    }
  }

  @Override
  public void close() {
    if (now.gate.tryEnter()) {
      try {
        if (now.forget(this)) {
          release();
        }
      } finally {
        now.gate.leave();
      }
    }
    // Otherwise the engine was closed, which has released it.
    batches.clear();
  }

  /**
   * Gives back what is native and deletes the files: those that were ingested have another name by
   * now. Once, within the gate or after it was shut.
   */
  void release() {
    if (file != null) {
      file.close();
      file = null;
    }
    environment.close();
    files.forEach(StoreDirectory::deleteIfPossible);
    files.clear();
  }
}
