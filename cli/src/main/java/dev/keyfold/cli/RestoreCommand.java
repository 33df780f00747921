package dev.keyfold.cli;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.StoreUrlException;
import dev.keyfold.store.Stores;
import dev.keyfold.store.UnsupportedStoreException;
import dev.keyfold.table.load.JsonWriter;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.ParseResult;

/** {@code keyfold restore}. */
final class RestoreCommand extends Command {
  private static final String STORE = "--store";
  private static final String STANDARD_INPUT = "-";
  private static final String ROCKSDB = "rocksdb";

  RestoreCommand(Console console) {
    super("restore", console);
    argument(0, "SOURCE");
    option(STORE, "URL", true);
    flag(JSON);
    mayDestroy();
  }

  @Override
  int run(ParseResult args) throws IOException {
    String source = args.matchedPositionalValue(0, STANDARD_INPUT);
    String url = args.matchedOptionValue(STORE, "");
    Map<String, Object> done = new LinkedHashMap<>();
    done.put("store", url);
    try {
      if (!source.equals(STANDARD_INPUT) && Files.isDirectory(Path.of(source))) {
        done.put("bytes", files(args, new BackupDirectory(Path.of(source)), url));
      } else {
        done.put("entries", stream(args, source, url));
      }
    } catch (StoreUrlException e) {
      throw usage(STORE + ": " + e.getMessage());
    } catch (IOException e) {
      throw new FileException("cannot restore " + source, e);
    }
    if (args.hasMatchedOption(JSON)) {
      new JsonWriter(console.out()).line(done);
    } else {
      String what =
          done.containsKey("bytes")
              ? StatsCommand.bytes((Long) done.get("bytes"))
              : StatsCommand.number((Long) done.get("entries")) + " entries";
      console.complain(what + " restored to " + url);
    }
    return console.status();
  }

  /** Checked first, copied beside, and only then put in the place of what was there. */
  private long files(ParseResult args, BackupDirectory backup, String url) throws IOException {
    StoreUrl to = StoreUrl.parse(url);
    if (!to.scheme().equals(ROCKSDB)) {
      throw usage(
          STORE
              + ": found "
              + url
              + ", expected rocksdb:PATH: this backup is a checkpoint of RocksDB's files; make one"
              + " with --stream for other stores");
    }
    Path target = Path.of(to.rest()).toAbsolutePath().normalize();
    boolean taken = !isEmpty(target);
    if (taken) {
      confirmReplacing(args, url);
      Stores.open(url).close(); // says so if somebody uses it
    }
    long bytes = backup.verify();
    Path before = BackupDirectory.beside(target, "before");
    BackupDirectory.delete(before);
    if (Files.exists(target)) {
      Files.move(target, before);
    }
    Files.createDirectories(target.getParent());
    boolean whole = false;
    try {
      backup.copyTo(target);
      whole = true;
    } finally {
      if (!whole && Files.exists(before)) {
        Files.move(before, target);
      }
    }
    BackupDirectory.delete(before);
    return bytes;
  }

  private long stream(ParseResult args, String source, String url) throws IOException {
    boolean file = !source.equals(STANDARD_INPUT);
    if (file) {
      verify(source);
    }
    try (Store store = Stores.open(url)) {
      checkWholeBatches(store, url);
      if (!hasEntries(store)) {
        return restore(store, file ? open(source) : console.in());
      }
      confirmReplacing(args, url);
      if (file) {
        BackupStream.clear(store);
        return restore(store, open(source));
      }
      // What is there must not go before all of the stream has been seen.
      Path kept = Files.createTempFile("keyfold", ".backup");
      try {
        Files.copy(console.in(), kept, StandardCopyOption.REPLACE_EXISTING);
        verify(kept.toString());
        BackupStream.clear(store);
        return restore(store, open(kept.toString()));
      } finally {
        Files.delete(kept);
      }
    }
  }

  /** Where several processes write, records carry what those of other stores have not. */
  private static void checkWholeBatches(Store store, String url) {
    if (!store.has(Capability.ATOMIC_BATCH)) {
      throw new UnsupportedStoreException(
          url
              + " has no whole batches, so tables in it are stored differently from those in a"
              + " backup; create the tables there and use export and import, or add mode=owned");
    }
  }

  private void verify(String file) throws IOException {
    ProgressBar bar = new ProgressBar(console, "checking", 0, 0, 0);
    try (InputStream in = open(file)) {
      BackupStream.verify(in, count -> bar.show(count, count));
    }
    bar.end();
  }

  /** Closes the stream. */
  private long restore(Store store, InputStream source) throws IOException {
    ProgressBar bar = new ProgressBar(console, "restoring", 0, 0, 0);
    try (InputStream in = new BufferedInputStream(source, 1 << 16)) {
      long entries = BackupStream.restore(in, store, count -> bar.show(count, count));
      bar.end();
      return entries;
    }
  }

  private void confirmReplacing(ParseResult args, String url) throws IOException {
    confirm(args, "this replaces everything in the store " + url);
  }

  private static InputStream open(String file) throws IOException {
    return new BufferedInputStream(Files.newInputStream(Path.of(file)), 1 << 16);
  }

  private static boolean hasEntries(Store store) {
    KeyRange everything = KeyRange.of(new byte[0], null);
    try (Cursor cursor = store.scan(Scan.over(everything).withoutValues().limit(1))) {
      return cursor.next();
    }
  }

  private static boolean isEmpty(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return true;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isEmpty();
    }
  }
}
