package dev.keyfold.sql.query.scan;

import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.jspecify.annotations.Nullable;

/** The row of the empty grouping set over no rows at all. Immutable; generated code calls it. */
public final class GrandTotal {
  private final @Nullable Object[] row;

  public GrandTotal(@Nullable Object[] row) {
    this.row = row;
  }

  /** The same rows; if there are none, the row of the empty set. */
  public Enumerable<@Nullable Object[]> orTotal(Enumerable<@Nullable Object[]> groups) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<@Nullable Object[]> enumerator() {
        return new OrTotal(groups.enumerator());
      }
    };
  }

  private final class OrTotal implements Enumerator<@Nullable Object[]> {
    private final Enumerator<@Nullable Object[]> groups;
    private boolean any;
    private boolean total;

    OrTotal(Enumerator<@Nullable Object[]> groups) {
      this.groups = groups;
    }

    @Override
    public @Nullable Object[] current() {
      return total ? row : groups.current();
    }

    @Override
    public boolean moveNext() {
      if (total) {
        total = false;
        return false;
      }
      if (groups.moveNext()) {
        any = true;
        return true;
      }
      total = !any;
      any = true;
      return total;
    }

    @Override
    public void reset() {
      groups.reset();
      any = false;
      total = false;
    }

    @Override
    public void close() {
      groups.close();
    }
  }
}
