package dev.keyfold.table.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.Query;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.TestStores;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.source.Sources;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.OrderItem;
import dev.keyfold.table.where.QueryText;
import dev.keyfold.table.where.Where;
import dev.keyfold.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables whose keys are in each of the formats, and views over stores with such keys, against a
 * list that is filtered and sorted.
 */
class FormatModelTest {
  private static final int TABLES = Integer.getInteger("model.formats", 6);
  private static final int QUERIES = 40;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "native",
        "native:hash=md5",
        "delimited",
        "delimited:00,hash=murmur3",
        "delimited:0001",
        "delimited:#",
        "delimited:::",
        "rowkey",
        "phoenix",
        "phoenix:varbinary",
        "tuple",
        "compound",
        "compound:unescaped"
      })
  void tablesAndViewsAnswerAsAList(String format) {
    Map<String, Integer> counts = new TreeMap<>();
    Seeds.each(
        random -> {
          for (int i = 0; i < TABLES; i++) {
            FormatSchema schema = new FormatSchema(random, format);
            try {
              (i % 2 == 0 ? table(random, schema) : view(random, schema))
                  .forEach((what, count) -> counts.merge(what, count, Integer::sum));
            } catch (AssertionError | RuntimeException failure) {
              throw new AssertionError(schema + ": " + failure, failure);
            }
          }
        });
    System.out.println("FormatModelTest " + format + ": " + counts);
    assertThat(counts).containsKeys("rows", "table answered", "view answered");
  }

  private static Map<String, Integer> table(Random random, FormatSchema schema) {
    try (Store store = TestStores.open()) {
      Tables tables = Tables.of(store);
      Table<Row> table = tables.create(schema.builder("t"));
      Map<String, Row> rows = new TreeMap<>();
      int refused = 0;
      for (int i = random.nextInt(150); i > 0; i--) {
        Row row = Row.of(table.definition(), schema.row());
        String key = schema.encoded(row.toMap());
        try {
          table.put(row);
          assertThat(key).isNotNull();
          rows.put(key, row);
        } catch (RowException e) {
          assertThat(key).as(e.getMessage()).isNull();
          refused++;
        }
        if (key != null && random.nextInt(8) == 0) {
          rows.remove(key);
          assertThat(table.delete(schema.keyValues(row.toMap()))).isTrue();
        }
      }
      var check = tables.check("t", false);
      assertThat(check.isClean()).as(check.toString()).isTrue();
      Table<Row> reopened = Tables.of(store).table("t");
      assertThat(reopened.definition()).isEqualTo(table.definition());
      for (Row row : rows.values()) {
        assertThat(reopened.get(schema.keyValues(row.toMap()))).isEqualTo(row);
      }
      Map<String, Integer> counts =
          ask(
              random,
              schema,
              reopened,
              new ModelAnswers(store, table.definition(), rows.values()),
              rows);
      Map<String, Integer> named =
          new HashMap<>(Map.of("rows", rows.size(), "refused rows", refused));
      counts.forEach((what, count) -> named.put("table " + what, count));
      return named;
    }
  }

  private static Map<String, Integer> view(Random random, FormatSchema schema) {
    Map<String, byte[]> entries = new TreeMap<>();
    Map<String, Map<String, Object>> found = new TreeMap<>();
    for (int i = random.nextInt(150); i > 0; i--) {
      Map<String, Object> row = schema.row();
      String key = schema.encoded(row);
      if (key != null && !key.isEmpty()) {
        entries.put(key, schema.encodedValue(row));
        found.put(key, row);
      }
    }
    try (Store store = TestStores.open()) {
      Tables tables = Tables.of(store);
      tables.openSourcesWith(url -> source(entries), Duration.ofHours(1));
      Table<Row> view = tables.create(schema.viewBuilder("v"));
      TableDef def = view.definition();
      Map<String, Row> rows = new TreeMap<>();
      found.forEach((key, row) -> rows.put(key, Row.of(def, row)));
      Sources sources = new Sources();
      sources.openWith(url -> source(entries), Duration.ofHours(1));
      Store records = sources.storeOf(TableLayout.of(def, Functions.builtIn()));
      Map<String, Integer> named = new HashMap<>();
      ask(random, schema, view, new ModelAnswers(records, def, rows.values()), rows)
          .forEach((what, count) -> named.put("view " + what, count));
      for (Row row : rows.values()) {
        assertThat(view.get(schema.keyValues(row.toMap()))).isEqualTo(row);
      }
      sources.close();
      tables.closeSources();
      return named;
    }
  }

  private static Store source(Map<String, byte[]> entries) {
    Store store = Stores.open("memory:");
    entries.forEach((key, value) -> store.put(Bytes.parseHex(key), value));
    return store;
  }

  private static Map<String, Integer> ask(
      Random random,
      FormatSchema schema,
      Table<Row> table,
      ModelAnswers answers,
      Map<String, Row> rows) {
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < QUERIES; i++) {
      List<Condition> conditions = new ArrayList<>();
      for (int j = random.nextInt(4); j > 0; j--) {
        conditions.add(schema.condition(List.copyOf(rows.values())));
      }
      List<OrderItem> order = schema.order();
      QueryText text = new QueryText(List.of(), new Where(conditions), order, OptionalLong.empty());
      long limit = random.nextInt(3) == 0 ? random.nextInt(20) : Long.MAX_VALUE;
      boolean scan = random.nextInt(3) == 0;
      Query<Row> query =
          table
              .where(conditions.toArray(new Condition[0]))
              .orderBy(order.toArray(new OrderItem[0]));
      try {
        answers.compare(random, query, text, limit, scan);
        counts.merge("answered", 1, Integer::sum);
      } catch (ScanRefusedException e) {
        assertThat(scan).isFalse();
        counts.merge("refused", 1, Integer::sum);
      } catch (AssertionError | RuntimeException failure) {
        throw new AssertionError("query " + query + " limit " + limit + ": " + failure, failure);
      }
    }
    return counts;
  }
}
