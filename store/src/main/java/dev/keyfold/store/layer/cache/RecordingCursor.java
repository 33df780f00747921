package dev.keyfold.store.layer.cache;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.layer.forward.ForwardingCursor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes a cursor on and takes down what it shows. If the end of the range is reached with few
 * enough rows, they are handed to the cache; if not, if the cursor leaps, or if it is closed
 * before, nothing is: only all rows of a range can answer whatever is asked of a cursor over it.
 */
final class RecordingCursor extends ForwardingCursor {
  private final Scan scan;
  private final int mostRows;
  private final long mostBytes;
  private final Consumer<CachedScan> cache;
  private final Consumer<CachedScan> forget;

  /** Null when no longer recording. */
  private @Nullable CachedScan record;

  RecordingCursor(
      Cursor inner,
      Scan scan,
      CachedScan record,
      int mostRows,
      long mostBytes,
      Consumer<CachedScan> cache,
      Consumer<CachedScan> forget) {
    super(inner);
    this.scan = scan;
    this.record = record;
    this.mostRows = mostRows;
    this.mostBytes = mostBytes;
    this.cache = cache;
    this.forget = forget;
  }

  @Override
  public boolean next() {
    boolean found = inner.next();
    if (record != null) {
      if (found) {
        record.add(inner.key().toArray(), record.hasValues() ? inner.value().toArray() : null);
        if (record.size() > mostRows || record.bytes() > mostBytes || record.isOutdated()) {
          stop();
        }
      } else if (record.size() < scan.limit()) {
        finish(record);
      } else {
        stop(); // the end of the limit, perhaps not of the range
      }
    }
    return found;
  }

  private void finish(CachedScan complete) {
    record = null;
    if (scan.reversed()) {
      complete.reverse();
    }
    cache.accept(complete);
  }

  private void stop() {
    if (record != null) {
      forget.accept(record);
      record = null;
    }
  }

  @Override
  public void seek(byte[] key) {
    stop();
    inner.seek(key);
  }

  @Override
  public void close() {
    stop();
    inner.close();
  }
}
