package dev.keyfold.sql.query.scan;

import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;

/**
 * The life of an operator that keeps rows: what the {@link MemoryGuard}s below it have counted is
 * free again when its own rows have been read or closed. A correlated subquery runs its operators
 * once for each row of the outer query. Immutable, compared by identity; generated code calls it.
 */
public final class MemoryScope {
  /** One for each operator. */
  public MemoryScope() {}

  /** The same rows. */
  public <T> Enumerable<T> within(Enumerable<T> rows, DataContext root) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<T> enumerator() {
        return new Released<>(rows.enumerator(), (QueryContext) root);
      }
    };
  }

  private final class Released<T> implements Enumerator<T> {
    private final Enumerator<T> rows;
    private final QueryContext context;

    Released(Enumerator<T> rows, QueryContext context) {
      this.rows = rows;
      this.context = context;
    }

    @Override
    public T current() {
      return rows.current();
    }

    @Override
    public boolean moveNext() {
      return rows.moveNext();
    }

    @Override
    public void reset() {
      rows.reset();
    }

    @Override
    public void close() {
      rows.close();
      context.release(MemoryScope.this);
    }
  }
}
