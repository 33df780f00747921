package dev.keyfold.store.hbase;

import dev.keyfold.store.Scan;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a scan as the servers send them, in portions. The first portion has as many rows as
 * the caller expects to take, so that most scans are one request: the server sends them and forgets
 * the scanner. Fetch sizes grow with the rows read, up to the size of a request.
 *
 * <p>Belongs to one cursor. The first portion may be fetched by another thread ({@link #prefetch}).
 */
final class RowFeed {
  /** A leap mostly looks at a few rows and leaps again. */
  static final long AFTER_LEAP = 32;

  private static final long GROWTH = 8;

  /** Sends a scan to the servers. */
  interface Source {
    ResultScanner open(org.apache.hadoop.hbase.client.Scan request) throws IOException;
  }

  private final Source source;
  private final HBaseOptions options;
  private final Scan scan;

  private @Nullable ResultScanner scanner;

  /** Rows that this portion may have, and how many of them are still to come. */
  private long portion;

  private long toCome;

  /** Whether the portion, not the range, may end the scanner. */
  private boolean limited;

  private @Nullable Result last;
  private @Nullable Future<Result> prefetched;

  RowFeed(Source source, HBaseOptions options, Scan scan) {
    this.source = source;
    this.options = options;
    this.scan = scan;
  }

  boolean isOpen() {
    return scanner != null;
  }

  /**
   * Starts again.
   *
   * @param from where, in the scan's direction; null: at its own beginning
   * @param left most entries that will be taken
   * @param expected how many likely
   */
  void open(byte @Nullable [] from, long left, long expected) throws IOException {
    close();
    scanner = begin(from, true, left, expected);
  }

  private ResultScanner begin(byte @Nullable [] from, boolean inclusive, long left, long expected)
      throws IOException {
    portion = expected >= options.caching() ? Long.MAX_VALUE : expected;
    long rows = Math.min(left, portion);
    org.apache.hadoop.hbase.client.Scan request =
        HBaseReads.request(scan, from, inclusive, rows, options);
    limited = request.getLimit() > 0 && rows < left;
    toCome = rows;
    last = null;
    return source.open(request);
  }

  /** Fetches the first portion in a thread of the pool, from the scan's own beginning. */
  void prefetch(ExecutorService pool, long left) {
    // Not open(), which would close what is prefetched: the task would wait for itself.
    prefetched =
        pool.submit(
            () -> {
              ResultScanner opened = begin(null, true, left, scan.expected());
              scanner = opened;
              return opened.next();
            });
  }

  /** Waits for the row that another thread is about to fetch; null if the range is empty. */
  private @Nullable Result takePrefetched(Future<Result> first) throws IOException {
    prefetched = null;
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return first.get();
        } catch (InterruptedException e) {
          interrupted = true; // the scanner is the other thread's until it is done
        } catch (ExecutionException e) {
          throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        } catch (CancellationException closed) {
          throw new IOException(closed);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  boolean isPrefetched() {
    return prefetched != null;
  }

  /**
   * The next row; null at the end.
   *
   * @param left most entries that will still be taken
   */
  @Nullable Result next(long left) throws IOException {
    Result row = prefetched == null ? opened().next() : takePrefetched(prefetched);
    if (row == null && last != null && limited && toCome == 0) {
      byte[] after = CellUtil.cloneRow(last.rawCells()[0]);
      close();
      long more = portion > Long.MAX_VALUE / GROWTH ? Long.MAX_VALUE : portion * GROWTH;
      scanner = begin(after, false, left, more);
      row = scanner.next();
    }
    if (row != null) {
      last = row;
      toCome--;
    }
    return row;
  }

  private ResultScanner opened() {
    if (scanner == null) {
      throw new IllegalStateException("a row was asked for before open() or prefetch()");
    }
    return scanner;
  }

  void close() {
    if (prefetched != null) {
      try {
        Result unused = takePrefetched(prefetched);
      } catch (IOException notNeeded) {
        // Nobody asks for it any more.
      }
    }
    if (scanner != null) {
      scanner.close();
      scanner = null;
    }
  }
}
