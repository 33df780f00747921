package dev.keyfold.cli.admin;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.backup.BackupStream;
import dev.keyfold.store.backup.DamagedBackupException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A backup made of an engine's own files:
 *
 * <pre>
 *   checksums.txt     a line for each file, as sha256sum writes and checks them
 *   store/            a checkpoint; a store, if it is copied first: one that is opened changes its
 *                     files, and then they are no longer what the checksums say
 * </pre>
 *
 * The checksums are written last, so that a directory without them is no backup.
 */
public final class BackupDirectory {
  private static final String CHECKSUMS = "checksums.txt";
  private static final String STORE = "store";

  /** The file by which a store's directory is known. */
  private static final String MARK_OF_A_STORE = "KEYFOLD";

  private final Path path;

  public BackupDirectory(Path path) {
    this.path = path;
  }

  /**
   * Why a backup may not go there, null if it may: it would fill a store, or replace what is no
   * backup.
   */
  static @Nullable String refusal(Path target) throws IOException {
    for (Path at = target; at != null; at = at.getParent()) {
      if (isStore(at)) {
        return "found the store at " + at + ", expected a path outside the store";
      }
    }
    Path parent = target.getParent();
    if (parent == null || !Files.isDirectory(parent)) { // the root itself is refused before
      return "found no directory " + parent + ", expected an existing directory for the backup";
    }
    if (!Files.exists(target)) {
      return null;
    }
    if (Files.isRegularFile(target)) {
      return BackupStream.mayBeginAs(target)
          ? null
          : "found a file that is not a backup, expected a backup or an empty file";
    }
    if (!Files.isDirectory(target)) {
      return "found a special file, expected a file or directory, or - for" + " standard output";
    }
    try (Stream<Path> files = Files.list(target)) {
      List<String> names = files.map(file -> file.getFileName().toString()).sorted().toList();
      if (names.isEmpty() || names.equals(List.of(CHECKSUMS, STORE))) {
        return null;
      }
      String other =
          names.stream()
              .filter(name -> !name.equals(CHECKSUMS) && !name.equals(STORE))
              .findFirst()
              .orElse("only " + names.get(0));
      return "found a directory with " + other + " in it, expected a backup or an empty directory";
    }
  }

  /** Whether it is a store's directory, in whatever state. */
  static boolean isStore(Path directory) {
    return Files.exists(directory.resolve(MARK_OF_A_STORE));
  }

  /** Where the checkpoint goes. */
  Path store() {
    return path.resolve(STORE);
  }

  /** Writes down what the files are now, and brings everything to disk. */
  void seal() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (Path file : files(store())) {
      lines.append(digest(file)).append("  ").append(path.relativize(file)).append('\n');
    }
    Path beside = path.resolve(CHECKSUMS + ".new");
    Files.writeString(beside, lines);
    Files.move(beside, path.resolve(CHECKSUMS), StandardCopyOption.ATOMIC_MOVE);
    force(path);
  }

  /** Throws if a file is missing, was added or was changed; gives the number of bytes. */
  public long verify() throws IOException {
    Path sums = path.resolve(CHECKSUMS);
    if (!Files.isRegularFile(sums)) {
      throw new DamagedBackupException(path + " is not a backup: it has no " + CHECKSUMS);
    }
    List<String> left = new ArrayList<>();
    for (Path file : files(store())) {
      left.add(path.relativize(file).toString());
    }
    long bytes = 0;
    for (String line : Files.readAllLines(sums, StandardCharsets.UTF_8)) {
      int at = line.indexOf("  ");
      String name = at < 0 ? line : line.substring(at + 2);
      Path file = path.resolve(name);
      if (!left.remove(name)) {
        throw new DamagedBackupException("the backup is incomplete: " + name + " is missing");
      }
      if (!digest(file).equals(line.substring(0, at))) {
        throw new DamagedBackupException(
            "the checksum of " + name + " is wrong: it was modified or truncated");
      }
      bytes += Files.size(file);
    }
    if (!left.isEmpty()) {
      throw new DamagedBackupException(
          "found " + left.get(0) + " in the backup, which " + CHECKSUMS + " does not list");
    }
    return bytes;
  }

  /**
   * Copies the store's files to a directory that does not exist yet, to disk, and compares the
   * copies with the checksums.
   */
  void copyTo(Path target) throws IOException {
    Files.createDirectories(target);
    for (String line : Files.readAllLines(path.resolve(CHECKSUMS), StandardCharsets.UTF_8)) {
      int at = line.indexOf("  ");
      Path file = path.resolve(line.substring(at + 2));
      Path copy = target.resolve(store().relativize(file).toString());
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy);
      if (!digest(copy).equals(line.substring(0, at))) {
        throw new DamagedBackupException(
            "the copy of " + path.relativize(file) + " differs from the original");
      }
    }
    force(target);
  }

  /** Brings everything in a directory to disk. */
  private static void force(Path directory) throws IOException {
    for (Path file : walk(directory)) {
      Replacement.force(file);
    }
  }

  private static List<Path> walk(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    return walk(directory).stream().filter(Files::isRegularFile).toList();
  }

  private static String digest(Path file) throws IOException {
    MessageDigest digest = sha256();
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        digest.update(buffer, 0, count);
      }
    }
    return Bytes.toHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
