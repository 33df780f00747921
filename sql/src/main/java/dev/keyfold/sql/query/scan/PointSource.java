package dev.keyfold.sql.query.scan;

import dev.keyfold.codec.KeyType;
import dev.keyfold.sql.type.FieldValues;
import dev.keyfold.table.Row;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.jspecify.annotations.Nullable;

/**
 * The row with a complete primary key: a get instead of a query, which would be planned first.
 * Immutable.
 */
public final class PointSource implements RowSource {
  private final ScanSource scan;
  private final TableTarget target;
  private final ScanCondition[] key;
  private final int[] fields;
  private final KeyType[] types;

  private PointSource(ScanSource scan, TableTarget target, ScanCondition[] key) {
    this.scan = scan;
    this.target = target;
    this.key = key;
    this.fields = scan.spec().fieldArray();
    this.types = new KeyType[fields.length];
    for (int i = 0; i < fields.length; i++) {
      types[i] = target.types().get(fields[i]);
    }
  }

  /** The scan as a get, if its conditions are the fields of the primary key and nothing else. */
  public static RowSource of(ScanSource scan) {
    ScanSpec spec = scan.spec();
    if (!(spec.target() instanceof TableTarget target)
        || !spec.branches().isEmpty()
        || scan.offset() != null
        || scan.fetch() != null) {
      return scan;
    }
    List<TargetKey.Part> parts = target.keys().get(0).parts();
    ScanCondition[] key = new ScanCondition[parts.size()];
    for (int i = 0; i < key.length; i++) {
      for (ScanCondition condition : spec.conditions()) {
        if (condition.op() == ScanCondition.Op.EQ
            && condition.expression().equals(parts.get(i).expression())) {
          key[i] = condition;
        }
      }
      if (key[i] == null) {
        return scan;
      }
    }
    return spec.conditions().size() == key.length ? new PointSource(scan, target, key) : scan;
  }

  @Override
  public Enumerable<Object[]> open(DataContext root) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<Object[]> enumerator() {
        return start((QueryContext) root);
      }
    };
  }

  private Enumerator<Object[]> start(QueryContext context) {
    Object[] values = new Object[key.length];
    for (int i = 0; i < values.length; i++) {
      Object value = key[i].operands().get(0).value(context);
      Object own = value == null ? FieldValues.NONE : FieldValues.toField(key[i].type(), value);
      if (own == null || own == FieldValues.NONE) {
        return Linq4j.emptyEnumerator();
      }
      values[i] = own;
    }
    Row row;
    try {
      row = context.on(target.table()).get(values);
    } catch (RuntimeException refused) { // a value that no key holds; the scan says what it means
      return scan.open(context).enumerator();
    }
    if (!target.isCurrent()) {
      return scan.open(context).enumerator();
    }
    ScanWork work = context.workOf(scan);
    work.opened();
    work.closed(row == null ? 0 : 1, 0);
    if (row == null) {
      return Linq4j.emptyEnumerator();
    }
    work.returned();
    return Linq4j.singletonEnumerator(values(row));
  }

  @SuppressWarnings("NullAway") // rows hold nulls, which linq4j's types do not say
  private Object[] values(Row row) {
    @Nullable Object[] values = new @Nullable Object[fields.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = FieldValues.toRuntime(types[i], row.get(fields[i]));
    }
    return values;
  }
}
