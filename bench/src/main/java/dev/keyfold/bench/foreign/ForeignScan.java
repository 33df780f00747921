package dev.keyfold.bench.foreign;

import dev.keyfold.bench.measure.Directories;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SstFileWriter;

/**
 * Scans a database that was made with the engine alone, by hand and through the foreign store.
 * Every way touches every key and every value, and must find the same sum. CPU time of the thread.
 */
final class ForeignScan {
  private static final int KEY_BYTES = 24;
  private static final int VALUE_BYTES = 40;

  private final Path directory;
  private final int keys;

  ForeignScan(Path directory, int keys) {
    this.directory = directory;
    this.keys = keys;
  }

  /** A way to read everything. */
  private interface Way {
    long sum() throws RocksDBException;
  }

  /** CPU nanoseconds for all entries: arrays by hand, buffers by hand, ours. */
  long[] round() throws RocksDBException {
    long[] nanos = new long[3];
    long[] sums = new long[3];
    Way[] ways = {this::arraysByHand, this::buffersByHand, this::foreign};
    for (int i = 0; i < ways.length; i++) {
      long before = cpu();
      sums[i] = ways[i].sum();
      nanos[i] = cpu() - before;
    }
    if (sums[0] != sums[1] || sums[0] != sums[2]) {
      throw new IllegalStateException("the ways to read do not agree");
    }
    return nanos;
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Sorted keys into a file that the engine takes as it is: the least work to make a database. */
  void make() throws RocksDBException, IOException {
    Directories.delete(directory);
    RocksDB.loadLibrary();
    Path file = directory.resolveSibling(directory.getFileName() + ".sst");
    ByteBuffer key = ByteBuffer.allocate(KEY_BYTES);
    ByteBuffer value = ByteBuffer.allocate(VALUE_BYTES);
    try (Options options = new Options().setCreateIfMissing(true);
        EnvOptions environment = new EnvOptions();
        SstFileWriter writer = new SstFileWriter(environment, options);
        IngestExternalFileOptions ingest = new IngestExternalFileOptions().setMoveFiles(true);
        RocksDB db = RocksDB.open(options, directory.toString())) {
      writer.open(file.toString());
      for (long i = 0; i < keys; i++) {
        key.clear().putLong(i / 1_000).putLong(i).putLong(i * 0x9E3779B97F4A7C15L);
        value.clear().putLong(i).putLong(~i).putLong(i * 31).putLong(7).putLong(i >>> 3);
        writer.put(key.array(), value.array());
      }
      writer.finish();
      db.ingestExternalFile(java.util.List.of(file.toString()), ingest);
    }
  }

  private long arraysByHand() throws RocksDBException {
    long sum = 0;
    try (Options options = new Options();
        RocksDB db = RocksDB.openReadOnly(options, directory.toString());
        RocksIterator iterator = db.newIterator()) {
      for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
        byte[] key = iterator.key();
        byte[] value = iterator.value();
        sum += key[KEY_BYTES - 1] + 31L * value[7] + key.length + value.length;
      }
      iterator.status();
    }
    return sum;
  }

  private long buffersByHand() throws RocksDBException {
    long sum = 0;
    ByteBuffer key = ByteBuffer.allocateDirect(256);
    ByteBuffer value = ByteBuffer.allocateDirect(256);
    try (Options options = new Options();
        RocksDB db = RocksDB.openReadOnly(options, directory.toString());
        ReadOptions reading = new ReadOptions();
        RocksIterator iterator = db.newIterator(reading)) {
      for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
        key.clear();
        value.clear();
        int keyLength = iterator.key(key);
        int valueLength = iterator.value(value);
        sum += key.get(KEY_BYTES - 1) + 31L * value.get(7) + keyLength + valueLength;
      }
      iterator.status();
    }
    return sum;
  }

  private long foreign() {
    long sum = 0;
    try (Store store = Stores.open("rocksdb:" + directory + "?foreign=true");
        Cursor cursor = store.scan(Scan.everything().inBulk())) {
      while (cursor.next()) {
        Slice key = cursor.key();
        Slice value = cursor.value();
        sum +=
            key.array()[key.offset() + KEY_BYTES - 1]
                + 31L * value.array()[value.offset() + 7]
                + key.length()
                + value.length();
      }
    }
    return sum;
  }
}
