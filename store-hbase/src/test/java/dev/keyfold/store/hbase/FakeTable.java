package dev.keyfold.store.hbase;

import dev.keyfold.codec.bytes.Bytes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/** Rows of cells in memory, scanned by the client's rules: bounds, direction, limit of rows. */
final class FakeTable {
  private final NavigableMap<byte[], NavigableMap<byte[], byte[]>> rows =
      new TreeMap<>(Bytes::compare);
  private int opened;
  private int open;

  void put(byte[] key, byte[] value) {
    rows.computeIfAbsent(HBaseCells.row(key), row -> new TreeMap<>(Bytes::compare))
        .put(HBaseCells.qualifier(key), HBaseCells.stored(value));
  }

  /** How many scanners were opened so far. */
  int opened() {
    return opened;
  }

  /** How many of them are not closed. */
  int open() {
    return open;
  }

  ResultScanner scan(Scan scan) {
    opened++;
    open++;
    NavigableMap<byte[], NavigableMap<byte[], byte[]>> seen = rows;
    if (scan.isReversed()) {
      seen = seen.descendingMap();
    }
    if (scan.getStartRow().length > 0) {
      seen = seen.tailMap(scan.getStartRow(), scan.includeStartRow());
    }
    List<Result> results = new ArrayList<>();
    for (Map.Entry<byte[], NavigableMap<byte[], byte[]>> row : seen.entrySet()) {
      if (isBehind(scan, row.getKey())
          || (scan.getLimit() > 0 && results.size() == scan.getLimit())) {
        break;
      }
      results.add(result(row));
    }
    return new Scanner(results.iterator());
  }

  private static boolean isBehind(Scan scan, byte[] row) {
    if (scan.getStopRow().length == 0) {
      return false;
    }
    int order = Bytes.compare(row, scan.getStopRow());
    order = scan.isReversed() ? -order : order;
    return scan.includeStopRow() ? order > 0 : order >= 0;
  }

  private static Result result(Map.Entry<byte[], NavigableMap<byte[], byte[]>> row) {
    List<Cell> cells = new ArrayList<>();
    row.getValue()
        .forEach(
            (qualifier, value) ->
                cells.add(
                    CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
                        .setRow(row.getKey())
                        .setFamily(HBaseCells.FAMILY)
                        .setQualifier(qualifier)
                        .setTimestamp(1)
                        .setType(Cell.Type.Put)
                        .setValue(value)
                        .build()));
    return Result.create(cells);
  }

  private final class Scanner implements ResultScanner {
    private final Iterator<Result> results;
    private boolean closed;

    Scanner(Iterator<Result> results) {
      this.results = results;
    }

    @Override
    public Result next() {
      return results.hasNext() ? results.next() : null;
    }

    @Override
    public void close() {
      open -= closed ? 0 : 1;
      closed = true;
    }

    @Override
    public boolean renewLease() {
      return true;
    }

    @Override
    public ScanMetrics getScanMetrics() {
      return null;
    }
  }
}
