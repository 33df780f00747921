package dev.keyfold.cli.admin;

import dev.keyfold.cli.command.Command;
import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.FileException;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.db.Keyfold;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.backup.BackupStream;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.table.entry.JsonWriter;
import dev.keyfold.table.schema.KeySpace;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** {@code keyfold restore}. */
public final class RestoreCommand extends Command {
  private static final String STORE = "--store";
  private static final String STANDARD_INPUT = "-";

  /**
   * Records of the store that each table was written in; a restored store is one consistent
   * snapshot.
   */
  public static final KeyRange ORIGINS = KeySpace.entries(KeySpace.ORIGINS);

  public RestoreCommand(Console console) {
    super("restore", console);
    argument(0, "SOURCE");
    option(STORE, "URL", true);
    flag(JSON);
    mayDestroy();
  }

  @Override
  public int run(ParseResult args) throws IOException {
    String source = args.matchedPositionalValue(0, STANDARD_INPUT);
    String url = args.matchedOptionValue(STORE, "");
    Map<String, Object> done = new LinkedHashMap<>();
    done.put("store", url);
    String what;
    try {
      if (!source.equals(STANDARD_INPUT) && Files.isDirectory(Path.of(source))) {
        long bytes = files(args, Path.of(source), url);
        done.put("bytes", bytes);
        what = StatsCommand.bytes(bytes);
      } else {
        long entries = stream(args, source, url);
        done.put("entries", entries);
        what = Counted.of(entries, "entry");
      }
    } catch (StoreUrlException e) {
      throw usage(STORE + ": " + e.getMessage());
    } catch (IOException e) {
      throw new FileException("cannot restore " + source, e);
    }
    if (args.hasMatchedOption(JSON)) {
      new JsonWriter(console.out()).line(done);
    } else {
      console.complain(what + " restored to " + url);
    }
    return console.status();
  }

  /** Verified first, copied next to the target, and only then swapped in. */
  @SuppressWarnings("try") // the store is held, not used
  private long files(ParseResult args, Path source, String url) throws IOException {
    StorePlace place = StorePlace.of(url);
    if (place == null) {
      throw usage(
          STORE
              + ": found "
              + url
              + ", expected "
              + Stores.formsWith(Capability.CHECKPOINT)
              + ": this backup is a checkpoint; back up with --stream for other stores");
    }
    checkApart(place, source, url);
    String obstacle = place.obstacle();
    if (obstacle != null) {
      throw new IOException(obstacle);
    }
    recover(place);
    boolean taken = place.isTaken();
    if (taken) {
      confirmReplacing(args, url);
    }
    BackupDirectory backup = new BackupDirectory(source);
    long bytes = backup.verify();
    try (Keyfold held = taken ? place.hold() : null) {
      place.replacement().make(backup::copyTo);
    }
    put(place);
    return bytes;
  }

  private void checkApart(StorePlace place, Path source, String url) throws IOException {
    if (place.overlaps(source)) {
      throw usage(
          STORE
              + ": found "
              + url
              + ", which overlaps the backup; expected a path outside it: restoring would destroy"
              + " the backup");
    }
  }

  private void recover(StorePlace place) throws IOException {
    String recovered = place.replacement().recover();
    if (recovered != null) {
      console.complain(recovered);
    }
  }

  private void put(StorePlace place) throws IOException {
    String left = place.replacement().swap();
    if (left != null) {
      console.complain(left);
    }
  }

  private long stream(ParseResult args, String source, String url) throws IOException {
    boolean standard = source.equals(STANDARD_INPUT);
    StorePlace place = StorePlace.of(url);
    boolean file = !standard && Files.isRegularFile(Path.of(source));
    if (file) {
      if (place != null) {
        checkApart(place, Path.of(source), url);
      }
      verify(Path.of(source));
    }
    checkWholeBatches(url);
    if (standard) {
      return stream(args, console.in(), place, false, url); // left open, a shell reads on
    }
    try (InputStream in = Files.newInputStream(Path.of(source))) {
      return stream(args, in, place, file, url);
    }
  }

  /**
   * Restores what can be read once.
   *
   * @param checked whether it is known to be whole
   */
  private long stream(
      ParseResult args, InputStream in, @Nullable StorePlace place, boolean checked, String url)
      throws IOException {
    return place != null && place.hasUrlBeside() && place.obstacle() == null
        ? beside(args, in, place, url)
        : within(args, in, checked, url);
  }

  /** Into a separate store, which replaces the target when it is complete. */
  private long beside(ParseResult args, InputStream in, StorePlace place, String url)
      throws IOException {
    recover(place);
    boolean taken = place.isTaken();
    long[] entries = {0};
    try (Keyfold held = taken ? place.hold() : null) {
      if (taken && (held == null || hasEntries(held.store()))) {
        confirmReplacing(args, url);
      }
      place
          .replacement()
          .make(
              fresh -> {
                try (Keyfold db = Keyfold.open(place.urlBeside())) {
                  entries[0] =
                      read(
                          in,
                          (bytes, listener) ->
                              BackupStream.restore(bytes, db.store(), ORIGINS, listener));
                }
              });
    }
    put(place);
    return entries[0];
  }

  /** Into the store itself, if need be in the place of what is in it. */
  private long within(ParseResult args, InputStream in, boolean checked, String url)
      throws IOException {
    try (Keyfold db = Keyfold.open(url)) {
      Store store = db.store();
      if (!hasEntries(store)) {
        return read(in, (bytes, listener) -> BackupStream.restore(bytes, store, ORIGINS, listener));
      }
      confirmReplacing(args, url);
      if (checked) {
        return read(in, (bytes, listener) -> BackupStream.replace(bytes, store, ORIGINS, listener));
      }
      // What is there must not go before all of the stream has been seen.
      Path kept = Files.createTempFile("keyfold", ".backup");
      try {
        keep(in, kept);
        verify(kept);
        try (InputStream copy = Files.newInputStream(kept)) {
          return read(
              copy, (bytes, listener) -> BackupStream.replace(bytes, store, ORIGINS, listener));
        }
      } finally {
        Files.delete(kept);
      }
    }
  }

  /** By reading on: newer JDKs copy by positions, which a pipe has not. */
  private static void keep(InputStream in, Path file) throws IOException {
    byte[] part = new byte[1 << 16];
    try (OutputStream out = Files.newOutputStream(file)) {
      int length = in.read(part);
      while (length >= 0) {
        out.write(part, 0, length);
        length = in.read(part);
      }
    }
  }

  /**
   * Records of stores with several writers contain additional data that a backup of another store
   * lacks.
   */
  private static void checkWholeBatches(String url) {
    if (!Stores.capabilities(url).contains(Capability.ATOMIC_BATCH)) {
      throw new UnsupportedStoreException(
          url
              + " has no atomic batches, so it stores tables differently from the"
              + " backup; create the tables there and use export and import, or restore to "
              + Stores.formsWith(Capability.PERSISTENT, Capability.ATOMIC_BATCH));
    }
  }

  private void verify(Path file) throws IOException {
    ProgressBar bar = new ProgressBar(console, "checking", 0, 0, 0);
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      BackupStream.verify(in, count -> bar.show(count, count));
    }
    bar.end();
  }

  /** What to do with a stream; gives the number of its entries. */
  private interface Reader {
    long read(InputStream in, LongConsumer listener) throws IOException;
  }

  private long read(InputStream source, Reader reader) throws IOException {
    ProgressBar bar = new ProgressBar(console, "restoring", 0, 0, 0);
    long entries =
        reader.read(new BufferedInputStream(source, 1 << 16), count -> bar.show(count, count));
    bar.end();
    return entries;
  }

  private void confirmReplacing(ParseResult args, String url) throws IOException {
    confirm(args, "this replaces everything in the store " + url);
  }

  private static boolean hasEntries(Store store) {
    KeyRange everything = KeyRange.of(new byte[0], null);
    try (Cursor cursor = store.scan(Scan.over(everything).withoutValues().limit(1))) {
      return cursor.next();
    }
  }
}
