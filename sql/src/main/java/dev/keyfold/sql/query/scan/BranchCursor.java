package dev.keyfold.sql.query.scan;

import dev.keyfold.table.expr.Term;
import dev.keyfold.table.plan.Plan;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.where.Condition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows of several scans, one after another: of {@code OR}, and of several ranges of a column. A
 * row that fulfils two branches is returned once. If one of the branches has no key, all rows of
 * the common conditions are read once and tested instead.
 */
final class BranchCursor implements ScanCursor {
  private final TableTarget target;
  private final QueryContext context;
  private final ScanRequest request;
  private final int[] key;
  private final @Nullable Set<List<Object>> seen;
  private int branch;
  private @Nullable TableCursor current;
  private long read;
  private long left;
  private long held;

  private BranchCursor(TableTarget target, QueryContext context, ScanRequest request) {
    this.target = target;
    this.context = context;
    this.request = request;
    this.left = request.limit();
    this.seen = request.disjoint() ? null : new HashSet<>();
    this.key = target.keys().get(0).parts().stream().mapToInt(TargetKey.Part::field).toArray();
  }

  static ScanCursor open(TableTarget target, QueryContext context, ScanRequest request) {
    for (List<Condition> each : request.branches()) {
      Plan plan = target.query(context, request, with(request, each)).allowScan(1).plan();
      if (plan.kind() == Plan.Kind.FULL_SCAN && request.order().isEmpty()) {
        return new TestedCursor(target, context, request);
      }
    }
    return new BranchCursor(target, context, request);
  }

  private static List<Condition> with(ScanRequest request, List<Condition> branch) {
    List<Condition> all = new ArrayList<>(request.conditions());
    all.addAll(branch);
    return all;
  }

  /** The key is needed to know a row again. */
  private static ScanRequest keyed(ScanRequest request, int[] key) {
    if (request.disjoint()) {
      return request;
    }
    List<Integer> fields = new ArrayList<>();
    for (int field : request.fields()) {
      fields.add(field);
    }
    for (int field : key) {
      if (!fields.contains(field)) {
        fields.add(field);
      }
    }
    int[] all = fields.stream().mapToInt(Integer::intValue).toArray();
    return new ScanRequest(
        request.conditions(),
        request.branches(),
        false,
        all,
        request.key(),
        request.order(),
        request.limit(),
        null);
  }

  @Override
  public boolean next() {
    while (left > 0) {
      if (current == null) {
        if (branch == request.branches().size()) {
          return false;
        }
        current =
            target.one(
                context, keyed(request, key), with(request, request.branches().get(branch++)));
      }
      while (current.next()) {
        if (seen == null || isNew(current)) {
          left--;
          return true;
        }
      }
      read += current.read();
      current.close();
      current = null;
    }
    return false;
  }

  private boolean isNew(TableCursor cursor) {
    Object[] values = new Object[key.length];
    RowView view = cursor.rows().view();
    for (int i = 0; i < key.length; i++) {
      values[i] = cursor.value(view, key[i]);
    }
    boolean isNew = seen != null && seen.add(Arrays.asList(values));
    if (isNew) {
      long bytes = RowSizes.of(values) + 48;
      held += bytes;
      context.hold(bytes);
    }
    return isNew;
  }

  @Override
  public @Nullable Object[] row() {
    TableCursor cursor = current;
    if (cursor == null) {
      throw new IllegalStateException("not on a row");
    }
    @Nullable Object[] row = cursor.row();
    return row.length == request.fields().length
        ? row
        : Arrays.copyOf(row, request.fields().length);
  }

  @Override
  public long read() {
    return read + (current == null ? 0 : current.read());
  }

  @Override
  public String work() {
    return current == null ? "" : current.work();
  }

  @Override
  public void close() {
    if (current != null) {
      current.close();
      current = null;
    }
    context.release(held);
    held = 0;
    left = 0;
  }

  /** All rows of the common conditions, each tested for the branches. */
  private static final class TestedCursor implements ScanCursor {
    private final TableCursor rows;
    private final List<List<Term>> branches = new ArrayList<>();
    private final int width;
    private long left;

    TestedCursor(TableTarget target, QueryContext context, ScanRequest request) {
      Set<Integer> fields = new java.util.LinkedHashSet<>();
      for (int field : request.fields()) {
        fields.add(field);
      }
      for (List<Condition> branch : request.branches()) {
        branch.forEach(each -> fields.add(target.definition().indexOf(each.field())));
      }
      width = request.fields().length;
      left = request.limit();
      rows =
          target.one(
              context,
              new ScanRequest(
                  request.conditions(),
                  List.of(),
                  true,
                  fields.stream().mapToInt(Integer::intValue).toArray(),
                  null,
                  List.of(),
                  Long.MAX_VALUE,
                  null),
              request.conditions());
      var binder = rows.rows().plan().query().table().binder();
      for (List<Condition> branch : request.branches()) {
        branches.add(branch.stream().map(binder::bind).toList());
      }
    }

    @Override
    public boolean next() {
      while (left > 0 && rows.next()) {
        RowView view = rows.rows().view();
        for (List<Term> branch : branches) {
          if (branch.stream().allMatch(term -> term.test(view))) {
            left--;
            return true;
          }
        }
      }
      return false;
    }

    @Override
    public @Nullable Object[] row() {
      @Nullable Object[] row = rows.row();
      return row.length == width ? row : Arrays.copyOf(row, width);
    }

    @Override
    public long read() {
      return rows.read();
    }

    @Override
    public String work() {
      return rows.work();
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
