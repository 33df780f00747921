package dev.keyfold.store.rocksdb;

import dev.keyfold.store.errors.StoreFullException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Detects a full disk, and when it has space again, by writing a probe file: the reported free
 * space may be subject to a quota, or reserved. Thread-safe, except {@link #hasRoomAgain}, which
 * one thread calls at a time.
 */
final class FullDisk {
  private static final String PROBE = "ROOM.new";
  private static final long TRY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int PIECE_BYTES = 1 << 20;
  private static final long MOST_BYTES = 16 << 20;

  private final Path directory;
  private volatile @Nullable StoreFullException full;
  private long triedNanos;

  FullDisk(Path directory) {
    this.directory = directory;
  }

  /** A write has failed for want of room. */
  void noticed(StoreFullException failure) {
    if (full == null) {
      triedNanos = System.nanoTime();
      full = failure;
    }
  }

  boolean isFull() {
    return full != null;
  }

  /** The engine takes writes again. */
  void resumed() {
    full = null;
  }

  /** For a write that is not even tried. */
  StoreFullException refusal() {
    StoreFullException before = full;
    return before == null
        ? new StoreFullException("the disk of the store at " + directory + " was full; try again")
        : new StoreFullException(String.valueOf(before.getMessage()), before);
  }

  /**
   * Looks, once a second at most. Enough is what the engine needs to open again and then some: a
   * quarter of what it will read back from its logs, and a megabyte.
   */
  boolean hasRoomAgain() {
    long now = System.nanoTime();
    if (now - triedNanos < TRY_NANOS) {
      return false;
    }
    triedNanos = now;
    Path probe = directory.resolve(PROBE);
    try {
      long bytes = Math.min(MOST_BYTES, PIECE_BYTES + logBytes() / 4);
      write(probe, bytes);
      return true;
    } catch (IOException stillFull) {
      return false;
    } finally {
      try {
        Files.deleteIfExists(probe);
      } catch (IOException e) {
        // The next try replaces it.
      }
    }
  }

  private static void write(Path probe, long bytes) throws IOException {
    ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
    try (FileChannel file =
        FileChannel.open(
            probe,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      for (long left = bytes; left > 0; left -= PIECE_BYTES) {
        piece.clear().limit((int) Math.min(left, PIECE_BYTES));
        while (piece.hasRemaining()) {
          file.write(piece);
        }
      }
      file.force(true); // or a file system that allocates late would promise what it has not
    }
  }

  private long logBytes() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      long bytes = 0;
      for (Path file : (Iterable<Path>) files::iterator) {
        if (file.getFileName().toString().endsWith(".log")) {
          bytes += Files.size(file);
        }
      }
      return bytes;
    }
  }
}
