package dev.keyfold.store.hbase;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Scan;
import dev.keyfold.store.errors.StoreCorruptedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.jspecify.annotations.Nullable;

/** The read path. Thread-safe; callers hold the store's close guard. */
final class HBaseReads {
  /** A scan that needs no more entries reads its blocks one by one instead of streaming files. */
  private static final long FEW_ENTRIES = 1_000;

  private final Connection connection;
  private final TableName name;
  private final HBaseOptions options;
  private final HBaseErrors errors;

  HBaseReads(Connection connection, TableName name, HBaseOptions options, HBaseErrors errors) {
    this.connection = connection;
    this.name = name;
    this.options = options;
    this.errors = errors;
  }

  byte @Nullable [] get(byte[] key) {
    try (Table table = connection.getTable(name)) {
      return value(table.get(request(key)));
    } catch (IOException e) {
      throw errors.reading(e);
    }
  }

  /** In requests of some keys each, which the client sends to all servers concerned at once. */
  List<byte[]> getAll(List<byte[]> keys) {
    List<byte[]> values = new ArrayList<>(keys.size());
    try (Table table = connection.getTable(name)) {
      for (int from = 0; from < keys.size(); from += options.batch()) {
        List<Get> chunk = new ArrayList<>();
        for (byte[] key : keys.subList(from, Math.min(keys.size(), from + options.batch()))) {
          chunk.add(request(key));
        }
        for (Result result : table.get(chunk)) {
          values.add(value(result));
        }
      }
      return values;
    } catch (IOException e) {
      throw errors.reading(e);
    }
  }

  private static Get request(byte[] key) {
    return new Get(HBaseCells.row(key)).addColumn(HBaseCells.FAMILY, HBaseCells.qualifier(key));
  }

  private static byte @Nullable [] value(@Nullable Result result) {
    if (result == null || result.isEmpty()) {
      return null;
    }
    Cell cell = result.rawCells()[0];
    if (!HBaseCells.isOurs(cell)) {
      throw new StoreCorruptedException(
          "the row " + Bytes.toHex(result.getRow()) + " has a value that this store did not write");
    }
    return HBaseCells.value(cell);
  }

  /** A scanner, which lives longer than the table it came from. */
  ResultScanner open(org.apache.hadoop.hbase.client.Scan request) throws IOException {
    try (Table table = connection.getTable(name)) {
      return table.getScanner(request);
    }
  }

  /** A scanner of all entries of the scan, or of so many. */
  ResultScanner open(Scan scan, long rows) throws IOException {
    return open(request(scan, null, true, rows, options));
  }

  /**
   * What the servers are asked: rows, not keys; see {@link HBaseCells}.
   *
   * @param from where to begin, in the scan's direction; null: at its own beginning
   * @param inclusive whether with that row or after it
   * @param left most rows
   */
  static org.apache.hadoop.hbase.client.Scan request(
      Scan scan, byte @Nullable [] from, boolean inclusive, long left, HBaseOptions options) {
    org.apache.hadoop.hbase.client.Scan request = new org.apache.hadoop.hbase.client.Scan();
    request.addFamily(HBaseCells.FAMILY);
    bounds(request, scan, from, inclusive);
    if (scan.keysOnly()) {
      request.setFilter(new KeyOnlyFilter(true));
    }
    request.setCacheBlocks(!scan.bulk());
    request.setMaxResultSize(options.scanBytes());
    request.setCaching((int) Math.max(1, Math.min(left, options.caching())));
    if (left <= FEW_ENTRIES) {
      request.setReadType(org.apache.hadoop.hbase.client.Scan.ReadType.PREAD);
    } else if (scan.bulk()) {
      request.setReadType(org.apache.hadoop.hbase.client.Scan.ReadType.STREAM);
    }
    if (left <= Integer.MAX_VALUE && !cutsWithinRow(scan.range(), from, inclusive)) {
      request.setLimit((int) left); // rows; each has at least one entry that counts
    }
    return request;
  }

  /** The length of the value of a cell that came without it: the filter puts it in its place. */
  static int valueLength(Cell cell) {
    return Bytes.getInt(cell.getValueArray(), cell.getValueOffset()) - 1;
  }

  /**
   * Whether a row may have entries that do not count. A key to begin at that is just as long as a
   * row does that in a reversed scan: what continues after it comes before it there.
   */
  private static boolean cutsWithinRow(KeyRange range, byte @Nullable [] from, boolean inclusive) {
    byte[] end = range.end();
    return HBaseCells.isLong(range.start())
        || (end != null && HBaseCells.isLong(end))
        || (from != null && inclusive && from.length >= HBaseCells.ROW_BYTES);
  }

  /**
   * The rows that hold the range, from {@code from} on. A bound that is longer than a row takes the
   * whole row in: the cursor looks at the keys then.
   */
  private static void bounds(
      org.apache.hadoop.hbase.client.Scan request,
      Scan scan,
      byte @Nullable [] from,
      boolean inclusive) {
    byte[] start = scan.range().start();
    byte[] end = scan.range().end();
    if (!scan.reversed()) {
      request.withStartRow(HBaseCells.row(from == null ? start : from), from == null || inclusive);
      if (end != null) {
        request.withStopRow(HBaseCells.row(end), HBaseCells.isLong(end));
      }
      return;
    }
    request.setReversed(true);
    if (from != null && (end == null || Bytes.compare(from, end) < 0)) {
      request.withStartRow(HBaseCells.row(from), inclusive);
    } else if (end != null) {
      request.withStartRow(HBaseCells.row(end), HBaseCells.isLong(end));
    }
    if (start.length > 0) {
      request.withStopRow(HBaseCells.row(start), true);
    }
  }
}
