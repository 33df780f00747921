package dev.keyfold.cli.admin;

import dev.keyfold.db.Keyfold;
import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreLockedException;
import dev.keyfold.store.errors.StoreReadOnlyException;
import dev.keyfold.store.errors.StoreUrlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The directory of a store, which a new store is created next to and then replaces. */
final class StorePlace {
  /** The names that Keyfold and RocksDB give to files in a store's directory. */
  private static final Pattern OWN =
      Pattern.compile(
          "(KEYFOLD|CLOSED|OWNER)(\\.new)?|CURRENT|IDENTITY|LOCK|LOG(\\.old.*)?|archive|lost"
              + "|(MANIFEST|OPTIONS)-.*|[0-9]+\\.[a-z]+(\\.trash)?");

  private final String url;
  private final Path path;
  private final Replacement replacement;

  private StorePlace(String url, Path path) {
    this.url = url;
    this.path = path;
    replacement = new Replacement(path, "restoring", "before");
  }

  /** The place of a store that has one, null if it is not a directory, or the root of all. */
  static @Nullable StorePlace of(String url) throws IOException {
    Optional<Path> directory = Stores.directory(url);
    if (directory.isEmpty()) {
      return null;
    }
    Path path = Replacement.real(directory.get());
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new IOException(
          "found a file at " + path + ", expected a directory or a path that does not exist");
    }
    return path.getFileName() == null ? null : new StorePlace(url, path);
  }

  Replacement replacement() {
    return replacement;
  }

  /** Whether something is there. */
  boolean isTaken() throws IOException {
    return !replacement.isFree();
  }

  /**
   * Why the directory cannot be replaced, null if it can: a process uses it, a file system is
   * mounted there, its parent is not writable, or it contains foreign files that would be lost.
   */
  @Nullable String obstacle() throws IOException {
    Path parent = path.getParent();
    if (parent == null || !Files.exists(path) || !Files.exists(parent)) {
      return null;
    }
    if (Path.of("").toAbsolutePath().startsWith(path)) {
      return path
          + " is the working directory, which cannot be replaced; run the command from another"
          + " directory";
    }
    if (!Files.getFileStore(path).equals(Files.getFileStore(parent))) {
      return path + " is a mount point and cannot be renamed; use a directory below it";
    }
    if (!Files.isWritable(parent)) {
      return parent + " is not writable, so nothing in it can be renamed";
    }
    String other = BackupDirectory.isStore(path) ? stranger() : null;
    return other == null
        ? null
        : path + " has " + other + " in it, which does not belong to the store; move it elsewhere";
  }

  private @Nullable String stranger() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !OWN.matcher(name).matches())
          .findFirst()
          .orElse(null);
    }
  }

  /** Whether a URL can name a store next to it. */
  boolean hasUrlBeside() {
    return path.toString().indexOf('?') < 0;
  }

  /** The store that is created next to it, with the same options. */
  String urlBeside() {
    int question = url.indexOf('?');
    return StoreUrl.parse(url).scheme()
        + ":"
        + replacement.fresh()
        + (question < 0 ? "" : url.substring(question));
  }

  /** Whether one of the two lies in the other, so that replacing the store would spoil both. */
  boolean overlaps(Path other) throws IOException {
    Path real = other.toRealPath();
    return real.startsWith(path) || path.startsWith(real);
  }

  /** The same for two stores, one of which may not exist yet. */
  boolean overlaps(StorePlace other) {
    return other.path.startsWith(path) || path.startsWith(other.path);
  }

  /**
   * Opens the existing store, so that no other process does while its replacement is created.
   *
   * @return null if it is a damaged store, which is a reason to replace it
   */
  @Nullable Keyfold hold() {
    try {
      return Keyfold.open(url);
    } catch (StoreLockedException | StoreReadOnlyException | StoreUrlException e) {
      throw e;
    } catch (StoreException e) {
      if (BackupDirectory.isStore(path)) {
        return null;
      }
      throw e;
    }
  }
}
