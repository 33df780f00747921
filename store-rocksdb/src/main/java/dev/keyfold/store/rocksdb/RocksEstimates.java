package dev.keyfold.store.rocksdb;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.StoreLimits;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Range;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;

/**
 * Size estimates of a range, from the index blocks: bytes from the engine, entries by the average
 * size of one.
 */
final class RocksEstimates {
  private static final byte[] BEYOND = new byte[StoreLimits.KEY_BYTES + 1];

  static {
    Arrays.fill(BEYOND, (byte) 0xFF);
  }

  private RocksEstimates() {}

  /** Within the store's gate. */
  static RangeEstimate of(RocksDB db, ColumnFamilyHandle family, KeyRange range)
      throws RocksDBException {
    if (range.isEmpty()) {
      return new RangeEstimate(0, 0);
    }
    try (Slice start = new Slice(range.start());
        Slice end = new Slice(range.isUnbounded() ? BEYOND : range.end())) {
      Range natively = new Range(start, end);
      RocksDB.CountAndSize memory = db.getApproximateMemTableStats(family, natively);
      long files =
          db.getApproximateSizes(family, List.of(natively), SizeApproximationFlag.INCLUDE_FILES)[0];
      long blobs =
          files == 0
              ? 0
              : db.getApproximateSizes(
                          family,
                          List.of(natively),
                          SizeApproximationFlag.INCLUDE_FILES,
                          SizeApproximationFlag.INCLUDE_BLOB_FILES)[0]
                  - files;
      long allFiles = db.getLongProperty(family, "rocksdb.live-sst-files-size");
      long inMemory =
          db.getLongProperty(family, "rocksdb.num-entries-active-mem-table")
              + db.getLongProperty(family, "rocksdb.num-entries-imm-mem-tables");
      long inFiles =
          Math.max(0, db.getLongProperty(family, "rocksdb.estimate-num-keys") - inMemory);
      long fromFiles =
          allFiles == 0 ? 0 : Math.round((double) inFiles * Math.min(files, allFiles) / allFiles);
      long fromMemory = Math.round(inMemory * shareInMemory(db, family, start, memory.count, end));
      return new RangeEstimate(memory.size + files + blobs, fromMemory + fromFiles);
    }
  }

  /**
   * The range's share of what is not in files yet. The engine guesses from the towers of a skip
   * list, a third too much or too little by chance, but it counts all entries exactly; so its
   * guesses for what is before, in and after the range are only weighed against each other.
   */
  private static double shareInMemory(
      RocksDB db, ColumnFamilyHandle family, Slice start, long within, Slice end) {
    if (within == 0) {
      return 0;
    }
    try (Slice first = new Slice(new byte[0]);
        Slice last = new Slice(BEYOND)) {
      long before = db.getApproximateMemTableStats(family, new Range(first, start)).count;
      long after = db.getApproximateMemTableStats(family, new Range(end, last)).count;
      return (double) within / (before + within + after);
    }
  }
}
