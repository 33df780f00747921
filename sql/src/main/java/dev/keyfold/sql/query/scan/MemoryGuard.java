package dev.keyfold.sql.query.scan;

import java.util.Arrays;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.jspecify.annotations.Nullable;

/**
 * Counts the memory of what a sort, a hash or a join above it keeps, and stops the statement at its
 * limit. An aggregate keeps one entry for each group: how many there are is estimated with a
 * HyperLogLog sketch of the group's fields. Immutable; generated code calls it.
 *
 * @param scope the operator that keeps the rows
 * @param kept which rows it keeps
 * @param fields positions of the fields of the group or of the key; empty for the other kinds
 * @param most how many rows it keeps at most, of kind {@link Kept#FIRST}
 */
public record MemoryGuard(MemoryScope scope, Kept kept, List<Integer> fields, List<Bound> most) {
  private static final int ENTRY = 64;
  private static final int CHECKED = 1024;

  /** Which rows an operator keeps. */
  public enum Kept {
    /** Every row: a sort, the right side of a hash join. */
    ALL,
    /** One for each group: an aggregate. */
    GROUPS,
    /** Those with the current value of the key: a merge join, which reads in its order. */
    SAME_KEY,
    /** So many: a sort with a limit. */
    FIRST
  }

  /**
   * OFFSET or FETCH.
   *
   * @param parameter which parameter has the number; -1 if it is the value
   */
  public record Bound(long value, int parameter) {
    long in(QueryContext context) {
      return parameter < 0
          ? value
          : context.parameter(parameter) instanceof Number number
              ? number.longValue()
              : Long.MAX_VALUE;
    }
  }

  /** The same rows. */
  public <T> Enumerable<T> guard(Enumerable<T> rows, DataContext root) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<T> enumerator() {
        return new Counted<>(rows.enumerator(), (QueryContext) root, MemoryGuard.this);
      }
    };
  }

  private long rows(QueryContext context) {
    long sum = 0;
    for (Bound each : most) {
      long value = Math.max(0, each.in(context));
      sum = sum > Long.MAX_VALUE - value ? Long.MAX_VALUE : sum + value;
    }
    return sum;
  }

  private static final class Counted<T> implements Enumerator<T> {
    private final Enumerator<T> rows;
    private final QueryContext context;
    private final MemoryGuard guard;
    private final byte[] registers;
    private final long most;
    private @Nullable Object last;
    private long seen;
    private long bytes;
    private long held;

    Counted(Enumerator<T> rows, QueryContext context, MemoryGuard guard) {
      this.rows = rows;
      this.context = context;
      this.guard = guard;
      this.registers = new byte[guard.kept == Kept.GROUPS ? CHECKED : 0];
      this.most = guard.kept == Kept.FIRST ? guard.rows(context) : 0;
    }

    @Override
    public T current() {
      return rows.current();
    }

    @Override
    public boolean moveNext() {
      if (!rows.moveNext()) {
        return false;
      }
      T row = rows.current();
      long size = RowSizes.ofValue(row) + ENTRY;
      seen++;
      bytes += size;
      switch (guard.kept) {
        case ALL -> context.hold(guard.scope, size);
        case GROUPS -> {
          observe(hash(row, guard.fields));
          if (seen % CHECKED == 0) {
            holdUpTo((long) (Math.min((double) seen, distinct()) * bytes / seen));
          }
        }
        case FIRST -> {
          if (seen <= most || seen % CHECKED == 0) {
            holdUpTo((long) ((double) bytes / seen * Math.min(seen, most)));
          }
        }
        case SAME_KEY -> sameKey(row, size);
      }
      return true;
    }

    private void holdUpTo(long now) {
      if (now > held) {
        context.hold(guard.scope, now - held);
        held = now;
      }
    }

    private void sameKey(@Nullable Object row, long size) {
      Object key = key(row, guard.fields);
      if (!key.equals(last)) {
        context.hold(guard.scope, -held);
        held = 0;
        last = key;
      }
      context.hold(guard.scope, size);
      held += size;
    }

    private static Object key(@Nullable Object row, List<Integer> fields) {
      if (!(row instanceof Object[] array)) {
        return row == null ? "" : row;
      }
      Object[] key = new Object[fields.size()];
      for (int i = 0; i < key.length; i++) {
        key[i] = array[fields.get(i)];
      }
      return Arrays.asList(key);
    }

    private static int hash(@Nullable Object row, List<Integer> group) {
      if (!(row instanceof Object[] array)) {
        return row == null ? 0 : row.hashCode();
      }
      int hash = 1;
      for (int field : group) {
        Object value = array[field];
        hash = 31 * hash + (value == null ? 0 : value.hashCode());
      }
      return hash;
    }

    private void observe(int hash) {
      long mixed = hash * 0x9E3779B97F4A7C15L;
      mixed = (mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L;
      mixed ^= mixed >>> 32;
      int register = (int) (mixed & (CHECKED - 1));
      byte rank = (byte) (Long.numberOfLeadingZeros(mixed | 1023) + 1);
      registers[register] = (byte) Math.max(registers[register], rank);
    }

    private double distinct() {
      double sum = 0;
      int empty = 0;
      for (byte rank : registers) {
        sum += Math.scalb(1.0, -rank);
        empty += rank == 0 ? 1 : 0;
      }
      double estimate = 0.7213 / (1 + 1.079 / CHECKED) * CHECKED * CHECKED / sum;
      return empty > 0 && estimate < 2.5 * CHECKED
          ? CHECKED * Math.log((double) CHECKED / empty)
          : estimate;
    }

    @Override
    public void reset() {
      Arrays.fill(registers, (byte) 0);
      rows.reset();
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
