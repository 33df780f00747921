package dev.keyfold.store.rocksdb;

import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreLockedException;
import dev.keyfold.store.errors.StoreReadOnlyException;
import dev.keyfold.store.errors.StoreVersionException;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What Keyfold itself keeps in a store's directory, beside the engine's files, and what it finds
 * out from them before the engine is let in. Small text files of {@code name=value} lines:
 *
 * <pre>
 *   KEYFOLD   format=1, engine=rocksdb   written first, never changed; says what the directory is
 *   CLOSED    000012.log=4711, ...       sizes of logs and manifest at the last clean end;
 *                                        removed on opening, so there is none after a crash
 *   OWNER     pid=4242, since=...        who has it open, for the message to the next one
 *   load-1.new                           a table file of a bulk load under way; no text
 * </pre>
 *
 * <p>After a crash a short log is normal: its last record was never acknowledged. After a clean end
 * it is not, and CLOSED tells the two apart, which the engine by itself cannot.
 */
final class StoreDirectory {
  static final int FORMAT = 1;
  private static final String KEYFOLD = "KEYFOLD";
  private static final String CLOSED = "CLOSED";
  private static final String OWNER = "OWNER";
  private static final String CURRENT = "CURRENT";
  private static final String LOCK = "LOCK";
  private static final String TEMPORARY = ".new";
  private static final String LOAD = "load-";

  private final Path path;
  private final AtomicLong loads = new AtomicLong();

  StoreDirectory(Path path) {
    this.path = path;
  }

  /**
   * Makes sure that this is a store's directory, or becomes one.
   *
   * @return whether the engine is to create its files
   */
  boolean prepare(RocksRecovery recovery) {
    try {
      if (Files.exists(path) && !Files.isDirectory(path)) {
        throw new StoreException(
            path + " is a file; expected a directory or a path that does not exist");
      }
      Files.createDirectories(path);
      if (!Files.isWritable(path)) {
        throw new StoreReadOnlyException(
            "the directory "
                + path
                + " is not writable by this process; grant its user write access, or open a"
                + " copy elsewhere");
      }
      if (Files.exists(path.resolve(KEYFOLD))) {
        checkFormat();
      } else {
        checkEmpty();
        write(KEYFOLD, Map.of("format", Integer.toString(FORMAT), "engine", "rocksdb"));
      }
      boolean create = !Files.exists(path.resolve(CURRENT));
      if (create) {
        checkNothingToLose();
      } else if (recovery == RocksRecovery.STRICT) {
        checkLogs();
      }
      return create;
    } catch (IOException e) {
      throw new RocksErrors(path).during("opening", e);
    }
  }

  private void checkFormat() throws IOException {
    Map<String, String> lines = read(KEYFOLD);
    String engine = lines.getOrDefault("engine", "");
    if (!engine.equals("rocksdb")) {
      throw new StoreVersionException(
          path + "/" + KEYFOLD + ": found engine '" + engine + "', expected rocksdb");
    }
    String format = lines.getOrDefault("format", "");
    if (!format.matches("[0-9]{1,9}")) {
      throw new StoreCorruptedException(
          path + "/" + KEYFOLD + ": found format '" + format + "', expected a number");
    }
    if (Integer.parseInt(format) > FORMAT) {
      throw new StoreVersionException(
          "the store at "
              + path
              + " was written by a newer version: found format "
              + format
              + ", supported up to "
              + FORMAT
              + "; open it with that version");
    }
  }

  private void checkEmpty() throws IOException {
    List<String> found = list();
    found.removeIf(name -> name.equals("lost+found") || name.equals(KEYFOLD + TEMPORARY));
    if (found.contains(CURRENT)) {
      throw new StoreVersionException(
          path
              + " contains a RocksDB database that Keyfold did not create (it has no file KEYFOLD):"
              + " read it with rocksdb:PATH?foreign=true, or use another directory");
    }
    if (!found.isEmpty()) {
      throw new StoreVersionException(
          path
              + " contains other files ("
              + String.join(", ", found.subList(0, Math.min(3, found.size())))
              + (found.size() > 3 ? ", …" : "")
              + ") and no store: use an empty or new directory");
    }
  }

  /**
   * Without the file that names the manifest, the engine would start with an empty store over what
   * is there.
   */
  private void checkNothingToLose() throws IOException {
    for (String name : list()) {
      if (name.endsWith(".sst") || name.endsWith(".blob") || isLog(name)) {
        throw new StoreCorruptedException(
            "the store at "
                + path
                + " has data files ("
                + name
                + ") but the file CURRENT is missing. To recover, "
                + RocksErrors.toGoOn(path));
      }
    }
  }

  private void checkLogs() throws IOException {
    Map<String, String> sealed;
    try {
      sealed = read(CLOSED);
    } catch (NoSuchFileException crashed) {
      List<String> names = list();
      if (names.stream().noneMatch(StoreDirectory::isLog)
          && names.stream().anyMatch(name -> name.endsWith(".sst"))) {
        throw damaged("its log is missing", true);
      }
      return;
    }
    for (Map.Entry<String, String> file : sealed.entrySet()) {
      Path named = path.resolve(file.getKey());
      boolean ofLog = isLog(file.getKey());
      if (!Files.exists(named)) {
        throw damaged(file.getKey() + " is missing; it was there when the store was closed", ofLog);
      }
      if (!file.getValue().matches("[0-9]{1,18}")
          || Files.size(named) < Long.parseLong(file.getValue())) {
        throw damaged(
            file.getKey()
                + " has "
                + Files.size(named)
                + " bytes; it had "
                + file.getValue()
                + " when the store was closed",
            ofLog);
      }
    }
  }

  /** The engine is about to change the files. */
  void unseal() {
    try {
      Files.deleteIfExists(path.resolve(CLOSED));
    } catch (IOException e) {
      throw new RocksErrors(path).during("opening", e);
    }
  }

  /** The engine's own recovery continues without a log, never without the manifest. */
  private StoreCorruptedException damaged(String what, boolean ofLog) {
    String recovery =
        ", or open it with recovery=salvage, which keeps the log records before the damage";
    return new StoreCorruptedException(
        "the store at "
            + path
            + " is damaged: "
            + what
            + ". To recover, "
            + RocksErrors.toGoOn(path)
            + (ofLog ? recovery : ""));
  }

  /**
   * A name for a table file of a bulk load, which the engine takes over or {@link #sweep} finds.
   */
  Path newLoad() {
    return path.resolve(LOAD + loads.incrementAndGet() + TEMPORARY);
  }

  /** Deletes the files of unfinished bulk loads. Only while the caller has the directory open. */
  void sweep() {
    try {
      for (String name : list()) {
        if (name.startsWith(LOAD) && name.endsWith(TEMPORARY)) {
          deleteIfPossible(path.resolve(name));
        }
      }
    } catch (IOException | UncheckedIOException e) {
      // They take room and do nothing else; the next opening tries again.
    }
  }

  static void deleteIfPossible(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // The next opening tries again.
    }
  }

  /** The engine has opened the directory. Only for a message, so failing is no failure. */
  void noteOwner() {
    try {
      write(
          OWNER,
          Map.of(
              "pid",
              Long.toString(ProcessHandle.current().pid()),
              "since",
              Instant.now().truncatedTo(ChronoUnit.SECONDS).toString()));
    } catch (IOException e) {
      // the next one gets a shorter message
    }
  }

  /**
   * Keeps the engine out, in every process, until the result is closed; for somebody who only reads
   * the files. Changes nothing, so that it works on a disk that may not be written.
   */
  Closeable hold() throws IOException {
    if (!Files.isDirectory(path)
        || list().stream().noneMatch(name -> name.matches("[0-9]+\\.(sst|log)|MANIFEST-[0-9]+"))) {
      throw new StoreException(
          "there is no store at " + path + ": expected a directory with the files of one");
    }
    Path file = path.resolve(LOCK);
    if (!Files.exists(file)) {
      return () -> {}; // a copy
    }
    // The engine's lock is one of the process: closing the file here would release it, so the
    // engine of this very process must be found out without it.
    if (isOwn()) {
      throw locked(null);
    }
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      if (channel.tryLock(0, Long.MAX_VALUE, true) != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // another thread of this process holds it in the same way
    }
    channel.close();
    throw locked(null);
  }

  /**
   * Whether this process has noted itself as the owner, and not one before it of the same number.
   */
  private boolean isOwn() {
    try {
      Map<String, String> lines = read(OWNER);
      Instant start =
          ProcessHandle.current()
              .info()
              .startInstant()
              .orElse(Instant.MIN)
              .truncatedTo(ChronoUnit.SECONDS);
      return lines.getOrDefault("pid", "").equals(Long.toString(ProcessHandle.current().pid()))
          && !Instant.parse(lines.getOrDefault("since", "")).isBefore(start);
    } catch (IOException | DateTimeException e) {
      return false;
    }
  }

  StoreLockedException locked(@Nullable Exception cause) {
    String owner = "";
    try {
      Map<String, String> lines = read(OWNER);
      String pid = lines.getOrDefault("pid", "");
      owner =
          pid.equals(Long.toString(ProcessHandle.current().pid()))
              ? " by this process"
              : " by process " + pid;
      owner += " since " + lines.get("since");
    } catch (IOException e) {
      // not known
    }
    return new StoreLockedException(
        "the store at "
            + path
            + " is already open"
            + owner
            + "; close it there, or use it through that process: only one process can open a store",
        cause);
  }

  /** The engine has closed everything in good order. */
  void seal() {
    try {
      Files.deleteIfExists(path.resolve(OWNER));
      Map<String, String> sizes = new TreeMap<>();
      for (String name : list()) {
        if (isLog(name) || name.startsWith("MANIFEST-") || name.equals(CURRENT)) {
          sizes.put(name, Long.toString(Files.size(path.resolve(name))));
        }
      }
      write(CLOSED, sizes);
    } catch (IOException | UncheckedIOException e) {
      // Without it the next opening checks less: no reason to fail now, with everything written.
    }
  }

  /** Makes the engine's checkpoint in this directory a store of its own. */
  void adopt() throws IOException {
    write(KEYFOLD, Map.of("format", Integer.toString(FORMAT), "engine", "rocksdb"));
    seal();
  }

  /** Of all files with sorted entries; 0 if they cannot be listed, which opening will report. */
  long tableFileBytes() {
    try (Stream<Path> files = Files.list(path)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(".sst"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  private static boolean isLog(String name) {
    return name.matches("[0-9]+\\.log");
  }

  private List<String> list() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return new ArrayList<>(files.map(file -> file.getFileName().toString()).sorted().toList());
    }
  }

  private Map<String, String> read(String name) throws IOException {
    Map<String, String> lines = new TreeMap<>();
    for (String line : Files.readAllLines(path.resolve(name), StandardCharsets.UTF_8)) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        lines.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    return lines;
  }

  /** Whole or not at all: beside it, to disk, then renamed. */
  private void write(String name, Map<String, String> lines) throws IOException {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(lines)
        .forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
    Path beside = path.resolve(name + TEMPORARY);
    Files.writeString(beside, text);
    force(beside);
    Files.move(
        beside,
        path.resolve(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    force(path);
  }

  /** Brings a file, or the names in a directory, to disk. */
  static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
