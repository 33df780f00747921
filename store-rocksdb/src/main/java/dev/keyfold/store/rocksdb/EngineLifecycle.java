package dev.keyfold.store.rocksdb;

import dev.keyfold.store.errors.StoreFullException;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Opens the engine of a {@link RocksStore}, reopens it after a full disk, and closes it. The engine
 * stops writing for good when its disk is full, even if there is space later; a new one continues
 * from the log. Thread-safe.
 */
final class EngineLifecycle {
  private final Path path;
  private final RocksOptions options;
  private final StoreDirectory directory;
  private final FullDisk fullDisk;
  private final RocksErrors errors;
  private final UnaryOperator<LogSync.Log> logs;

  /** Held while the engine is reopened, which readers and writers then wait for. */
  private final ReentrantLock reopening = new ReentrantLock();

  private volatile Opened opened;
  private volatile boolean closed;

  EngineLifecycle(
      Path path,
      RocksOptions options,
      StoreDirectory directory,
      FullDisk fullDisk,
      RocksErrors errors,
      UnaryOperator<LogSync.Log> logs) {
    this.path = path;
    this.options = options;
    this.directory = directory;
    this.fullDisk = fullDisk;
    this.errors = errors;
    this.logs = logs;
    opened = openEngine(false);
  }

  /**
   * Opens the engine.
   *
   * @param readOnly writes nothing at all: what the log has is read into memory
   */
  private Opened openEngine(boolean readOnly) {
    boolean create = directory.prepare(options.recovery());
    Engine engine = new Engine(options, create, directory.tableFileBytes());
    RocksDB db = null;
    try {
      if (readOnly) {
        db = engine.openReadOnly(path.toString());
      } else {
        // Before the engine changes a file, and once more in case the one before us closed late.
        directory.unseal();
        db = engine.open(path.toString());
        directory.unseal();
        directory.noteOwner();
        directory.sweep();
      }
      return new Opened(engine, db, "the store at " + path, errors, options.prefixBytes(), logs);
    } catch (RocksDBException e) {
      engine.close();
      throw RocksErrors.isLocked(e) ? directory.locked(e) : errors.opening(e);
    } catch (RuntimeException | Error e) {
      if (db != null) {
        db.close();
      }
      engine.close();
      throw e;
    }
  }

  /** The engine that is open now, not entered; for tests. */
  Opened current() {
    return opened;
  }

  /** The engine, entered; to be left through its gate. */
  Opened enter() {
    while (true) {
      Opened now = opened;
      if (now.gate.tryEnter()) {
        return now;
      }
      if (closed) {
        throw now.gate.closedException();
      }
      // It is being reopened, or that has failed and is tried again.
      reopening.lock();
      try {
        if (opened == now && !closed) {
          opened = reopened();
        }
      } finally {
        reopening.unlock();
      }
    }
  }

  /** The same for a write, which a full disk refuses. */
  Opened enterToWrite() {
    checkWritable();
    return enter();
  }

  /** Throws if the disk is full, unless there is room again. */
  void checkWritable() {
    if (fullDisk.isFull() && !resume()) {
      throw fullDisk.refusal();
    }
  }

  /** Reopens the engine if its disk was full and has room again. */
  void resumeIfPossible() {
    if (fullDisk.isFull()) {
      resume();
    }
  }

  private boolean resume() {
    reopening.lock();
    try {
      if (!fullDisk.isFull()) {
        return true; // another thread has
      }
      if (closed || !fullDisk.hasRoomAgain()) {
        return false;
      }
      Opened old = opened;
      if (old.gate.shut(" was reopened after its disk was full; start again")) {
        old.close(); // whatever it says: what counts is in the log, which is read back now
      }
      opened = reopened();
      return !fullDisk.isFull();
    } finally {
      reopening.unlock();
    }
  }

  /** For reading at least, if the space was used up in the meantime. */
  private Opened reopened() {
    try {
      Opened writable = openEngine(false);
      fullDisk.resumed();
      return writable;
    } catch (StoreFullException full) {
      return openEngine(true);
    }
  }

  /** Waits for running calls and closes the engine; whether this call has closed it. */
  boolean close() {
    RocksDBException failure;
    reopening.lock();
    try {
      closed = true;
      if (!opened.gate.shut(CloseGuard.CLOSED)) {
        return false;
      }
      failure = opened.close();
    } finally {
      reopening.unlock();
    }
    if (failure != null) {
      throw errors.during("closing", failure);
    }
    return true;
  }
}
