package dev.keyfold.sql.query.scan;

import dev.keyfold.codec.KeyType;
import dev.keyfold.sql.session.Access;
import dev.keyfold.sql.type.FieldTypes;
import dev.keyfold.table.Query;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableReads;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.plan.Explanation;
import dev.keyfold.table.plan.Plan;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.OrderItem;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/** A table of the store, with the definition that plans are made for. Thread-safe. */
public final class TableTarget implements ScanTarget {
  private final Table<Row> table;
  private final TableDef def;
  private final List<KeyType> types;
  private final List<TargetKey> keys;
  private final double rows;

  /** What the store said of ranges: plans ask for the same ones many times. */
  private final Map<List<ScanCondition>, Double> parts = new ConcurrentHashMap<>();

  public TableTarget(Table<Row> table) {
    this.table = table;
    this.def = table.definition();
    this.types = def.fields().stream().map(FieldDef::type).toList();
    this.keys = keys(def);
    this.rows = table.estimatedRows();
  }

  public Table<Row> table() {
    return table;
  }

  public TableDef definition() {
    return def;
  }

  private static List<TargetKey> keys(TableDef def) {
    List<TargetKey> keys = new ArrayList<>();
    List<OrderItem> primary = def.key().parts();
    BitSet all = new BitSet();
    all.set(0, def.fields().size());
    keys.add(new TargetKey(TargetKey.PRIMARY, parts(def, primary), primary.size(), all, false));
    for (IndexDef index : def.indexes()) {
      if (index.state() != IndexState.READABLE || index.text().isMultiValued()) {
        continue;
      }
      List<OrderItem> parts = new ArrayList<>(index.text().parts());
      BitSet held = new BitSet();
      index.text().include().forEach(field -> held.set(def.indexOf(field)));
      for (OrderItem part : primary) {
        held.set(def.indexOf(part.expression().field()));
        if (parts.stream().noneMatch(own -> own.expression().equals(part.expression()))) {
          parts.add(part);
        }
      }
      parts.stream()
          .filter(part -> part.expression().isField())
          .forEach(part -> held.set(def.indexOf(part.expression().field())));
      keys.add(
          new TargetKey(
              index.name(),
              parts(def, parts),
              index.text().unique() ? index.text().parts().size() : -1,
              held,
              index.text().isPartial()));
    }
    return List.copyOf(keys);
  }

  private static List<TargetKey.Part> parts(TableDef def, List<OrderItem> items) {
    List<TargetKey.Part> parts = new ArrayList<>();
    for (OrderItem item : items) {
      int field = def.indexOf(item.expression().field());
      FieldDef of = def.fields().get(field);
      parts.add(
          new TargetKey.Part(
              item.expression().toString(),
              field,
              item.expression().isField(),
              FieldTypes.isOrdered(of.type()),
              item.descending(),
              of.nullable()));
    }
    return parts;
  }

  @Override
  public String name() {
    return def.name();
  }

  @Override
  public void checkAccess(Access access) {
    access.check(def.name(), Access.Right.READ);
  }

  @Override
  public RelDataType rowType(RelDataTypeFactory factory) {
    return FieldTypes.rowType(def, factory);
  }

  @Override
  public String fieldName(int field) {
    return def.fields().get(field).name();
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
    return rows;
  }

  @Override
  public double distinct(int field) {
    return table.distinct(def.fields().get(field).name());
  }

  /** Asks the store how many entries a key has in the range, if one begins with the expression. */
  @Override
  public double part(List<ScanCondition> conditions) {
    String expression = conditions.get(0).expression();
    boolean leads =
        keys.stream()
            .anyMatch(key -> !key.partial() && key.parts().get(0).expression().equals(expression));
    return leads ? parts.computeIfAbsent(conditions, this::ask) : -1;
  }

  private double ask(List<ScanCondition> conditions) {
    List<Condition> bound = new ArrayList<>();
    for (ScanCondition condition : conditions) {
      Condition one = condition.constant();
      if (one == null) {
        return -1;
      }
      bound.add(one);
    }
    Plan plan = table.where(bound.toArray(new Condition[0])).allowScan(1).plan();
    boolean served = plan.kind() == Plan.Kind.RANGE_SCAN || plan.kind() == Plan.Kind.PREFIX_SCAN;
    return served ? Math.min(1, plan.expectedRead() / Math.max(1, rows)) : -1;
  }

  /** By identity: a definition that was changed and changed back has other ids. */
  @Override
  @SuppressWarnings("ReferenceEquality")
  public boolean isCurrent() {
    try {
      return table.definition() == def;
    } catch (TableException gone) {
      return false;
    }
  }

  /** The rows of the conditions, in the order of the request. */
  Query<Row> query(QueryContext context, ScanRequest request, List<Condition> conditions) {
    TableReads<Row> reads = context.on(table);
    Query<Row> query = reads.where(conditions.toArray(new Condition[0]));
    if (request.fields().length < def.fields().size()) {
      query = query.select(names(request.fields()));
    }
    ScanRequest.Lookup lookup = request.lookup();
    if (lookup != null) {
      return query.matching(lookup.key(), lookup.parts(), lookup.tuples());
    }
    if (request.key() != null) {
      query = query.using(request.key());
    }
    if (!request.order().isEmpty()) {
      query = query.orderBy(request.order().toArray(new OrderItem[0]));
    }
    if (request.limit() < Long.MAX_VALUE) {
      query = query.limit(request.limit());
    }
    return context.scanLimit() > 0 ? query.allowScan(context.scanLimit()) : query;
  }

  /** No field at all is any field: one of the primary key, which every index holds. */
  private String[] names(int[] fields) {
    if (fields.length == 0) {
      return new String[] {def.key().fields().get(0)};
    }
    String[] names = new String[fields.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = def.fields().get(fields[i]).name();
    }
    return names;
  }

  @Override
  public ScanCursor open(QueryContext context, ScanRequest request) {
    ScanCursor cursor =
        request.branches().isEmpty()
            ? one(context, request, request.conditions())
            : BranchCursor.open(this, context, request);
    context.opened(cursor);
    return cursor;
  }

  TableCursor one(QueryContext context, ScanRequest request, List<Condition> conditions) {
    Query<Row> query = query(context, request, conditions);
    Rows<Row> rows;
    try {
      rows = query.open();
    } catch (ScanRefusedException refused) {
      throw Refusals.of(this, context.scanLimit(), refused);
    }
    return new TableCursor(
        rows, request.fields(), types, refused -> Refusals.of(this, context.scanLimit(), query));
  }

  @Override
  public List<String> explain(QueryContext context, ScanRequest request) {
    if (request.branches().isEmpty()) {
      return lines(query(context, request, request.conditions()));
    }
    List<String> lines = new ArrayList<>();
    boolean scans = false;
    for (List<Condition> branch : request.branches()) {
      List<Condition> all = new ArrayList<>(request.conditions());
      all.addAll(branch);
      Query<Row> query = query(context, request, all);
      scans |= query.plan().kind() == Plan.Kind.FULL_SCAN;
      lines.addAll(lines(query));
    }
    return scans ? lines(query(context, request, request.conditions())) : lines;
  }

  private static List<String> lines(Query<Row> query) {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, String> line : new Explanation(query.plan()).lines().entrySet()) {
      switch (line.getKey()) {
        case "raw", "expected", "allowed", "limit" -> {}
        case "plan" -> lines.add(line.getValue());
        default -> lines.add(line.getKey() + ": " + line.getValue());
      }
    }
    return lines;
  }
}
