package dev.keyfold.store.backup;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Store;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Writes a backup made of an engine's own files: {@code store/}, a checkpoint, and {@code
 * checksums.txt}, a line for each file as {@code sha256sum} writes and checks them. The directory
 * gets its name last, so that a directory of that name is a complete backup. Stateless.
 */
public final class CheckpointBackup {
  /** Told of each file whose checksum is done; may throw to stop. */
  public interface Progress {
    void done(int files, int of);
  }

  private CheckpointBackup() {}

  /**
   * Writes a backup while others read and write.
   *
   * @param target a directory that does not exist
   * @param exclusively runs the checkpoint itself, at a moment when no change is half done
   * @return its size in bytes
   */
  public static long write(
      Store store, Path target, Consumer<Runnable> exclusively, Progress progress)
      throws IOException {
    Path parent = target.toAbsolutePath().getParent();
    if (parent == null || Files.exists(target)) {
      throw new IOException("found existing " + target + ", expected a new directory");
    }
    Path fresh = parent.resolve(target.getFileName() + ".new");
    Files.createDirectories(fresh);
    boolean complete = false;
    try {
      store.sync(); // most of the work, before others have to wait
      Path copy = fresh.resolve("store");
      exclusively.accept(() -> store.checkpoint(copy));
      long bytes = seal(fresh, copy, progress);
      Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
      force(parent);
      complete = true;
      return bytes;
    } finally {
      if (!complete) {
        remove(fresh);
      }
    }
  }

  private static long seal(Path backup, Path copy, Progress progress) throws IOException {
    List<Path> files = walk(copy).stream().filter(Files::isRegularFile).toList();
    StringBuilder lines = new StringBuilder();
    long bytes = 0;
    int done = 0;
    for (Path file : files) {
      lines.append(digest(file)).append("  ").append(backup.relativize(file)).append('\n');
      bytes += Files.size(file);
      progress.done(++done, files.size());
    }
    Files.writeString(backup.resolve("checksums.txt"), lines);
    for (Path file : walk(backup)) {
      force(file);
    }
    return bytes;
  }

  private static List<Path> walk(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static void remove(Path fresh) {
    try {
      for (Path file : walk(fresh).stream().sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      // It stays, under a name that nobody takes for a backup.
    }
  }

  private static String digest(Path file) throws IOException {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        digest.update(buffer, 0, count);
      }
    }
    return Bytes.toHex(digest.digest());
  }
}
