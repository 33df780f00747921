package dev.keyfold.table.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.ValueOrder;
import dev.keyfold.store.Store;
import dev.keyfold.table.Query;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.TestStores;
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
import dev.keyfold.table.upkeep.CheckResult;
import dev.keyfold.table.where.OrderItem;
import dev.keyfold.table.where.QueryText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Random tables, rows and queries against a list that is filtered and sorted: whatever key is
 * chosen, the answer is the same, also page by page and after reopening.
 */
class TableModelTest {
  /** A build tries few, from other seeds each time; {@code make table-models} tries many. */
  private static final int TABLES = Integer.getInteger("model.tables", 24);

  private static final int QUERIES = Integer.getInteger("model.queries", 120);

  /** How often each way was taken that was not left to the planner. */
  private static final Map<Plan.Kind, Integer> FORCED = new EnumMap<>(Plan.Kind.class);

  /** How many queries for some of the fields were answered without records. */
  private static int answeredByIndexAlone;

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

  @Test
  void answersAreThoseOfAFilteredAndSortedList() {
    long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime()));
    int refused = 0;
    int answered = 0;
    for (int i = 0; i < TABLES; i++) {
      long own = seed + i;
      try {
        int[] counts = run(new Random(own));
        answered += counts[0];
        refused += counts[1];
      } catch (AssertionError | RuntimeException failure) {
        throw new AssertionError(
            "-Dseed=" + own + " -Dmodel.tables=1: " + failure.getMessage(), failure);
      }
    }
    System.out.printf(
        "TableModelTest: seed %d, %d tables, %d queries answered, %d refused%n",
        seed, TABLES, answered, refused);
    System.out.println("TableModelTest: every key that serves, by way: " + FORCED);
    assertThat(answered).isGreaterThan(TABLES * QUERIES / 12);
    if (TestStores.areSingleRows()) {
      assertThat(answeredByIndexAlone).isZero();
    } else {
      assertThat(TABLES < 20 || answeredByIndexAlone > 0).isTrue();
    }
    assertThat(TABLES < 20 || FORCED.containsKey(Plan.Kind.SKIP_SCAN)).isTrue();
  }

  private static int[] run(Random random) {
    ModelSchema schema = new ModelSchema(random, true);
    ModelRows rows = new ModelRows(random);
    int answered = 0;
    int refused = 0;
    try (Store store = TestStores.open()) {
      Table<Row> table = Tables.of(store).create(schema.builder("t"));
      Oracle oracle = new Oracle(table);
      for (int i = random.nextInt(400); i > 0; i--) {
        oracle.change(random, rows);
      }
      CheckResult check = Tables.of(store).check("t", false);
      assertThat(check.isClean()).as(schema + ": " + check).isTrue();
      Table<Row> reopened = Tables.of(store).table("t");
      for (int i = 0; i < QUERIES; i++) {
        String conditions =
            String.join(
                " and ",
                java.util.stream.Stream.generate(rows::condition)
                    .limit(random.nextInt(4))
                    .toList());
        String text = conditions + rows.order();
        boolean limited = random.nextInt(3) == 0;
        long limit = limited ? random.nextInt(20) : Long.MAX_VALUE;
        boolean scan = random.nextInt(4) == 0;
        try {
          Table<Row> asked = random.nextBoolean() ? table : reopened;
          compare(random, store, asked, oracle, text, limit, scan);
          answered++;
        } catch (ScanRefusedException e) {
          assertThat(scan).isFalse();
          refused++;
        } catch (AssertionError | RuntimeException failure) {
          throw new AssertionError(
              schema + "; query " + text + " limit " + limit + ": " + failure, failure);
        }
      }
    }
    return new int[] {answered, refused};
  }

  private static void compare(
      Random random,
      Store store,
      Table<Row> table,
      Oracle oracle,
      String text,
      long limit,
      boolean scan) {
    Query<Row> query = table.query(text);
    if (scan) {
      query = query.allowScan(1_000_000);
    }
    if (limit != Long.MAX_VALUE) {
      query = query.limit(limit);
    }
    QueryText parsed = QueryText.parse(text);
    List<Row> expected = oracle.answer(parsed);
    List<Row> found = query.list();
    String plan = query.explain();
    boolean ordered = !parsed.orderBy().isEmpty();
    checkOrder(oracle, parsed, found, plan);
    assertThat(found.size()).as(plan).isEqualTo((int) Math.min(limit, expected.size()));
    if (limit >= expected.size()) {
      assertThat(found).as(plan).containsExactlyInAnyOrderElementsOf(expected);
    } else {
      assertThat(expected).as(plan).containsAll(found);
      if (ordered) {
        // The first rows of the order, whichever of equal ones.
        for (int i = 0; i < found.size(); i++) {
          assertThat(oracle.order(parsed).compare(found.get(i), expected.get(i))).as(plan).isZero();
        }
      }
    }
    assertThat(query.count()).as(plan).isEqualTo(found.size());
    if (limit == Long.MAX_VALUE) {
      everyKey(store, oracle, parsed, query.plan().query(), expected);
      checkSelected(random, query, expected);
    }
    if (limit == Long.MAX_VALUE) {
      List<Row> paged = pages(random, query);
      checkOrder(oracle, parsed, paged, "pages of " + plan);
      if (sameWay(query.plan(), query.limit(9).plan())
          && sameWay(query.plan(), query.limit(1).plan())) {
        assertThat(paged).as("pages of " + plan).isEqualTo(found);
      } else {
        assertThat(paged).as("pages of " + plan).containsExactlyInAnyOrderElementsOf(found);
      }
    }
  }

  /** Some of the fields only: the same rows, also where an index answers alone, and in pages. */
  private static void checkSelected(Random random, Query<Row> query, List<Row> expected) {
    List<String> names = new ArrayList<>(query.plan().query().columns().names());
    Collections.shuffle(names, random);
    String[] some = names.subList(0, 1 + random.nextInt(names.size())).toArray(new String[0]);
    Query<Row> selected = query.select(some);
    List<Map<String, Object>> wanted = new ArrayList<>();
    for (Row row : expected) {
      Map<String, Object> values = new LinkedHashMap<>();
      for (String name : some) {
        values.put(name, row.get(name));
      }
      wanted.add(values);
    }
    String plan = selected + ": " + selected.explain();
    for (List<Row> rows : List.of(selected.list(), pages(random, selected))) {
      List<Map<String, Object>> found = rows.stream().map(Row::toMap).toList();
      assertThat(found).as(plan).containsExactlyInAnyOrderElementsOf(wanted);
      if (!found.isEmpty()) {
        assertThat(found.get(0).keySet()).as(plan).containsExactly(some);
      }
    }
    if (selected.plan().index() != null && selected.plan().isCovered()) {
      answeredByIndexAlone++;
    }
  }

  /** Not only the key that was chosen: each that can serve, by leaps and without. */
  private static void everyKey(
      Store store, Oracle oracle, QueryText parsed, BoundQuery query, List<Row> expected) {
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
        try (Execution execution = new Execution(plan, store, 0, null)) {
          while (execution.next()) {
            found.add(row(query.table().def(), execution.row()));
          }
        }
        String how = known == Estimator.UNKNOWN ? "by rules " : "with few values ";
        how += plan.kind() + " of " + plan.key().name();
        checkOrder(oracle, parsed, found, how);
        assertThat(found).as(how).containsExactlyInAnyOrderElementsOf(expected);
        FORCED.merge(plan.kind(), 1, Integer::sum);
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

  private static void checkOrder(Oracle oracle, QueryText text, List<Row> rows, String plan) {
    Comparator<Row> order = oracle.order(text);
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

  /** The table as a list, and its answers. */
  private static final class Oracle {
    private final Table<Row> table;
    private final TableLayout layout;
    private final Map<String, Row> rows = new TreeMap<>();

    Oracle(Table<Row> table) {
      this.table = table;
      this.layout = TableLayout.of(table.definition(), Functions.builtIn());
    }

    void change(Random random, ModelRows source) {
      Row given = Row.of(table.definition(), source.row());
      Row row = stored(given);
      String key = keyOf(row);
      int dice = random.nextInt(10);
      if (dice < 7) {
        table.put(given);
        rows.put(key, row);
      } else if (dice < 8 && !rows.isEmpty()) {
        List<String> keys = new ArrayList<>(rows.keySet());
        Row victim = rows.remove(keys.get(random.nextInt(keys.size())));
        assertThat(table.delete(keyValues(victim))).isTrue();
      } else if (dice < 9 && !rows.containsKey(key)) {
        table.insert(given);
        rows.put(key, row);
      } else {
        List<Row> batch = new ArrayList<>();
        for (int i = random.nextInt(20); i > 0; i--) {
          Row each = Row.of(table.definition(), source.row());
          batch.add(each);
          rows.put(keyOf(stored(each)), stored(each));
        }
        table.putAll(batch);
      }
    }

    /** What is read back: a key has no scale, 2.50 is 2.5 there. */
    private Row stored(Row row) {
      Map<String, Object> values = new HashMap<>(row.toMap());
      for (String field : table.definition().key().fields()) {
        values.computeIfPresent(field, (name, value) -> withoutScale(value));
      }
      return Row.of(table.definition(), values);
    }

    private static Object withoutScale(Object value) {
      if (value instanceof List<?> list) {
        return list.stream().map(Oracle::withoutScale).toList();
      }
      if (!(value instanceof BigDecimal decimal)) {
        return value;
      }
      BigDecimal shortest = decimal.stripTrailingZeros();
      return shortest.scale() < 0 ? shortest.setScale(0) : shortest;
    }

    private Object[] keyValues(Row row) {
      return table.definition().key().fields().stream().map(row::get).toArray();
    }

    private String keyOf(Row row) {
      return java.util.Arrays.toString(keyValues(row));
    }

    List<Row> answer(QueryText query) {
      Binder binder = layout.binder();
      List<Term> terms = query.where().conditions().stream().map(binder::bind).toList();
      return rows.values().stream()
          .filter(row -> terms.stream().allMatch(term -> term.test(row)))
          .sorted(order(query))
          .toList();
    }

    Comparator<Row> order(QueryText query) {
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
}
