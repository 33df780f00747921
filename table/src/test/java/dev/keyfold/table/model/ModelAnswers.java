package dev.keyfold.table.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.ValueOrder;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Reader;
import dev.keyfold.table.Query;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.expr.Binder;
import dev.keyfold.table.expr.FieldExpression;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.expr.Term;
import dev.keyfold.table.plan.BoundQuery;
import dev.keyfold.table.plan.Estimator;
import dev.keyfold.table.plan.Plan;
import dev.keyfold.table.plan.Planner;
import dev.keyfold.table.run.Execution;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.where.OrderItem;
import dev.keyfold.table.where.QueryText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * The answers that a query must have, from a list that is filtered and sorted, compared with those
 * of every key that serves it: whole, selected, counted and page by page.
 */
final class ModelAnswers {
  /** How often each way was taken that was not left to the planner. */
  final Map<Plan.Kind, Integer> forced = new EnumMap<>(Plan.Kind.class);

  /** How many queries for some of the fields were answered without records. */
  int answeredByIndexAlone;

  private final Reader reader;
  private final TableLayout layout;
  private final Collection<Row> rows;

  /** Makes every leap look cheap. */
  private static final Estimator FEW_VALUES =
      new Estimator() {
        @Override
        public double entries(KeyRange range) {
          return 100;
        }

        @Override
        public double distinct(int field) {
          return 2;
        }
      };

  /**
   * @param reader the records, which plans are run on
   * @param rows all rows there are, now or later
   */
  ModelAnswers(Reader reader, TableDef table, Collection<Row> rows) {
    this.reader = reader;
    this.layout = TableLayout.of(table, Functions.builtIn());
    this.rows = rows;
  }

  /** Throws {@link ScanRefusedException} if the query is refused, as it may be unless it scans. */
  void compare(Random random, Query<Row> asked, QueryText parsed, long limit, boolean scan) {
    Query<Row> query = asked;
    if (scan) {
      query = query.allowScan(1_000_000);
    }
    if (limit != Long.MAX_VALUE) {
      query = query.limit(limit);
    }
    List<Row> expected = answer(parsed);
    List<Row> found = query.list();
    String plan = query.explain();
    boolean ordered = !parsed.orderBy().isEmpty();
    checkOrder(parsed, found, plan);
    assertThat(found.size()).as(plan).isEqualTo((int) Math.min(limit, expected.size()));
    if (limit >= expected.size()) {
      assertThat(found).as(plan).containsExactlyInAnyOrderElementsOf(expected);
    } else {
      assertThat(expected).as(plan).containsAll(found);
      if (ordered) {
        // The first rows of the order, whichever of equal ones.
        for (int i = 0; i < found.size(); i++) {
          assertThat(order(parsed).compare(found.get(i), expected.get(i))).as(plan).isZero();
        }
      }
    }
    assertThat(query.count()).as(plan).isEqualTo(found.size());
    if (limit == Long.MAX_VALUE) {
      everyKey(parsed, query.plan().query(), expected);
      checkSelected(random, query, expected);
    }
    if (limit == Long.MAX_VALUE) {
      List<Row> paged = pages(random, query);
      checkOrder(parsed, paged, "pages of " + plan);
      if (sameWay(query.plan(), query.limit(9).plan())
          && sameWay(query.plan(), query.limit(1).plan())) {
        assertThat(paged).as("pages of " + plan).isEqualTo(found);
      } else {
        assertThat(paged).as("pages of " + plan).containsExactlyInAnyOrderElementsOf(found);
      }
    }
  }

  /** Some of the fields only: the same rows, also where an index answers alone, and in pages. */
  private void checkSelected(Random random, Query<Row> query, List<Row> expected) {
    List<String> names = new ArrayList<>(query.plan().query().columns().names());
    Collections.shuffle(names, random);
    String[] some = names.subList(0, 1 + random.nextInt(names.size())).toArray(new String[0]);
    Query<Row> selected = query.select(some);
    List<Map<String, Object>> wanted = new ArrayList<>();
    for (Row row : expected) {
      Map<String, Object> values = new LinkedHashMap<>();
      for (String name : some) {
        values.put(name, plain(row.get(name)));
      }
      wanted.add(values);
    }
    String plan = selected + ": " + selected.explain();
    for (List<Row> rows : List.of(selected.list(), pages(random, selected))) {
      List<Map<String, Object>> found = rows.stream().map(row -> plain(row.toMap())).toList();
      assertThat(found).as(plan).containsExactlyInAnyOrderElementsOf(wanted);
      if (!found.isEmpty()) {
        assertThat(found.get(0).keySet()).as(plan).containsExactly(some);
      }
    }
    if (selected.plan().index() != null && selected.plan().isCovered()) {
      answeredByIndexAlone++;
    }
  }

  private static Map<String, Object> plain(Map<String, Object> values) {
    Map<String, Object> plain = new LinkedHashMap<>();
    values.forEach((name, value) -> plain.put(name, plain(value)));
    return plain;
  }

  /** In a form whose equality is that of the field: bytes by content, decimals without scale. */
  private static Object plain(Object value) {
    if (value instanceof byte[] bytes) {
      return Bytes.toHex(bytes);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.stripTrailingZeros();
    }
    return value instanceof List<?> list
        ? list.stream().map(ModelAnswers::plain).collect(Collectors.toList())
        : value;
  }

  /** Not only the key that was chosen: each that can serve, by leaps and without. */
  private void everyKey(QueryText parsed, BoundQuery query, List<Row> expected) {
    List<Integer> keys = new ArrayList<>(List.of(query.table().primary().id()));
    query.table().indexes().forEach(index -> keys.add(index.def().id()));
    for (int key : keys) {
      for (Estimator known : List.of(Estimator.UNKNOWN, FEW_VALUES)) {
        Plan plan;
        try {
          plan = Planner.plan(query.withKey(key), known);
        } catch (ScanRefusedException e) {
          continue; // only by reading everything
        } catch (TableException e) {
          assertThat(e).hasMessageContaining("does not serve it");
          continue;
        }
        List<Row> found = new ArrayList<>();
        try (Execution execution = new Execution(plan, reader, 0, null)) {
          while (execution.next()) {
            found.add(row(query.table().def(), execution.row()));
          }
        }
        String how = known == Estimator.UNKNOWN ? "by rules " : "with few values ";
        how += plan.kind() + " of " + plan.key().name();
        checkOrder(parsed, found, how);
        assertThat(found).as(how).containsExactlyInAnyOrderElementsOf(expected);
        forced.merge(plan.kind(), 1, Integer::sum);
      }
    }
  }

  private static Row row(TableDef def, RowView view) {
    Map<String, Object> values = new HashMap<>();
    for (int i = 0; i < def.fields().size(); i++) {
      values.put(def.fields().get(i).name(), view.get(i));
    }
    return Row.of(def, values);
  }

  /** A limit may make another key the better one, and rows that are equal in order then differ. */
  private static boolean sameWay(Plan a, Plan b) {
    return a.key().id() == b.key().id()
        && a.isSorting() == b.isSorting()
        && a.isReversed() == b.isReversed();
  }

  private void checkOrder(QueryText text, List<Row> rows, String plan) {
    Comparator<Row> order = order(text);
    for (int i = 1; i < rows.size(); i++) {
      assertThat(order.compare(rows.get(i - 1), rows.get(i)))
          .as("order of rows " + (i - 1) + " and " + i + " of " + plan)
          .isLessThanOrEqualTo(0);
    }
  }

  private static List<Row> pages(Random random, Query<Row> query) {
    List<Row> all = new ArrayList<>();
    String token = null;
    do {
      try (Rows<Row> rows = query.limit(1 + random.nextInt(9)).after(token).open()) {
        rows.forEach(all::add);
        token = rows.token();
      }
    } while (token != null);
    return all;
  }

  private List<Row> answer(QueryText query) {
    Binder binder = layout.binder();
    List<Term> terms = query.where().conditions().stream().map(binder::bind).toList();
    return rows.stream()
        .filter(row -> terms.stream().allMatch(term -> term.test(row)))
        .sorted(order(query))
        .toList();
  }

  private Comparator<Row> order(QueryText query) {
    Comparator<Row> order = Comparator.comparing(row -> 0);
    for (OrderItem item : query.orderBy()) {
      FieldExpression expression = layout.binder().bind(item.expression());
      Comparator<Row> next = (a, b) -> compare(expression, expression.of(a), expression.of(b));
      order = order.thenComparing(item.descending() ? next.reversed() : next);
    }
    return order;
  }

  private static int compare(FieldExpression expression, Object a, Object b) {
    if (a == null || b == null) {
      return Boolean.compare(a != null, b != null);
    }
    return ValueOrder.compare(expression.field().type(), a, b);
  }
}
