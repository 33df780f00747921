package dev.keyfold.store.rocksdb.salvage;

import dev.keyfold.codec.bytes.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the files that belong to a store, and opens what is in them. */
final class SalvageFiles {
  private final Path directory;
  private final Map<Long, Path> tables;
  private final Map<Long, Path> logs;
  private final Losses losses = new Losses();
  private final List<String> notes = new ArrayList<>();
  private final Tombstones ranges = new Tombstones();
  private final TreeMap<SalvagedEntry, SalvagedEntry> logged = new TreeMap<>();
  private final Map<String, Long> closed = new TreeMap<>();
  private final Map<String, Long> manifestSizes = new TreeMap<>();
  private @Nullable Manifest manifest;

  SalvageFiles(Path directory) throws IOException {
    this.directory = directory;
    this.tables = numbered(".sst");
    this.logs = numbered(".log");
  }

  Losses losses() {
    return losses;
  }

  List<String> notes() {
    return notes;
  }

  /** Known once the sources are open. */
  Tombstones ranges() {
    return ranges;
  }

  private Map<Long, Path> numbered(String suffix) throws IOException {
    Map<Long, Path> found = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.matches("[0-9]{1,18}" + suffix.replace(".", "\\."))) {
          found.put(Long.parseLong(name.substring(0, name.length() - suffix.length())), file);
        }
      }
    }
    return found;
  }

  /** Everything that can be read, in sources that are each in order. */
  List<SalvageSource> open() throws IOException {
    readClosed();
    manifest = manifest();
    List<SalvageSource> sources = manifest == null ? allTables() : toldTables(manifest);
    readLogs();
    sources.add(SalvageSource.of(logged.values().iterator()));
    return sources;
  }

  /** The manifest if it can be relied on; else null. */
  private @Nullable Manifest manifest() throws IOException {
    Path current = directory.resolve("CURRENT");
    String named =
        Files.exists(current)
            ? new String(Files.readAllBytes(current), StandardCharsets.ISO_8859_1).trim()
            : "";
    List<Path> candidates = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      files.filter(SalvageFiles::isManifest).sorted().forEach(candidates::add);
    }
    boolean isNamed = candidates.removeIf(file -> file.getFileName().toString().equals(named));
    if (isNamed) {
      candidates.add(directory.resolve(named));
    }
    String why = "there is none";
    String name = "MANIFEST";
    if (!candidates.isEmpty()) {
      Path newest = candidates.get(candidates.size() - 1);
      name = newest.getFileName().toString();
      Manifest read = Manifest.read(newest);
      long size = Files.size(newest);
      long expected = manifestSizes.getOrDefault(name, 0L);
      if (read.damage() == null && size >= expected) {
        if (!isNamed) {
          notes.add("CURRENT is missing or damaged; used the newest manifest, " + name);
        }
        return read;
      }
      why =
          read.damage() == null ? "found " + size + " bytes, expected " + expected : read.damage();
    }
    losses.anywhere(
        name,
        why
            + ". So every table and log in the directory was read: files that are missing cannot be"
            + " named, and what was deleted or replaced long ago may be back");
    return null;
  }

  private static boolean isManifest(Path file) {
    return file.getFileName().toString().matches("MANIFEST-[0-9]+");
  }

  private List<SalvageSource> allTables() throws IOException {
    List<SalvageSource> sources = new ArrayList<>();
    for (Path path : tables.values()) {
      readRanges(path, null);
      sources.add(new TableSource(path, null, losses));
    }
    return sources;
  }

  /** In level 0 tables overlap; in each other level they lie one after another. */
  private List<SalvageSource> toldTables(Manifest manifest) throws IOException {
    List<SalvageSource> sources = new ArrayList<>();
    Map<Integer, List<Manifest.Table>> levels = new TreeMap<>();
    for (Manifest.Table table : manifest.tables().values()) {
      Path path = tables.get(table.number());
      if (path == null) {
        losses.add(
            String.format("%06d.sst", table.number()),
            "it is missing",
            table.smallest(),
            Bytes.next(table.largest()));
        continue;
      }
      readRanges(path, table);
      if (table.level() == 0) {
        sources.add(new TableSource(path, table, losses));
      } else {
        levels.computeIfAbsent(table.level(), level -> new ArrayList<>()).add(table);
      }
    }
    for (List<Manifest.Table> level : levels.values()) {
      level.sort(Comparator.comparing(Manifest.Table::smallest, Arrays::compareUnsigned));
      List<TableSource> files = new ArrayList<>();
      for (Manifest.Table table : level) {
        Path path = tables.get(table.number());
        if (path != null) {
          files.add(new TableSource(path, table, losses));
        }
      }
      sources.add(SalvageSource.chain(files));
    }
    return sources;
  }

  private void readRanges(Path path, Manifest.@Nullable Table table) throws IOException {
    try {
      for (SalvagedEntry range : new TableFile(path).rangeDeletes()) {
        ranges.add(range, table);
      }
    } catch (BadFileException e) {
      losses.add(
          path.getFileName().toString(),
          e.getMessage() + ". Whether ranges of keys were deleted there is not known",
          table == null ? null : table.smallest(),
          table == null ? null : Bytes.next(table.largest()));
    }
  }

  private void readLogs() throws IOException {
    if (manifest != null) {
      logs.keySet().removeIf(number -> number < manifest.firstLog());
      manifest.logs().forEach((number, size) -> closed.merge(logName(number), size, Math::max));
      closed.keySet().removeIf(name -> number(name) < manifest.firstLog());
    }
    closed.forEach(this::checkLog);
    if (logs.isEmpty() && closed.isEmpty() && !tables.isEmpty()) {
      losses.anywhere("log", "there is none, but an open store has one");
    }
    long expected = -1;
    for (Path path : logs.values()) {
      expected = readLog(path, expected);
    }
  }

  private static String logName(long number) {
    return String.format("%06d.log", number);
  }

  private static long number(String name) {
    return Long.parseLong(name.substring(0, name.indexOf('.')));
  }

  private void checkLog(String name, long size) {
    Path path = logs.get(number(name));
    try {
      if (path == null) {
        losses.anywhere(name, "it is missing");
      } else if (Files.size(path) < size) {
        losses.anywhere(name, "found " + Files.size(path) + " bytes, expected " + size);
      }
    } catch (IOException e) {
      losses.anywhere(name, e.toString());
    }
  }

  /** Logs and manifest and their sizes at the last clean end, if nothing happened since. */
  private void readClosed() throws IOException {
    Path file = directory.resolve("CLOSED");
    if (!Files.exists(file)) {
      return;
    }
    String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    for (String line : text.split("\n", -1)) {
      int equals = line.indexOf('=');
      if (line.matches("([0-9]{1,18}\\.log|MANIFEST-[0-9]+)=[0-9]{1,18}")) {
        long size = Long.parseLong(line.substring(equals + 1));
        if (line.startsWith("M")) {
          manifestSizes.put(line.substring(0, equals), size);
        } else {
          closed.put(line.substring(0, equals), size);
        }
      }
    }
  }

  /** The sequence number that is expected next. */
  private long readLog(Path path, long expected) throws IOException {
    String name = path.getFileName().toString();
    LogRecords records = LogRecords.read(path);
    records.damages().forEach(why -> losses.anywhere(name, why));
    if (records.zeros() >= 0) {
      String found = "found nothing but zeros from " + records.zeros() + " to the end";
      if (closed.containsKey(name)) {
        losses.anywhere(name, found);
      } else {
        notes.add(name + ": " + found + ", as a crash can leave it");
      }
    }
    long next = expected;
    for (byte[] record : records.records()) {
      List<SalvagedEntry> batch;
      try {
        batch = LogBatches.entries(record);
      } catch (BadFileException e) {
        losses.anywhere(name, e.getMessage());
        continue;
      }
      for (SalvagedEntry entry : batch) {
        take(entry);
      }
      if (!batch.isEmpty()) {
        long first = batch.get(0).sequence();
        long missing = next < 0 ? 0 : first - next;
        if (missing > 0 && manifest != null) {
          missing -= manifest.sequences(next, first); // bulk loads, which no log has
        }
        if (missing > 0) {
          losses.anywhere(name, missing + " writes are missing before number " + first);
        }
        next = Math.max(next, first + batch.size());
      }
    }
    return next;
  }

  private void take(SalvagedEntry entry) {
    if (entry.kind() == SalvagedEntry.RANGE_DELETE) {
      ranges.add(entry);
      return;
    }
    // Of one key only the newest counts, and the logs are in order.
    SalvagedEntry older = logged.ceilingKey(new SalvagedEntry(entry.key(), -1, 0, entry.key()));
    if (older != null && Arrays.equals(older.key(), entry.key())) {
      logged.remove(older);
    }
    logged.put(entry, entry);
  }
}
