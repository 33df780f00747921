package dev.keyfold.sql.query;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeyType;
import dev.keyfold.sql.query.scan.QueryContext;
import dev.keyfold.sql.query.scan.ScanCursor;
import dev.keyfold.sql.query.scan.ScanRequest;
import dev.keyfold.sql.query.scan.ScanTarget;
import dev.keyfold.sql.query.scan.TargetKey;
import dev.keyfold.sql.session.Access;
import dev.keyfold.sql.system.SystemTable;
import dev.keyfold.sql.type.FieldTypes;
import dev.keyfold.sql.type.FieldValues;
import dev.keyfold.table.expr.Binder;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.expr.Term;
import dev.keyfold.table.where.Condition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.jspecify.annotations.Nullable;

/** A computed table: read from its first row to its last, without keys. Thread-safe. */
final class SystemTarget implements ScanTarget {
  /** Nobody counts them; joins of catalogs are hashed. */
  private static final double SOME_ROWS = 200;

  private final String name;
  private final SystemTable table;
  private final List<KeyType> types;
  private final Binder binder;

  /** One without parts, as the optimizer wants a key to scan. */
  private final List<TargetKey> keys;

  SystemTarget(String name, SystemTable table) {
    this.name = name;
    this.table = table;
    this.types = table.columns().stream().map(SystemTable.Column::type).toList();
    List<KeyField> fields = new ArrayList<>();
    for (SystemTable.Column column : table.columns()) {
      fields.add(new KeyField(column.name(), column.type(), KeyOrder.ASC_NULLS_FIRST));
    }
    this.binder = new Binder(fields, Functions.builtIn());
    BitSet every = new BitSet();
    every.set(0, types.size());
    this.keys = List.of(new TargetKey(TargetKey.PRIMARY, List.of(), -1, every, false));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void checkAccess(Access access) {} // everyone may read the catalogs

  @Override
  public RelDataType rowType(RelDataTypeFactory factory) {
    RelDataTypeFactory.Builder builder = factory.builder();
    for (SystemTable.Column column : table.columns()) {
      builder.add(
          column.name(),
          factory.createTypeWithNullability(FieldTypes.of(column.type(), factory), true));
    }
    return builder.build();
  }

  @Override
  public String fieldName(int field) {
    return table.columns().get(field).name();
  }

  @Override
  public List<KeyType> types() {
    return types;
  }

  @Override
  public List<TargetKey> keys() {
    return keys;
  }

  @Override
  public double rows() {
    return SOME_ROWS;
  }

  @Override
  public double distinct(int field) {
    return -1;
  }

  @Override
  public boolean isCurrent() {
    return true;
  }

  @Override
  public ScanCursor open(QueryContext context, ScanRequest request) {
    List<Term> all = request.conditions().stream().map(binder::bind).toList();
    List<List<Term>> any = new ArrayList<>();
    request.branches().forEach(each -> any.add(each.stream().map(binder::bind).toList()));
    Iterator<@Nullable Object[]> rows = table.rows().iterator();
    return new Cursor(rows, all, any, request);
  }

  private final class Cursor implements ScanCursor {
    private final Iterator<@Nullable Object[]> rows;
    private final List<Term> all;
    private final List<List<Term>> any;
    private final ScanRequest request;
    private @Nullable Object[] current = new Object[0];
    private long read;
    private long returned;

    Cursor(
        Iterator<@Nullable Object[]> rows,
        List<Term> all,
        List<List<Term>> any,
        ScanRequest request) {
      this.rows = rows;
      this.all = all;
      this.any = any;
      this.request = request;
    }

    @Override
    public boolean next() {
      while (returned < request.limit() && rows.hasNext()) {
        current = rows.next();
        read++;
        if (holds(all) && (any.isEmpty() || any.stream().anyMatch(this::holds))) {
          returned++;
          return true;
        }
      }
      return false;
    }

    private boolean holds(List<Term> terms) {
      for (Term term : terms) {
        if (!term.test(field -> current[field])) {
          return false;
        }
      }
      return true;
    }

    @Override
    public @Nullable Object[] row() {
      @Nullable Object[] row = new Object[request.fields().length];
      for (int i = 0; i < row.length; i++) {
        int field = request.fields()[i];
        row[i] = FieldValues.toRuntime(types.get(field), current[field]);
      }
      return row;
    }

    @Override
    public long read() {
      return read;
    }

    @Override
    public String work() {
      return read + " rows computed";
    }

    @Override
    public void close() {}
  }

  @Override
  public List<String> explain(QueryContext context, ScanRequest request) {
    List<String> lines = new ArrayList<>(List.of("FULL SCAN of the computed table " + name));
    for (Condition condition : request.conditions()) {
      lines.add("condition: " + condition);
    }
    return lines;
  }
}
