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

/**
 * The rows of a scan as the servers send them, in portions. The first portion has as many rows as
 * the caller expects to take, so that most scans are one request: the server sends them and forgets
 * the scanner. Whoever takes more gets more at a time, in the end as much as a request carries.
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

  private ResultScanner scanner;

  /** Rows that this portion may have, and how many of them are still to come. */
  private long portion;

  private long toCome;

  /** Whether the portion, not the range, may end the scanner. */
  private boolean limited;

  private Result last;
  private Future<Result> prefetched;

  RowFeed(Source source, HBaseOptions options, Scan scan) {
    this.source = source;
    this.options = options;
    this.scan = scan;
  }

  boolean isOpen() {
    return scanner != null;
  }

  /**
   * Begins anew.
   *
   * @param from where, in the scan's direction; null: at its own beginning
   * @param left most entries that will be taken
   * @param expected how many likely
   */
  void open(byte[] from, long left, long expected) throws IOException {
    open(from, true, left, expected);
  }

  private void open(byte[] from, boolean inclusive, long left, long expected) throws IOException {
    close();
    begin(from, inclusive, left, expected);
  }

  private void begin(byte[] from, boolean inclusive, long left, long expected) throws IOException {
    portion = expected >= options.caching() ? Long.MAX_VALUE : expected;
    long rows = Math.min(left, portion);
    org.apache.hadoop.hbase.client.Scan request =
        HBaseReads.request(scan, from, inclusive, rows, options);
    limited = request.getLimit() > 0 && rows < left;
    toCome = rows;
    last = null;
    scanner = source.open(request);
  }

  /** Fetches the first portion in a thread of the pool, from the scan's own beginning. */
  void prefetch(ExecutorService pool, long left) {
    // Not open(), which would close what is prefetched: the task would wait for itself.
    prefetched =
        pool.submit(
            () -> {
              begin(null, true, left, scan.expected());
              return scanner.next();
            });
  }

  /** Waits for what another thread is about to fetch; null if there is no such thing. */
  private Result takePrefetched() throws IOException {
    Future<Result> first = prefetched;
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
  Result next(long left) throws IOException {
    Result row = prefetched == null ? scanner.next() : takePrefetched();
    if (row == null && limited && toCome == 0) {
      long more = portion > Long.MAX_VALUE / GROWTH ? Long.MAX_VALUE : portion * GROWTH;
      open(CellUtil.cloneRow(last.rawCells()[0]), false, left, more);
      row = scanner.next();
    }
    if (row != null) {
      last = row;
      toCome--;
    }
    return row;
  }

  void close() {
    if (prefetched != null) {
      try {
        Result unused = takePrefetched();
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
