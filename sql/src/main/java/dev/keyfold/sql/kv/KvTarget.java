package dev.keyfold.sql.kv;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeyType;
import dev.keyfold.sql.query.scan.QueryContext;
import dev.keyfold.sql.query.scan.ScanCursor;
import dev.keyfold.sql.query.scan.ScanRequest;
import dev.keyfold.sql.query.scan.ScanTarget;
import dev.keyfold.sql.query.scan.TargetKey;
import dev.keyfold.sql.session.Access;
import dev.keyfold.sql.type.FieldTypes;
import dev.keyfold.table.expr.Binder;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.expr.Term;
import dev.keyfold.table.where.Condition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.jspecify.annotations.Nullable;

/** The structures of one type in database 0 as a table. Thread-safe. */
public final class KvTarget implements ScanTarget {
  /** Nobody counts structures by type; enough to prefer lookups by name. */
  private static final double SOME_ROWS = 100_000;

  private static final double SOME_NAMES = 10_000;

  private final KvTable table;
  private final Binder binder;
  private final List<KeyType> types = new ArrayList<>();
  private final List<TargetKey> keys;

  public KvTarget(KvTable table) {
    this.table = table;
    List<KeyField> fields = new ArrayList<>();
    BitSet all = new BitSet();
    for (int i = 0; i < table.columns().size(); i++) {
      types.add(table.typeOf(i));
      fields.add(new KeyField(table.columns().get(i), table.typeOf(i), KeyOrder.ASC));
      all.set(i);
    }
    this.binder = new Binder(fields, Functions.builtIn());
    List<TargetKey.Part> parts = new ArrayList<>();
    int unique = table.element() == null ? 1 : 2;
    for (int i = 0; i < unique; i++) {
      parts.add(new TargetKey.Part(table.columns().get(i), i, true, false, false, false));
    }
    this.keys = List.of(new TargetKey(TargetKey.PRIMARY, parts, unique, all, false));
  }

  @Override
  public String name() {
    return "kv." + table.title();
  }

  @Override
  public void checkAccess(Access access) {
    access.checkStructures();
  }

  @Override
  public RelDataType rowType(RelDataTypeFactory factory) {
    RelDataTypeFactory.Builder builder = factory.builder();
    for (int i = 0; i < types.size(); i++) {
      builder.add(table.columns().get(i), FieldTypes.of(types.get(i), factory));
    }
    return builder.build();
  }

  @Override
  public String fieldName(int field) {
    return table.columns().get(field);
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
    return field == 0 ? SOME_NAMES : -1;
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
    ScanCursor cursor =
        new KvCursor(
            table,
            context,
            seeks(request, all),
            row ->
                all.stream().allMatch(term -> term.test(row))
                    && (any.isEmpty()
                        || any.stream()
                            .anyMatch(each -> each.stream().allMatch(term -> term.test(row)))),
            request);
    context.opened(cursor);
    return cursor;
  }

  /** Names, and elements if they are known; null: all names must be looked at. */
  private static @Nullable List<KvSeek> seeks(ScanRequest request, List<Term> terms) {
    ScanRequest.Lookup lookup = request.lookup();
    if (lookup != null) {
      List<KvSeek> seeks = new ArrayList<>();
      for (Object[] tuple : lookup.tuples()) {
        seeks.add(new KvSeek((String) tuple[0], lookup.parts() > 1 ? tuple[1] : null));
      }
      return seeks;
    }
    Set<Object> names = values(terms, 0);
    if (names == null) {
      return null;
    }
    Set<Object> elements = values(terms, 1);
    List<KvSeek> seeks = new ArrayList<>();
    for (Object name : names) {
      if (elements == null) {
        seeks.add(new KvSeek((String) name, null));
      } else {
        elements.forEach(element -> seeks.add(new KvSeek((String) name, element)));
      }
    }
    return seeks;
  }

  private static @Nullable Set<Object> values(List<Term> terms, int field) {
    for (Term term : terms) {
      if (term.kind() == Term.Kind.IN
          && term.expression().isPlain()
          && term.expression().source() == field) {
        return new LinkedHashSet<>(term.values());
      }
    }
    return null;
  }

  @Override
  public List<String> explain(QueryContext context, ScanRequest request) {
    List<Term> terms = request.conditions().stream().map(binder::bind).toList();
    List<String> lines = new ArrayList<>();
    if (request.lookup() != null || values(terms, 0) != null) {
      boolean exact = table.element() == null || values(terms, 1) != null;
      lines.add((exact ? "EXACT LOOKUP" : "PREFIX SCAN") + " of " + name() + " by name");
    } else {
      lines.add("FULL SCAN of all names");
    }
    for (Condition condition : request.conditions()) {
      lines.add("condition: " + condition);
    }
    return lines;
  }
}
