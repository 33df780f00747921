package dev.keyfold.store.rocksdb;

import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreMissingException;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.store.errors.StoreUrlException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Finds out what is in a directory of another program's database, and opens one family of it. */
final class ForeignFiles {
  /** How long opening is tried while the owner changes the files. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** After so many attempts a file that is missing from an unchanged database is an error. */
  private static final int ATTEMPTS = 5;

  private static final long FIRST_PAUSE_NANOS = 1_000_000;
  private static final long LONGEST_PAUSE_NANOS = 100_000_000;
  private static final String CURRENT = "CURRENT";
  private static final Pattern MERGE_OPERATOR =
      Pattern.compile("(?m)^\\s*merge_operator=(?!nullptr)(.+)$");

  private final Path path;
  private final RocksErrors errors;

  static {
    RocksDB.loadLibrary();
  }

  ForeignFiles(Path path) {
    this.path = path;
    this.errors = RocksErrors.foreign(path);
  }

  /**
   * Opens the family of that name; {@link ForeignEngine#DEFAULT_FAMILY} always exists.
   *
   * <p>The owner may be writing. Between reading the manifest and opening the files that it lists,
   * some of them may be gone, which the engine reports; or a log may be gone whose entries were
   * moved to a table that the manifest did not list yet, which the engine cannot notice: entries
   * would be missing amid the others. A log is deleted only after the manifest has grown, so if the
   * manifest is the same before and after, nothing is missing.
   */
  ForeignEngine open(String family) {
    check();
    long end = System.nanoTime() + PATIENCE.toNanos();
    long pause = FIRST_PAUSE_NANOS;
    for (int attempt = 1; ; attempt++) {
      boolean late = System.nanoTime() > end;
      try {
        String before = manifest();
        ForeignEngine engine = attempt(family, before, late || attempt >= ATTEMPTS);
        if (engine != null && before.equals(manifest())) {
          return engine;
        }
        if (engine != null) {
          engine.close();
        }
      } catch (IOException e) {
        throw errors.during("opening", e);
      }
      if (late) {
        throw restless();
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_NANOS);
    }
  }

  /** Null if it failed in a way that the owner's writing explains. */
  private @Nullable ForeignEngine attempt(String family, String manifest, boolean last)
      throws IOException {
    try {
      checkFamily(family);
      return new ForeignEngine(path, family);
    } catch (RocksDBException e) {
      boolean changed = !manifest.equals(manifest());
      if (changed || (mayBeGone(e) && !last)) {
        return null;
      }
      throw errors.opening(e);
    }
  }

  private StoreUnavailableException restless() {
    return new StoreUnavailableException(
        "the database at "
            + path
            + " changed its files during every attempt to open it for "
            + PATIENCE.toSeconds()
            + " s; open it when the program that owns it writes less, or open a copy");
  }

  /** Which manifest there is, and how long it is. */
  private String manifest() throws IOException {
    String name = Files.readString(path.resolve(CURRENT)).strip();
    Path file = path.resolve(name);
    return name + " " + (Files.exists(file) ? Files.size(file) : -1);
  }

  private void check() {
    if (!Files.exists(path)) {
      throw new StoreMissingException("there is no database at " + path);
    }
    if (!Files.isDirectory(path)) {
      throw new StoreException(path + " is a file; expected the directory of a RocksDB database");
    }
    if (!Files.exists(path.resolve(CURRENT))) {
      throw new StoreException(
          path
              + " is not a RocksDB database: it has no file CURRENT; expected the directory that"
              + " contains the files CURRENT, MANIFEST-* and *.sst");
    }
  }

  /** The column families that the manifest lists. */
  List<String> families() throws RocksDBException {
    try (Options options = new Options()) {
      return RocksDB.listColumnFamilies(options, path.toString()).stream()
          .map(name -> new String(name, StandardCharsets.UTF_8))
          .toList();
    }
  }

  private void checkFamily(String family) throws RocksDBException {
    List<String> families = families();
    if (families.isEmpty()) { // the engine's answer to a manifest that it cannot read
      throw new RocksDBException("the manifest that CURRENT names does not exist or is damaged");
    }
    if (!families.contains(family)) {
      throw new StoreUrlException(
          "option family: found '"
              + family
              + "', expected a column family of "
              + path
              + ": "
              + String.join(", ", families));
    }
  }

  private static boolean mayBeGone(RocksDBException e) {
    String words = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    return words.contains("no such file")
        || words.contains("does not exist")
        || words.contains("missing wal");
  }

  /** Merge operators are code, of which the engine has a few; it cannot read without the others. */
  static String unknownMerge(Path path) {
    return "found the merge operator "
        + mergeOperators(path)
        + " in its OPTIONS file, expected one that is part of RocksDB and that its Java library can"
        + " create; read it with the program that writes it";
  }

  /** As the newest OPTIONS file names them, or nothing. */
  private static String mergeOperators(Path path) {
    try (Stream<Path> files = Files.list(path)) {
      Path newest =
          files
              .filter(file -> file.getFileName().toString().matches("OPTIONS-[0-9]+"))
              .max(Path::compareTo)
              .orElse(null);
      if (newest == null) {
        return "";
      }
      Matcher found = MERGE_OPERATOR.matcher(Files.readString(newest));
      return String.join(", ", found.results().map(result -> result.group(1)).distinct().toList());
    } catch (IOException e) {
      return ""; // it only explains
    }
  }
}
