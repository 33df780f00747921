package dev.keyfold.sql.query.scan;

import org.apache.calcite.linq4j.Enumerator;
import org.jspecify.annotations.Nullable;

/** A cursor as generated code sees it. */
final class CursorEnumerator implements Enumerator<Object[]> {
  private final QueryContext context;
  private final ScanCursor cursor;
  private final ScanWork work;
  private final long started = System.nanoTime();
  private @Nullable Object @Nullable [] row;
  private boolean closed;

  CursorEnumerator(QueryContext context, ScanCursor cursor, ScanWork work) {
    this.context = context;
    this.cursor = cursor;
    this.work = work;
  }

  @Override
  @SuppressWarnings("NullAway") // rows hold nulls, which linq4j's types do not say
  public Object[] current() {
    return row;
  }

  @Override
  public boolean moveNext() {
    context.checkCanceled();
    if (!cursor.next()) {
      row = null;
      return false;
    }
    row = cursor.row();
    work.returned();
    return true;
  }

  @Override
  public void reset() {
    throw new UnsupportedOperationException("a scan is opened again, not reset");
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      work.closed(cursor.read(), System.nanoTime() - started);
      cursor.close();
    }
  }
}
