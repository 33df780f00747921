package dev.keyfold.store.hbase;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;

/**
 * About how much is in a range: counted, keys only, up to a number that a server gives out in some
 * tens of milliseconds; what lies behind is taken from the sizes of the regions, half of a region
 * where the range ends within it.
 */
final class Estimates {
  private static final int COUNTED = 16_384;

  private final Reads reads;
  private final Regions regions;
  private final Failures failures;

  Estimates(Reads reads, Regions regions, Failures failures) {
    this.reads = reads;
    this.regions = regions;
    this.failures = failures;
  }

  RangeEstimate of(KeyRange range) {
    if (range.isEmpty()) {
      return new RangeEstimate(0, 0);
    }
    long count = 0;
    long bytes = 0;
    Scan scan = Scan.over(range).limit(COUNTED).withoutValues().inBulk();
    try (ResultScanner scanner = reads.open(scan, null, COUNTED)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        for (Cell cell : row.rawCells()) {
          count++;
          bytes += cell.getRowLength() + cell.getQualifierLength() + Reads.valueLength(cell);
        }
      }
    } catch (IOException e) {
      throw failures.reading(e);
    }
    if (count < COUNTED) {
      return new RangeEstimate(bytes, count);
    }
    long whole = Math.max(bytes, inRegions(range));
    return new RangeEstimate(whole, (long) (count * ((double) whole / Math.max(1, bytes))));
  }

  private long inRegions(KeyRange range) {
    long bytes = 0;
    for (Regions.Extent region : regions.extents()) {
      KeyRange own = KeyRange.of(region.start(), region.end());
      KeyRange shared = own.intersect(range);
      if (!shared.isEmpty()) {
        bytes += shared.equals(own) ? region.bytes() : region.bytes() / 2;
      }
    }
    return bytes;
  }
}
