package dev.keyfold.sql.query.scan;

import dev.keyfold.table.where.OrderItem;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.jspecify.annotations.Nullable;

/**
 * A scan of a plan. Immutable.
 *
 * @param key name of the key to use, null for whichever is best
 * @param order that the key has
 * @param offset rows to pass over; null: none
 * @param fetch most rows; null: all
 */
public record ScanSource(
    ScanSpec spec,
    @Nullable String key,
    List<OrderItem> order,
    @Nullable Operand offset,
    @Nullable Operand fetch)
    implements RowSource {
  @Override
  public Enumerable<Object[]> open(DataContext root) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<Object[]> enumerator() {
        return start((QueryContext) root);
      }
    };
  }

  /** The request with values bound, without the offset's rows left out; null if it has no rows. */
  public @Nullable ScanRequest bind(QueryContext context) {
    long skipped = count(offset, context, 0);
    long most = count(fetch, context, Long.MAX_VALUE);
    long limit = most > Long.MAX_VALUE - skipped ? Long.MAX_VALUE : most + skipped;
    return most == 0 ? null : spec.bind(context, key, order, limit, null);
  }

  private static long count(@Nullable Operand operand, DataContext context, long none) {
    Object value = operand == null ? null : operand.value(context);
    return value == null ? none : ((Number) value).longValue();
  }

  private Enumerator<Object[]> start(QueryContext context) {
    ScanRequest request = bind(context);
    ScanWork work = context.workOf(this);
    work.opened();
    if (request == null) {
      return Linq4j.emptyEnumerator();
    }
    ScanCursor cursor = spec.target().open(context, request);
    for (long left = count(offset, context, 0); left > 0 && cursor.next(); left--) {
      // passed over
    }
    return new CursorEnumerator(context, cursor, work);
  }
}
