package dev.keyfold.table.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.store.Store;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.TestStores;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.plan.Plan;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.upkeep.CheckResult;
import dev.keyfold.table.where.QueryText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
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

  private static final Map<Plan.Kind, Integer> FORCED = new EnumMap<>(Plan.Kind.class);
  private static int answeredByIndexAlone;

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
      ModelAnswers answers = new ModelAnswers(store, table.definition(), oracle.rows.values());
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
          answers.compare(random, asked.query(text), QueryText.parse(text), limit, scan);
          answered++;
        } catch (ScanRefusedException e) {
          assertThat(scan).isFalse();
          refused++;
        } catch (AssertionError | RuntimeException failure) {
          throw new AssertionError(
              schema + "; query " + text + " limit " + limit + ": " + failure, failure);
        }
      }
      answers.forced.forEach((kind, count) -> FORCED.merge(kind, count, Integer::sum));
      answeredByIndexAlone += answers.answeredByIndexAlone;
    }
    return new int[] {answered, refused};
  }

  /** The table as a list, and its answers. */
  private static final class Oracle {
    private final Table<Row> table;
    private final KeySchema schema;
    private final Map<String, Row> rows = new TreeMap<>();

    Oracle(Table<Row> table) {
      this.table = table;
      this.schema = TableLayout.of(table.definition(), Functions.builtIn()).primary().schema();
    }

    void change(Random random, ModelRows source) {
      Row given = fitting(source);
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
          Row each = fitting(source);
          batch.add(each);
          rows.put(keyOf(stored(each)), stored(each));
        }
        table.putAll(batch);
      }
    }

    /** A row whose key the table's format has bytes for; most formats refuse some values. */
    private Row fitting(ModelRows source) {
      while (true) {
        Row row = Row.of(table.definition(), source.row());
        try {
          schema.encode(keyValues(row));
          return row;
        } catch (KeyValueException refused) {
          assertThatThrownBy(() -> table.put(row)).isInstanceOf(RowException.class);
        }
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
  }
}
