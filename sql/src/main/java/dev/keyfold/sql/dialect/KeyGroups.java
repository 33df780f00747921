package dev.keyfold.sql.dialect;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * GROUP BY of a primary key determines the other columns of its table, as in PostgreSQL. Those that
 * the query uses become part of the group, which gives the same groups.
 */
public final class KeyGroups extends SqlBasicVisitor<@Nullable Void> {
  /**
   * The columns of a table.
   *
   * @param all that {@code *} shows
   * @param key those of the primary key
   */
  public record Columns(List<String> all, List<String> key) {}

  private static final SqlParserPos NOWHERE = SqlParserPos.ZERO;

  private final Function<String, @Nullable Columns> tables;
  private final Set<String> hidden = new HashSet<>();

  private KeyGroups(Function<String, @Nullable Columns> tables) {
    this.tables = tables;
  }

  /**
   * Completes the groups of a query, in place.
   *
   * @param tables the columns of a stored table; null for views and what does not exist
   */
  public static void complete(SqlNode query, Function<String, @Nullable Columns> tables) {
    KeyGroups groups = new KeyGroups(tables);
    query.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            if (call instanceof SqlWithItem item) {
              groups.hidden.add(item.name.getSimple()); // may hide a table
            }
            return super.visit(call);
          }
        });
    query.accept(groups);
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    if (call instanceof SqlOrderBy ordered && ordered.query instanceof SqlSelect select) {
      complete(select, ordered.orderList);
    } else if (call instanceof SqlSelect select) {
      complete(select, SqlNodeList.EMPTY);
    }
    return super.visit(call);
  }

  private void complete(SqlSelect select, SqlNodeList order) {
    SqlNodeList group = select.getGroup();
    if (group == null || group.isEmpty() || select.getFrom() == null) {
      return;
    }
    Map<String, Columns> from = new LinkedHashMap<>();
    collect(select.getFrom(), from);
    Map<String, Set<String>> grouped = new LinkedHashMap<>();
    for (SqlNode item : group) {
      switch (item.getKind()) {
        case ROLLUP, CUBE, GROUPING_SETS -> {
          return;
        }
        default -> {}
      }
      SqlNode expression = item instanceof SqlNumericLiteral at ? selected(select, at) : item;
      if (expression instanceof SqlIdentifier id) {
        resolve(id, from, grouped);
      }
    }
    Map<String, Set<String>> used = new LinkedHashMap<>();
    Uses uses = new Uses(from, used);
    select.getSelectList().accept(uses);
    order.accept(uses);
    if (select.getHaving() != null) {
      select.getHaving().accept(uses);
    }
    if (select.getOrderList() != null) {
      select.getOrderList().accept(uses);
    }
    used.forEach(
        (alias, names) -> {
          Columns columns = from.get(alias);
          Set<String> have = grouped.getOrDefault(alias, Set.of());
          if (columns != null && !columns.key().isEmpty() && have.containsAll(columns.key())) {
            names.stream()
                .filter(name -> !have.contains(name))
                .forEach(name -> group.add(new SqlIdentifier(List.of(alias, name), NOWHERE)));
          }
        });
  }

  private static @Nullable SqlNode selected(SqlSelect select, SqlNumericLiteral position) {
    BigDecimal at = position.bigDecimalValue();
    SqlNodeList items = select.getSelectList();
    boolean there = at != null && at.signum() > 0 && at.intValue() <= items.size();
    SqlNode item = there ? items.get(at.intValue() - 1) : null;
    return item instanceof SqlCall as && as.getKind() == SqlKind.AS ? as.operand(0) : item;
  }

  /** The tables of FROM by their names in the query. */
  private void collect(SqlNode from, Map<String, Columns> into) {
    if (from instanceof SqlJoin join) {
      collect(join.getLeft(), into);
      collect(join.getRight(), into);
    } else if (from instanceof SqlIdentifier id) {
      add(id, id.names.get(id.names.size() - 1), into);
    } else if (from.getKind() == SqlKind.AS
        && from instanceof SqlCall as
        && as.operandCount() == 2
        && as.operand(0) instanceof SqlIdentifier id
        && as.operand(1) instanceof SqlIdentifier alias) {
      add(id, alias.getSimple(), into);
    }
  }

  private void add(SqlIdentifier table, String alias, Map<String, Columns> into) {
    boolean own = table.isSimple() ? !hidden.contains(table.getSimple()) : isPublic(table);
    Columns columns = own ? tables.apply(table.names.get(table.names.size() - 1)) : null;
    if (columns != null) {
      into.put(alias, columns);
    }
  }

  private static boolean isPublic(SqlIdentifier table) {
    return table.names.size() == 2 && table.names.get(0).equals("public");
  }

  private static void resolve(
      SqlIdentifier id, Map<String, Columns> from, Map<String, Set<String>> into) {
    String column = id.names.get(id.names.size() - 1);
    if (id.names.size() == 2) {
      Columns columns = from.get(id.names.get(0));
      if (columns != null && columns.all().contains(column)) {
        into.computeIfAbsent(id.names.get(0), name -> new LinkedHashSet<>()).add(column);
      }
      return;
    }
    List<String> owners =
        from.entrySet().stream()
            .filter(each -> each.getValue().all().contains(column))
            .map(Map.Entry::getKey)
            .toList();
    if (id.isSimple() && owners.size() == 1) {
      into.computeIfAbsent(owners.get(0), name -> new LinkedHashSet<>()).add(column);
    }
  }

  /** Collects the columns that expressions name. */
  private static final class Uses extends SqlBasicVisitor<@Nullable Void> {
    private final Map<String, Columns> from;
    private final Map<String, Set<String>> used;

    Uses(Map<String, Columns> from, Map<String, Set<String>> used) {
      this.from = from;
      this.used = used;
    }

    /** A star in a function, {@code count(*)}, names no columns. */
    @Override
    public @Nullable Void visit(SqlCall call) {
      for (SqlNode operand : call.getOperandList()) {
        boolean star = operand instanceof SqlIdentifier id && id.isStar() && id.names.size() == 1;
        if (operand != null && !star) {
          operand.accept(this);
        }
      }
      return null;
    }

    @Override
    public @Nullable Void visit(SqlIdentifier id) {
      if (!id.isStar()) {
        resolve(id, from, used);
        return null;
      }
      from.forEach(
          (alias, columns) -> {
            if (id.names.size() == 1 || id.names.get(0).equals(alias)) {
              used.computeIfAbsent(alias, name -> new LinkedHashSet<>()).addAll(columns.all());
            }
          });
      return null;
    }
  }
}
