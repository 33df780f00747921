package dev.keyfold.sql.query.scan;

import dev.keyfold.codec.KeyType;
import dev.keyfold.sql.type.FieldValues;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.jspecify.annotations.Nullable;

/**
 * A join by lookups: takes a batch of rows of the left input, looks up the rows of the right target
 * that their keys name with one call, a multi-get where the key is complete, and matches them by
 * hash. Rows come in the order of the left input. Immutable; generated code calls it.
 *
 * @param spec what is asked of the right target
 * @param key the key to look up
 * @param parts where the values of its leading parts come from
 * @param leftKeys positions in the rows of the left input that must be equal to ...
 * @param rightKeys ... these positions in the rows of the right target
 */
public record LookupSource(
    ScanSpec spec,
    String key,
    List<Part> parts,
    List<Integer> leftKeys,
    List<Integer> rightKeys,
    Kind kind) {
  private static final int FIRST_BATCH = 16;
  private static final int LARGEST_BATCH = 1024;

  /** Which rows the join has. */
  public enum Kind {
    INNER,
    LEFT,
    SEMI,
    ANTI
  }

  /**
   * The value of one part of the key.
   *
   * @param left position in the rows of the left input, -1 for a constant
   * @param type of the part
   */
  public record Part(int left, @Nullable Operand constant, KeyType type) {}

  /** The rows of the join. */
  public Enumerable<Object[]> join(Enumerable<Object[]> left, DataContext root) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<Object[]> enumerator() {
        return new Joined(left.enumerator(), (QueryContext) root);
      }
    };
  }

  /** Rows of a join without generated code. */
  public RowSource over(RowSource left) {
    return root -> join(left.open(root), root);
  }

  private final class Joined implements Enumerator<Object[]> {
    private final Enumerator<Object[]> left;
    private final QueryContext context;
    private final ScanWork work;
    private List<Object[]> ready = List.of();
    private int at = -1;
    private int batch = FIRST_BATCH;
    private boolean ended;

    Joined(Enumerator<Object[]> left, QueryContext context) {
      this.left = left;
      this.context = context;
      this.work = context.workOf(LookupSource.this);
      work.opened();
    }

    @Override
    public Object[] current() {
      return ready.get(at);
    }

    @Override
    public boolean moveNext() {
      while (++at >= ready.size()) {
        if (ended) {
          return false;
        }
        ready = next();
        at = -1;
      }
      work.returned();
      return true;
    }

    private List<Object[]> next() {
      context.checkCanceled();
      List<Object[]> rows = new ArrayList<>();
      while (rows.size() < batch && left.moveNext()) {
        rows.add(left.current());
      }
      ended = rows.size() < batch;
      batch = Math.min(LARGEST_BATCH, batch * 4);
      return rows.isEmpty() ? List.of() : joined(rows, lookUp(rows));
    }

    /** The right rows by their keys. */
    private Map<List<Object>, List<Object[]>> lookUp(List<Object[]> rows) {
      Map<List<Object>, Object[]> tuples = new HashMap<>();
      for (Object[] row : rows) {
        Object[] tuple = tuple(row);
        if (tuple != null) {
          tuples.putIfAbsent(normal(tuple), tuple);
        }
      }
      Map<List<Object>, List<Object[]>> found = new HashMap<>();
      if (tuples.isEmpty()) {
        return found;
      }
      ScanRequest.Lookup lookup =
          new ScanRequest.Lookup(key, parts.size(), new ArrayList<>(tuples.values()));
      ScanRequest request = spec.bind(context, null, List.of(), Long.MAX_VALUE, lookup);
      if (request == null) {
        return found;
      }
      long started = System.nanoTime();
      long held = 0;
      try (ScanCursor cursor = spec.target().open(context, request)) {
        while (cursor.next()) {
          Object[] row = cursor.row();
          List<Object> match = match(row, rightKeys);
          if (match != null) {
            found.computeIfAbsent(match, each -> new ArrayList<>(1)).add(row);
            long bytes = RowSizes.of(row) + 64;
            held += bytes;
            context.hold(bytes);
          }
        }
        work.closed(cursor.read(), System.nanoTime() - started);
      } finally {
        context.release(held); // the batch is short-lived
      }
      return found;
    }

    private @Nullable Object @Nullable [] tuple(Object[] row) {
      @Nullable Object[] tuple = new @Nullable Object[parts.size()];
      for (int i = 0; i < tuple.length; i++) {
        Part part = parts.get(i);
        Operand constant = part.constant();
        Object value = constant == null ? row[part.left()] : constant.value(context);
        Object own = value == null ? null : FieldValues.toField(part.type(), value);
        if (own == null || own == FieldValues.NONE) {
          return null;
        }
        tuple[i] = own;
      }
      return tuple;
    }

    private List<Object[]> joined(List<Object[]> rows, Map<List<Object>, List<Object[]>> found) {
      int width = spec.fields().size();
      List<Object[]> joined = new ArrayList<>(rows.size());
      for (Object[] row : rows) {
        List<Object> match = match(row, leftKeys);
        List<Object[]> partners = match == null ? null : found.get(match);
        switch (kind) {
          case SEMI -> {
            if (partners != null) {
              joined.add(row);
            }
          }
          case ANTI -> {
            if (partners == null) {
              joined.add(row);
            }
          }
          default -> {
            if (partners != null) {
              partners.forEach(partner -> joined.add(both(row, partner)));
            } else if (kind == Kind.LEFT) {
              joined.add(Arrays.copyOf(row, row.length + width));
            }
          }
        }
      }
      return joined;
    }

    @Override
    public void reset() {
      throw new UnsupportedOperationException("a join is opened again, not reset");
    }

    @Override
    public void close() {
      left.close();
    }
  }

  private static Object[] both(Object[] left, Object[] right) {
    Object[] both = Arrays.copyOf(left, left.length + right.length);
    System.arraycopy(right, 0, both, left.length, right.length);
    return both;
  }

  /** The values of the positions in a form in which equal ones are equal; null if one is null. */
  private static @Nullable List<Object> match(Object[] row, List<Integer> positions) {
    Object[] values = new Object[positions.size()];
    for (int i = 0; i < values.length; i++) {
      Object value = row[positions.get(i)];
      if (value == null) {
        return null;
      }
      values[i] = normal(value);
    }
    return Arrays.asList(values);
  }

  private static List<Object> normal(Object[] tuple) {
    Object[] values = new Object[tuple.length];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          tuple[i] instanceof byte[] bytes ? java.nio.ByteBuffer.wrap(bytes) : normal(tuple[i]);
    }
    return Arrays.asList(values);
  }

  private static Object normal(Object value) {
    if (value instanceof BigDecimal decimal) {
      BigDecimal plain = decimal.stripTrailingZeros();
      return plain.scale() <= 0 && plain.precision() - plain.scale() < 19
          ? (Object) plain.longValueExact()
          : plain;
    }
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (value instanceof Float f) {
      return (double) f;
    }
    return value;
  }
}
