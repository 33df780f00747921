package dev.keyfold.port;

import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.store.backup.BackupStream;
import dev.keyfold.store.backup.CheckpointBackup;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Backups of a served store, one at a time, in the background while clients read and write. All
 * ports share it. Thread-safe.
 */
public final class Backups implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Backups.class.getName());

  /** With milliseconds: two backups within a second have two names. */
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("'backup-'yyyyMMdd'T'HHmmss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** What the last backup is doing or did. */
  public enum State {
    NONE,
    RUNNING,
    DONE,
    FAILED
  }

  /**
   * The last backup.
   *
   * @param place where it is or would have been; empty if there was none
   * @param done parts that are finished: files of a checkpoint, else entries
   * @param of how many there are; 0 if that is unknown
   * @param bytes its size when it is complete
   * @param startedMillis when it was started
   * @param endedMillis when it ended; 0 before
   * @param savedMillis when the last complete one was started, which is the state that it holds; 0
   *     if there is none since the server started
   * @param message why it failed; empty otherwise
   */
  public record Status(
      State state,
      String place,
      long done,
      long of,
      long bytes,
      long startedMillis,
      long endedMillis,
      long savedMillis,
      String message) {
    static final Status NONE = new Status(State.NONE, "", 0, 0, 0, 0, 0, 0, "");

    Status progress(long finished, long all) {
      return new Status(
          state, place, finished, all, bytes, startedMillis, endedMillis, savedMillis, message);
    }
  }

  private final Store store;
  private final @Nullable Path directory;
  private final InstantSource clock;
  private final Consumer<Runnable> exclusively;
  private volatile Status status = Status.NONE;
  private volatile boolean closing;
  private @Nullable Thread thread;

  /**
   * @param directory where backups go, each with a name of its own; null: nowhere
   * @param exclusively runs a checkpoint at a moment when no change is half done
   */
  public Backups(
      Store store, @Nullable Path directory, InstantSource clock, Consumer<Runnable> exclusively) {
    this.store = store;
    this.directory = directory;
    this.clock = clock;
    this.exclusively = exclusively;
  }

  /** Whether there is a directory for them. */
  public boolean isConfigured() {
    return directory != null;
  }

  /** The last one. */
  public Status status() {
    return status;
  }

  /** Starts a backup in the background; false if one runs already. */
  public synchronized boolean start() {
    if (!begin()) {
      return false;
    }
    Thread worker = new Thread(() -> write(exclusively), "keyfold-backup");
    worker.setDaemon(true);
    thread = worker;
    worker.start();
    return true;
  }

  /**
   * Makes a backup on the calling thread, which excludes changes itself; false if one runs already.
   */
  public boolean run() {
    synchronized (this) {
      if (!begin()) {
        return false;
      }
    }
    write(Runnable::run);
    return true;
  }

  private boolean begin() {
    Path parent = directory;
    if (parent == null) {
      throw new IllegalStateException("no directory for backups is configured");
    }
    if (closing || status.state == State.RUNNING) {
      return false;
    }
    Instant now = clock.instant();
    Path place = parent.resolve(NAME.format(now));
    long saved = status.savedMillis;
    status = new Status(State.RUNNING, place.toString(), 0, 0, 0, now.toEpochMilli(), 0, saved, "");
    return true;
  }

  private void write(Consumer<Runnable> excluding) {
    Status begun = status;
    try {
      long bytes = write(Path.of(begun.place), excluding);
      end(State.DONE, bytes, begun.startedMillis, "");
    } catch (IOException | RuntimeException e) {
      String why = e.getMessage() == null ? e.toString() : e.getMessage();
      SafeLog.log(LOG, System.Logger.Level.ERROR, "a backup failed", e);
      end(State.FAILED, 0, begun.savedMillis, why);
    }
  }

  private void end(State state, long bytes, long saved, String message) {
    Status last = status;
    status =
        new Status(
            state,
            last.place,
            last.done,
            last.of,
            bytes,
            last.startedMillis,
            clock.millis(),
            saved,
            message);
  }

  private long write(Path place, Consumer<Runnable> excluding) throws IOException {
    if (store.has(Capability.CHECKPOINT)) {
      return CheckpointBackup.write(store, place, excluding, this::progress);
    }
    Path parent = place.toAbsolutePath().getParent();
    Files.createDirectories(parent == null ? Path.of(".") : parent);
    Path fresh = place.resolveSibling(place.getFileName() + ".new");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(fresh), 1 << 16)) {
      BackupStream.write(store, out, count -> progress(count, 0));
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(fresh);
      throw e;
    }
    Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE);
    return Files.size(place);
  }

  private void progress(long done, long of) {
    if (closing) {
      throw new IllegalStateException("the server stops");
    }
    status = status.progress(done, of);
  }

  /** Stops the backup that runs, and waits for its end. */
  @Override
  public void close() {
    closing = true;
    Thread worker;
    synchronized (this) {
      worker = thread;
    }
    if (worker != null) {
      try {
        worker.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
