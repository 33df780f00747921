package dev.keyfold.store.bitcask;

import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreMissingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of a data directory:
 *
 * <pre>
 *   DATA/data/shard_0/00000.log, 00001.log, ...   read, in the order of their numbers
 *   DATA/data/shard_0/00000.hint                  ignored: an index of the log, which we make
 *   DATA/data/shard_0/compact_*.log               not read: a merge of logs that are still there
 *   DATA/dedicated/shard_0/...                    not read: promoted collections
 *   DATA/blob/shard_0/...                         not read: large values
 * </pre>
 *
 * <p>It may be opened at {@code DATA}, at {@code DATA/data}, or at one shard.
 */
final class LogDirectory {
  private static final Pattern SHARD = Pattern.compile("shard_([0-9]{1,9})");
  private static final Pattern LOG = Pattern.compile("([0-9]{5}|[1-9][0-9]{5,17})\\.log");
  private static final Pattern HINT = Pattern.compile("[0-9]{5,18}\\.hint");

  /** How many names are listed; the others are only counted. */
  private static final int NAMED = 20;

  /** Names in messages are relative to it. */
  private final Path root;

  private int shards;
  private final List<Log> logs = new ArrayList<>();
  private final List<String> notRead = new ArrayList<>();
  private int others;

  private record Log(int shard, long number, Path path) {}

  private LogDirectory(Path root) {
    this.root = root;
  }

  /** Lists it. */
  static LogDirectory of(Path path) {
    try {
      Path inside = path.resolve("data");
      if (isShard(path)) {
        LogDirectory single = new LogDirectory(parent(path));
        single.addShard(path);
        return single.checked(path);
      }
      boolean whole = !hasShards(path) && hasShards(inside);
      LogDirectory directory = new LogDirectory(whole ? path : parent(path));
      directory.addShards(whole ? inside : path);
      if (whole || isNamed(path, "data")) {
        directory.nameShards("dedicated", "promoted collections");
        directory.nameShards("blob", "large values");
      }
      return directory.checked(path);
    } catch (IOException e) {
      throw new StoreException("cannot read the directory " + path + ": " + e.getMessage(), e);
    }
  }

  private static Path parent(Path path) {
    Path parent = path.toAbsolutePath().normalize().getParent();
    return parent == null ? path : parent;
  }

  private static boolean isNamed(Path path, String name) {
    Path last = path.toAbsolutePath().normalize().getFileName();
    return last != null && last.toString().equals(name);
  }

  private static boolean isShard(Path path) throws IOException {
    return list(path).stream().anyMatch(file -> match(LOG, file) != null);
  }

  private static boolean hasShards(Path path) throws IOException {
    return list(path).stream().anyMatch(file -> match(SHARD, file) != null);
  }

  private static List<Path> list(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  private static @Nullable Matcher match(Pattern pattern, Path file) {
    Matcher matcher = pattern.matcher(String.valueOf(file.getFileName()));
    return matcher.matches() ? matcher : null;
  }

  private LogDirectory checked(Path path) {
    if (logs.isEmpty()) {
      throw new StoreMissingException(
          "found no logs in "
              + path
              + ", expected data/shard_0/00000.log in it, as in the data directory of FerricStore");
    }
    logs.sort(Comparator.comparingInt(Log::shard).thenComparingLong(Log::number));
    if (others > NAMED) {
      notRead.add("and " + (others - NAMED) + " others");
    }
    return this;
  }

  private void addShards(Path directory) throws IOException {
    for (Path file : list(directory)) {
      if (match(SHARD, file) != null && Files.isDirectory(file)) {
        addShard(file);
      }
    }
  }

  private void addShard(Path directory) throws IOException {
    Matcher named = match(SHARD, directory.toAbsolutePath().normalize());
    int shard = named == null ? 0 : Integer.parseInt(named.group(1));
    shards++;
    for (Path file : list(directory)) {
      Matcher log = match(LOG, file);
      String name = String.valueOf(file.getFileName());
      if (log != null && Files.isRegularFile(file)) {
        logs.add(new Log(shard, Long.parseLong(log.group(1)), file));
      } else if (name.startsWith("compact_") && name.endsWith(".log")) {
        other(file, "a merge of logs that has not finished");
      } else if (match(HINT, file) == null) {
        other(file, "not a log");
      }
    }
  }

  private void nameShards(String directory, String what) throws IOException {
    for (Path shard : list(root.resolve(directory))) {
      if (match(SHARD, shard) != null && !list(shard).isEmpty()) {
        other(shard, what);
      }
    }
  }

  private void other(Path file, String what) {
    if (++others <= NAMED) {
      notRead.add(name(file) + ", " + what);
    }
  }

  private String name(Path file) {
    Path full = file.toAbsolutePath().normalize();
    Path from = root.toAbsolutePath().normalize();
    return (full.startsWith(from) ? from.relativize(full) : full).toString().replace('\\', '/');
  }

  int shards() {
    return shards;
  }

  /** What lies there and is neither a log nor a hint. */
  List<String> notRead() {
    return notRead;
  }

  /** Opens all logs, those of a shard in their order. Close them. */
  List<LogFile> open() {
    List<LogFile> open = new ArrayList<>();
    try {
      for (Log log : logs) {
        open.add(new LogFile(log.path(), name(log.path()), log.shard()));
      }
      return open;
    } catch (IOException e) {
      LogValues.close(open);
      String hint =
          e instanceof NoSuchFileException ? "; its owner has merged logs: open it again" : "";
      throw new StoreException("cannot open a log: " + e.getMessage() + hint, e);
    }
  }
}
