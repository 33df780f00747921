package dev.keyfold.bench.foreign;

import com.sun.management.OperatingSystemMXBean;
import dev.keyfold.bench.measure.Directories;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyWriter;
import dev.keyfold.db.Keyfold;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.View;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.entry.EntryDecoder;
import dev.keyfold.table.entry.EntryValues;
import dev.keyfold.table.load.EntryReader;
import dev.keyfold.table.load.Import;
import dev.keyfold.table.load.JsonLinesReader;
import dev.keyfold.table.load.LoadCheckpoint;
import dev.keyfold.table.load.LoadProgress;
import dev.keyfold.table.load.RowReader;
import dev.keyfold.table.schema.TableDef;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Imports the same rows from a file of JSON lines and from a foreign database with delimited keys
 * and JSON values, as the command does. CPU time of the process, the engine's threads included.
 */
final class ForeignImport {
  private static final String FIELDS =
      "user string, at timestamp, n int64, category string, amount decimal(10,2)";
  private static final KeySchema KEY =
      KeySchema.parse("user string, at timestamp, n int64", KeyFormats.DELIMITED);
  private static final String VALUES = "json";
  private static final Set<String> IN_KEY = Set.of("user", "at", "n");
  private static final int BATCH = 1_000;

  private final Path directory;
  private final int rows;

  ForeignImport(Path directory, int rows) {
    this.directory = directory;
    this.rows = rows;
  }

  private static String user(int row) {
    return "USR_" + (row * 7919L % 50_000);
  }

  private static long millis(int row) {
    return 1_700_000_000_000L + row * 1_009L;
  }

  private static String value(int row) {
    return "{\"category\":\"c" + row % 40 + "\",\"amount\":\"" + row % 9_000 + ".25\"}";
  }

  /** The file and the database, with the rows in the same order. */
  void make() throws RocksDBException, IOException {
    Directories.delete(directory);
    Files.createDirectories(directory);
    RocksDB.loadLibrary();
    try (OutputStream file =
            new BufferedOutputStream(Files.newOutputStream(directory.resolve("rows.jsonl")));
        Options options = new Options().setCreateIfMissing(true);
        WriteOptions writing = new WriteOptions().setDisableWAL(true);
        WriteBatch batch = new WriteBatch();
        RocksDB db = RocksDB.open(options, directory.resolve("foreign").toString())) {
      KeyWriter writer = KEY.newWriter();
      for (int i = 0; i < rows; i++) {
        writer.reset().put(user(i));
        writer.put(Instant.ofEpochMilli(millis(i)));
        writer.put((long) i);
        byte[] key = java.util.Arrays.copyOf(writer.buffer(), writer.finish());
        batch.put(key, value(i).getBytes(StandardCharsets.UTF_8));
        if (batch.count() == BATCH || i == rows - 1) {
          db.write(writing, batch);
          batch.clear();
        }
        file.write(line(i).getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static String line(int row) {
    return "{\"user\":\""
        + user(row)
        + "\",\"at\":"
        + millis(row)
        + ",\"n\":"
        + row
        + ","
        + value(row).substring(1)
        + "\n";
  }

  /** CPU nanoseconds: from the file, from the store. */
  long[] round() throws IOException {
    return new long[] {fromFile(), fromStore()};
  }

  private static long cpu() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private long fromFile() throws IOException {
    long before = cpu();
    try (InputStream in = Files.newInputStream(directory.resolve("rows.jsonl"))) {
      load(def -> new JsonLinesReader(def, in, () -> {}));
    }
    return cpu() - before;
  }

  private long fromStore() throws IOException {
    long before = cpu();
    try (Store source = Stores.open("rocksdb:" + directory.resolve("foreign") + "?foreign=true");
        View view = source.view()) {
      load(
          def ->
              new EntryReader(
                  view,
                  List.of(KeyRange.of(new byte[0], null)),
                  new EntryDecoder(def, KEY, Set.of(), EntryValues.parse(VALUES, def, IN_KEY))));
    }
    return cpu() - before;
  }

  private interface Readers {
    RowReader of(TableDef table) throws IOException;
  }

  private void load(Readers readers) throws IOException {
    Path target = directory.resolve("target");
    Directories.delete(target);
    try (Keyfold db = Keyfold.open("rocksdb:" + target)) {
      Table<Row> table =
          db.tables().create(new TableBuilder("orders").fields(FIELDS).key("user, at, n"));
      RowReader reader = readers.of(table.definition());
      LoadCheckpoint memory =
          reader instanceof EntryReader entries
              ? new LoadCheckpoint(db.store(), table.definition().id(), "bench", entries)
              : new LoadCheckpoint(db.store(), table.definition().id(), "bench", rows, 0);
      LoadProgress done =
          new Import(db.store(), table, new Quiet()).run(reader, memory, LoadProgress.NONE);
      if (done.rows() != rows || done.bad() != 0) {
        throw new IllegalStateException("found " + done + ", expected " + rows + " rows");
      }
    }
  }

  private static final class Quiet implements Import.Listener {
    @Override
    public void progress(LoadProgress progress) {}

    @Override
    public void bad(long line, @Nullable String message) {
      throw new IllegalStateException("entry " + line + ": " + message);
    }

    @Override
    public boolean goesOn() {
      return true;
    }
  }
}
