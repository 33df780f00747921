package dev.keyfold.cli.admin;

import dev.keyfold.cli.command.Interruption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file or directory that is made beside its place and put there when it is whole. Beside a place
 * X are, while that happens:
 *
 * <pre>
 *   .X.keyfold-NEW    what is being made; nobody needs it before it is at X
 *   .X.keyfold-OLD    what was at X, from just before its successor is put there
 * </pre>
 *
 * <p>Whenever the program is killed, one of X and .X.keyfold-OLD is whole; {@link #recover} puts
 * the second in the place of the first.
 */
public final class Replacement {
  /** How many seconds a signal waits for two names to be changed. */
  private static final int PATIENCE = 10;

  private final Path place;
  private final Path fresh;
  private final Path old;
  private final Path parent;
  private boolean taken;

  /**
   * @param place as {@link #real} gives it
   */
  public Replacement(Path place, String fresh, String old) {
    this.place = place;
    this.fresh = beside(place, fresh);
    this.old = beside(place, old);
    Path above = place.getParent();
    this.parent = above == null ? place : above; // callers have rejected the root
  }

  private static Path beside(Path place, String what) {
    return place.resolveSibling("." + place.getFileName() + ".keyfold-" + what);
  }

  /** Where a path leads through links, so that what they lead to is replaced and not they. */
  static Path real(Path path) throws IOException {
    if (Files.exists(path)) {
      return path.toRealPath();
    }
    if (Files.isSymbolicLink(path)) {
      throw new IOException(
          "found a dangling symbolic link at " + path + "; remove it or create its target");
    }
    Path whole = path.toAbsolutePath().normalize();
    Path parent = whole.getParent();
    return parent != null && Files.exists(parent)
        ? parent.toRealPath().resolve(whole.getFileName())
        : whole;
  }

  /** The place. */
  Path place() {
    return place;
  }

  /** Where to make what is to be put in the place. */
  Path fresh() {
    return fresh;
  }

  /** Whether the target does not exist or is an empty directory. */
  boolean isFree() throws IOException {
    if (!isThere(place)) {
      return true;
    }
    return Files.isDirectory(place) && isEmpty(place);
  }

  static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isEmpty();
    }
  }

  private static boolean isThere(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Restores the target after an interrupted {@link #swap}.
   *
   * @return a message about it; null if nothing had to be done
   */
  @Nullable String recover() throws IOException {
    if (!isThere(old) || !isFree()) {
      return null;
    }
    Files.deleteIfExists(place);
    Files.move(old, place, StandardCopyOption.ATOMIC_MOVE);
    force(parent);
    return "found " + old + ", left by an interrupted run: moved it back to " + place;
  }

  /** Makes what is to be put in the place. */
  public interface Maker {
    /** Creates it at the path, which does not exist. */
    void make(Path path) throws IOException;
  }

  /** Creates the replacement; if that fails, removes it completely. */
  public void make(Maker maker) throws IOException {
    delete(fresh); // an interrupted attempt has left it
    taken = !isFree();
    try {
      maker.make(fresh);
    } catch (IOException | RuntimeException e) {
      try {
        delete(fresh);
      } catch (IOException second) {
        e.addSuppressed(second); // the next attempt will say so
      }
      throw e;
    }
  }

  /**
   * Moves the replacement to the target. If that fails, the previous content stays.
   *
   * @return a message about it; null if none exists
   */
  @SuppressWarnings("try") // the signal is heard by being there
  public @Nullable String swap() throws IOException {
    if (!taken && !isFree()) {
      throw new IOException(
          place + " was created by another process in the meantime; nothing was replaced");
    }
    if (taken) {
      delete(old); // older than what is at the place
    }
    try (Interruption signal = new Interruption(PATIENCE)) {
      if (taken) {
        Files.move(place, old, StandardCopyOption.ATOMIC_MOVE);
      } else {
        Files.deleteIfExists(place);
      }
      try {
        Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        if (taken) {
          Files.move(old, place, StandardCopyOption.ATOMIC_MOVE);
        }
        throw e;
      }
      force(parent);
    }
    try {
      delete(old);
      return null;
    } catch (IOException e) {
      return "cannot remove " + old + ", which was replaced and can be deleted: " + e.getMessage();
    }
  }

  /** Brings a file, or the names in a directory, to disk. */
  static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Removes a file, or a directory with all that is in it, if it is there. */
  static void delete(Path path) throws IOException {
    if (!isThere(path)) {
      return;
    }
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
