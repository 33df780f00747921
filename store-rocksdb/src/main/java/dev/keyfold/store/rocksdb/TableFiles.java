package dev.keyfold.store.rocksdb;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.errors.StoreException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rocksdb.DirectSlice;
import org.rocksdb.EnvOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/**
 * Table files of a bulk load, {@code load-1.new} and so on, written by a background thread while
 * the caller prepares the next entries. {@link #close} deletes files that were not ingested;
 * opening the store deletes those that a crash left.
 *
 * <p>Of one thread, the caller's. The file and all that is native belong to the writing thread,
 * which enters the store's gate for each batch; after it has ended, to whoever releases them.
 */
final class TableFiles implements AutoCloseable {
  /** Batches under way: enough that neither side waits for the other at once. */
  private static final int BATCHES = 4;

  /** Of keys and values; longer ones are rare enough for a copy each. */
  private static final int DIRECT_BYTES = 16 << 10;

  private final Opened now;
  private final Supplier<Path> names;
  private final RocksErrors errors;
  private final long fileBytes;
  private final List<Path> files = new ArrayList<>();
  private final BlockingQueue<Batch> free = new ArrayBlockingQueue<>(BATCHES);
  private final ExecutorService thread;
  private final Direct directKey;
  private final Direct directValue;
  private final EnvOptions environment;
  private @Nullable SstFileWriter file;
  private long bytesInFile;

  /** The first thing that went wrong; nothing is written after it. */
  private volatile @Nullable RuntimeException failure;

  /**
   * @param names of new files
   * @param errors of these files only: a disk too full for them may have room for the log
   * @param fileBytes after which the next file begins
   */
  TableFiles(Opened now, Supplier<Path> names, RocksErrors errors, long fileBytes) {
    this.now = now;
    this.names = names;
    this.errors = errors;
    this.fileBytes = fileBytes;
    for (int i = 0; i < BATCHES; i++) {
      free.add(new Batch());
    }
    thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread writer = new Thread(task, "keyfold-bulk-load");
              writer.setDaemon(true);
              return writer;
            });
    now.gate.enter();
    try {
      environment = now.engine.newEnvironment();
      directKey = new Direct();
      directValue = new Direct();
      now.opened(this);
    } finally {
      now.gate.leave();
    }
  }

  /**
   * Takes the batch, which has puts only, in the order of their keys; an empty one for the next
   * entries.
   */
  Batch add(Batch batch) {
    checkFailure();
    Batch next = takeFree();
    thread.execute(() -> write(batch));
    return next;
  }

  /** Everything in files and on disk, ready to be ingested. */
  List<Path> complete() {
    thread.execute(() -> inside(this::finish));
    awaitEnd();
    checkFailure();
    return files;
  }

  private void checkFailure() {
    RuntimeException first = failure;
    if (first != null) {
      throw first;
    }
  }

  private Batch takeFree() {
    try {
      return free.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while a bulk load was written; start it again", e);
    }
  }

  /** Not to be interrupted: before its end nothing can be released. */
  private void awaitEnd() {
    thread.shutdown();
    boolean interrupted = false;
    while (!thread.isTerminated()) {
      try {
        thread.awaitTermination(1, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * A native slice over a direct buffer, both used again. For each buffer that is passed instead,
   * the native side asks the JVM for class, address and capacity: a seventh of this thread's time.
   */
  private static final class Direct implements AutoCloseable {
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(DIRECT_BYTES);
    private final DirectSlice slice = new DirectSlice(bytes, 0);
    private int length;

    DirectSlice fill(byte[] array, int offset, int count) {
      bytes.put(0, array, offset, count);
      if (length != count) {
        slice.setLength(count);
        length = count;
      }
      return slice;
    }

    @Override
    public void close() {
      slice.close();
    }
  }

  // ---- on the writing thread

  private interface FileCall {
    void run() throws RocksDBException;
  }

  private void write(Batch batch) {
    inside(() -> batch.forEach(new Entries()));
    batch.clear();
    free.add(batch);
  }

  private void inside(FileCall call) {
    if (failure != null) {
      return;
    }
    try {
      now.gate.enter();
      try {
        call.run();
      } finally {
        now.gate.leave();
      }
    } catch (RocksDBException e) {
      failure = errors.writing(e);
    } catch (RuntimeException e) {
      failure = e;
    } catch (Error e) {
      failure = new StoreException("a bulk load could not be written: " + e, e);
    }
  }

  /** Writes each entry of a batch. */
  private final class Entries implements Batch.Visitor {
    @Override
    public void put(byte[] array, int key, int keyLength, int value, int valueLength) {
      try {
        entry(array, key, keyLength, value, valueLength);
      } catch (RocksDBException e) {
        throw errors.writing(e);
      }
    }

    @Override
    public void delete(byte[] array, int key, int keyLength) {
      throw new IllegalArgumentException("a bulk load accepts only puts; found a delete");
    }

    @Override
    public void deleteRange(KeyRange range) {
      throw new IllegalArgumentException("a bulk load accepts only puts; found a range delete");
    }
  }

  private void entry(byte[] array, int key, int keyLength, int value, int valueLength)
      throws RocksDBException {
    SstFileWriter writer = file == null ? open() : file;
    if (keyLength <= DIRECT_BYTES && valueLength <= DIRECT_BYTES) {
      writer.put(
          directKey.fill(array, key, keyLength), directValue.fill(array, value, valueLength));
    } else {
      writer.put(
          Arrays.copyOfRange(array, key, key + keyLength),
          Arrays.copyOfRange(array, value, value + valueLength));
    }
    bytesInFile += keyLength + (long) valueLength;
    if (bytesInFile >= fileBytes) {
      finish();
    }
  }

  private SstFileWriter open() throws RocksDBException {
    Path path = names.get();
    files.add(path);
    bytesInFile = 0;
    SstFileWriter writer = new SstFileWriter(environment, now.engine.bulkOptions());
    file = writer;
    writer.open(path.toString());
    return writer;
  }

  /** The file, if there is one, is complete and on disk. */
  private void finish() throws RocksDBException {
    if (file != null) {
      file.finish();
      file.close();
      file = null;
    }
  }

  // ---- the end

  @Override
  public void close() {
    if (failure == null) {
      failure = new StoreException("the bulk load was closed before it was committed");
    }
    awaitEnd();
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
  }

  /**
   * Gives back what is native and deletes the files: those that were ingested have another name by
   * now. Once, within the gate or when nobody can enter it any more.
   */
  void release() {
    if (file != null) {
      file.close();
      file = null;
    }
    environment.close();
    directKey.close();
    directValue.close();
    files.forEach(StoreDirectory::deleteIfPossible);
  }
}
