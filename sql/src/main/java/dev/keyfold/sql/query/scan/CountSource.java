package dev.keyfold.sql.query.scan;

import java.util.Arrays;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;

/**
 * The number of rows of a scan. Immutable.
 *
 * @param columns how often it is wanted: {@code select count(*), count(id)}
 */
public record CountSource(ScanSpec spec, int columns) implements RowSource {
  @Override
  public Enumerable<Object[]> open(DataContext root) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<Object[]> enumerator() {
        Object[] row = new Object[columns];
        Arrays.fill(row, counted((QueryContext) root));
        return Linq4j.singletonEnumerator(row);
      }
    };
  }

  private long counted(QueryContext context) {
    ScanRequest request = spec.bind(context, null, List.of(), Long.MAX_VALUE, null);
    ScanWork work = context.workOf(this);
    work.opened();
    if (request == null) {
      return 0;
    }
    long started = System.nanoTime();
    long count = 0;
    try (ScanCursor cursor = spec.target().open(context, request)) {
      while (cursor.next()) {
        count++;
      }
      work.closed(cursor.read(), System.nanoTime() - started);
    }
    work.returned();
    return count;
  }
}
