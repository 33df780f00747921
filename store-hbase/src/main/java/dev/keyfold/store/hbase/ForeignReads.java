package dev.keyfold.store.hbase;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.CellRow;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
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
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.jspecify.annotations.Nullable;

/**
 * Requests for whole rows of a table of another program, or for those families of them that were
 * asked for. The newest version of each cell. Thread-safe.
 */
final class ForeignReads {
  /** A scan that needs no more rows reads its blocks one by one instead of streaming files. */
  private static final long FEW_ROWS = 1_000;

  private static final int SAMPLE = KeyDensity.SAMPLE;

  private final Connection connection;
  private final TableName name;
  private final List<byte[]> families;
  private final HBaseOptions options;
  private final HBaseErrors errors;

  /**
   * @param families those to read; empty for all
   */
  ForeignReads(
      Connection connection,
      TableName name,
      List<byte[]> families,
      HBaseOptions options,
      HBaseErrors errors) {
    this.connection = connection;
    this.name = name;
    this.families = families;
    this.options = options;
    this.errors = errors;
  }

  /** In requests of some rows each; null for a row that does not exist. */
  List<byte[]> getAll(List<byte[]> keys) {
    List<byte[]> values = new ArrayList<>(keys.size());
    CellRow.Writer writer = new CellRow.Writer();
    try (Table table = connection.getTable(name)) {
      for (int from = 0; from < keys.size(); from += options.batch()) {
        List<Get> chunk = new ArrayList<>();
        for (byte[] key : keys.subList(from, Math.min(keys.size(), from + options.batch()))) {
          Get get = new Get(key);
          families.forEach(get::addFamily);
          chunk.add(get);
        }
        for (Result row : table.get(chunk)) {
          values.add(
              row == null || row.isEmpty() ? null : ForeignCursor.encode(writer, row).toArray());
        }
      }
      return values;
    } catch (IOException e) {
      throw errors.reading(e);
    }
  }

  /** See {@link ForeignCursor.Source}. */
  ResultScanner open(Scan scan, byte @Nullable [] from, long left) throws IOException {
    org.apache.hadoop.hbase.client.Scan request = new org.apache.hadoop.hbase.client.Scan();
    families.forEach(request::addFamily);
    byte[] start = scan.range().start();
    byte[] end = scan.range().end();
    if (scan.reversed()) {
      request.setReversed(true);
      if (from != null) {
        request.withStartRow(from, true);
      } else if (end != null) {
        request.withStartRow(end, false);
      }
      if (start.length > 0) {
        request.withStopRow(start, true);
      }
    } else {
      request.withStartRow(from == null ? start : from, true);
      if (end != null) {
        request.withStopRow(end, false);
      }
    }
    if (scan.keysOnly()) {
      request.setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()));
    }
    request.setCacheBlocks(!scan.bulk()); // the owner's cache is not for us to fill
    request.setMaxResultSize(options.scanBytes());
    request.setCaching((int) Math.max(1, Math.min(left, options.caching())));
    if (left <= Integer.MAX_VALUE) {
      request.setLimit((int) left);
    }
    if (left <= FEW_ROWS) {
      request.setReadType(org.apache.hadoop.hbase.client.Scan.ReadType.PREAD);
    } else if (scan.bulk()) {
      request.setReadType(org.apache.hadoop.hbase.client.Scan.ReadType.STREAM);
    }
    try (Table table = connection.getTable(name)) {
      return table.getScanner(request); // lives longer than the table it came from
    }
  }

  /** Exact for few rows, else from the density of keys; see {@link KeyDensity}. */
  RangeEstimate estimate(KeyRange range) {
    if (range.isEmpty()) {
      return new RangeEstimate(0, 0);
    }
    try {
      List<byte[]> first = new ArrayList<>();
      long bytes = 0;
      try (ResultScanner rows = open(Scan.over(range), null, SAMPLE)) {
        for (Result row = rows.next(); row != null; row = rows.next()) {
          first.add(row.getRow());
          bytes += row.getRow().length + length(row);
        }
      }
      if (first.size() < SAMPLE) {
        return new RangeEstimate(bytes, first.size());
      }
      KeyDensity.Keys keys = keys();
      byte[] last = keys.last(range);
      double count = last == null ? SAMPLE : KeyDensity.count(keys, range, first, last);
      count = Math.max(SAMPLE, count);
      return new RangeEstimate((long) (count * bytes / SAMPLE), (long) count);
    } catch (IOException e) {
      throw errors.reading(e);
    }
  }

  private static long length(Result row) {
    long bytes = 0;
    for (Cell cell : row.rawCells()) {
      bytes += cell.getFamilyLength() + cell.getQualifierLength() + cell.getValueLength();
    }
    return bytes;
  }

  private KeyDensity.Keys keys() {
    return new KeyDensity.Keys() {
      @Override
      public List<byte[]> first(KeyRange within, int limit) throws IOException {
        return some(Scan.over(within).withoutValues(), limit);
      }

      @Override
      public byte @Nullable [] last(KeyRange within) throws IOException {
        List<byte[]> found = some(Scan.over(within).reverse().withoutValues(), 1);
        return found.isEmpty() ? null : found.get(0);
      }
    };
  }

  private List<byte[]> some(Scan scan, int limit) throws IOException {
    List<byte[]> keys = new ArrayList<>();
    try (ResultScanner rows = open(scan, null, limit)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        keys.add(row.getRow());
      }
    }
    return keys;
  }
}
