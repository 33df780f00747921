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
 * @param group positions of the fields that rows are grouped by; null if every row is kept
 */
public record MemoryGuard(@Nullable List<Integer> group) {
  private static final int ENTRY = 64;
  private static final int CHECKED = 1024;

  /** The same rows. */
  public <T> Enumerable<T> guard(Enumerable<T> rows, DataContext root) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<T> enumerator() {
        QueryContext context = (QueryContext) root;
        return new Counted<>(rows.enumerator(), context, group);
      }
    };
  }

  private static final class Counted<T> implements Enumerator<T> {
    private final Enumerator<T> rows;
    private final QueryContext context;
    private final @Nullable List<Integer> group;
    private final byte[] registers;
    private long seen;
    private long bytes;
    private long held;

    Counted(Enumerator<T> rows, QueryContext context, @Nullable List<Integer> group) {
      this.rows = rows;
      this.context = context;
      this.group = group;
      this.registers = new byte[group == null ? 0 : CHECKED];
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
      seen++;
      if (group == null) {
        context.hold(RowSizes.ofValue(row) + ENTRY);
        return true;
      }
      bytes += RowSizes.ofValue(row) + ENTRY;
      observe(hash(row, group));
      if (seen % CHECKED == 0) {
        long now = (long) (Math.min((double) seen, distinct()) * bytes / seen);
        if (now > held) {
          context.hold(now - held);
          held = now;
        }
      }
      return true;
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
