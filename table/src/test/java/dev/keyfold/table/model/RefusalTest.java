package dev.keyfold.table.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.keyfold.store.Store;
import dev.keyfold.table.Query;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.TestStores;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.where.Conditions;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What refusals suggest is enough: with the index that one names the query is answered, and where
 * it asks for a limit or a condition instead, that is what is missing.
 */
class RefusalTest {
  private static final int TABLES = Integer.getInteger("refusal.tables", 10);
  private static final int QUERIES = 60;

  private final Store store = TestStores.open();
  private final Tables tables = Tables.of(store);

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void everySuggestedIndexMakesItsQueryAcceptable() {
    int[] counts = new int[3];
    Seeds.each(
        random -> {
          for (int i = 0; i < TABLES; i++) {
            run(random, counts);
          }
        });
    System.out.printf(
        "RefusalTest: %d refusals with an index, %d that miss a limit, %d that miss a condition%n",
        counts[0], counts[1], counts[2]);
    assertThat(counts[0]).isGreaterThan(TABLES);
    assertThat(counts[1]).isPositive();
    assertThat(counts[2]).isPositive();
  }

  private static void run(Random random, int[] counts) {
    ModelSchema schema = new ModelSchema(random);
    ModelRows rows = new ModelRows(random);
    try (Store store = TestStores.open()) {
      Tables tables = Tables.of(store);
      Table<Row> table = tables.create(schema.builder("t"));
      if (random.nextBoolean()) { // statistics, or none
        for (int i = 0; i < 40; i++) {
          table.put(Row.of(table.definition(), rows.row()));
        }
      }
      for (int i = 0; i < QUERIES; i++) {
        Query<Row> query = query(table, random, rows);
        ScanRefusedException refusal =
            catchThrowableOfType(ScanRefusedException.class, query::list);
        if (refusal == null) {
          continue;
        }
        String what = schema + "; " + query + ": " + refusal.getMessage();
        if (refusal.advice() != null) {
          counts[0]++;
          assertThat(refusal).as(what).hasMessageContaining(refusal.advice());
          tables.createIndex("t", refusal.advice());
          assertThat(query.list()).as(what).isNotNull();
          if (random.nextInt(4) > 0) { // others stay, and have names that are taken
            String declared = refusal.advice();
            tables.dropIndex("t", declared.substring(0, declared.indexOf(':')));
          }
        } else if (refusal.getMessage().contains("add a limit")
            || refusal.getMessage().contains("Add a limit")) {
          counts[1]++;
          checkAccepted(query.limit(3), what);
        } else {
          counts[2]++;
          assertThat(refusal.getMessage()).as(what).contains("add a condition with");
          checkAccepted(table.query("id = 1 and " + text(query)), what);
        }
      }
    }
  }

  /** With what was missing the query is answered, or an index is all that is missing now. */
  private static void checkAccepted(Query<Row> query, String what) {
    ScanRefusedException next = catchThrowableOfType(ScanRefusedException.class, query::list);
    if (next != null) {
      assertThat(next.advice()).as(what + " then " + next.getMessage()).isNotNull();
    }
  }

  /** The conditions and the order, which a query without any begins with. */
  private static String text(Query<Row> query) {
    String text = query.toString().replaceAll(" limit \\d+$", "");
    int where = text.indexOf(" where ");
    return where < 0 ? text : text.substring(where + 7);
  }

  private static Query<Row> query(Table<Row> table, Random random, ModelRows rows) {
    List<String> conditions = Stream.generate(rows::condition).limit(random.nextInt(4)).toList();
    Query<Row> query = table.query(String.join(" and ", conditions) + rows.order());
    if (random.nextInt(3) == 0) {
      List<String> names = new ArrayList<>(List.of("id", "user", "note", "tags", "price", "flag"));
      Collections.shuffle(names, random);
      query =
          query.select(names.subList(0, 1 + random.nextInt(names.size())).toArray(new String[0]));
    }
    return random.nextInt(3) == 0 ? query.limit(random.nextInt(5)) : query;
  }

  private Table<Row> people() {
    return tables.create(
        new TableBuilder("people")
            .fields("id int32, 名前 string, Ü string, Ö string, a int32, tags list<string>, _ int8")
            .key("id"));
  }

  private ScanRefusedException refused(Query<Row> query) {
    ScanRefusedException refusal = catchThrowableOfType(ScanRefusedException.class, query::list);
    assertThat(refusal).as(query.toString()).isNotNull();
    return refusal;
  }

  @Test
  void namesAreShortAndDistinctAndFree() {
    Table<Row> people = people();
    Set<String> names = new HashSet<>();
    for (String field : List.of("名前", "Ü", "Ö", "_", "lower(Ü)")) {
      String advice =
          refused(people.query(field + " = " + (field.equals("_") ? "1" : "'x'"))).advice();
      assertThat(names.add(advice.substring(0, advice.indexOf(':')))).as(advice).isTrue();
      tables.createIndex("people", advice);
    }
    assertThat(names).contains("by_名前", "by_Ü", "by_Ö", "by_lower_Ü");
    tables.createIndex("people", "by_a: id, a");
    assertThat(refused(people.query("a = 1")).advice()).isEqualTo("by_a_2: a");
  }

  @Test
  void manyPartsGiveAShortName() {
    String fields =
        String.join(
            ", ", IntStream.range(0, 9).mapToObj(i -> "a_long_name_" + i + " int8").toList());
    Table<Row> wide =
        tables.create(new TableBuilder("wide").fields("id int32, " + fields).key("id"));
    Set<String> names = new HashSet<>();
    for (int last = 4; last < 9; last++) {
      String text =
          String.join(
              " and ",
              IntStream.range(0, last).mapToObj(i -> "a_long_name_" + i + " = 1").toList());
      String advice = refused(wide.query(text)).advice();
      String name = advice.substring(0, advice.indexOf(':'));
      assertThat(name).startsWith("by_a_long_name_0").hasSizeLessThanOrEqualTo(40);
      assertThat(names.add(name)).as(advice).isTrue();
    }
  }

  @Test
  void whatIsMissingIsSaid() {
    Table<Row> people = people();
    String scan = ", or allow a full scan of a limited number of rows.";
    assertThat(refused(people.query("order by id")))
        .hasMessageEndingWith(
            "The primary key has this order already: add a limit, or a condition on its leading"
                + " fields"
                + scan);
    assertThat(refused(people.query("order by id desc")).advice()).isNull();
    assertThat(refused(people.query("")))
        .hasMessageEndingWith("Add a limit, or a condition on the leading fields of a key" + scan);
    assertThat(refused(people.query("order by a")))
        .hasMessageEndingWith(
            "An index could have the order, but all of it would be read: add a limit, or a"
                + " condition that narrows the rows"
                + scan);
    assertThat(refused(people.query("order by a").limit(2)).advice()).isEqualTo("by_a: a");
    assertThat(refused(people.query("a != 1 order by id").limit(2)))
        .hasMessageContaining("No index narrows !=, not in and is not null: add a condition with");
    List<Integer> many = IntStream.range(0, 10_001).boxed().toList();
    assertThat(refused(people.where(Conditions.in("a", many))))
        .hasMessageEndingWith(
            "An IN list of 10,001 values on a is too long for any index: use at most 10,000 at"
                + " a time"
                + scan);
  }

  /** The list of many values must not stand before what the index can find. */
  @Test
  void longListsOfValuesDoNotSpoilTheIndex() {
    Table<Row> people = people();
    List<Integer> many = IntStream.range(0, 10_001).boxed().toList();
    for (Query<Row> query :
        List.of(
            people.where(Conditions.in("a", many), Conditions.eq("Ü", "x")),
            people.where(Conditions.in("a", many), Conditions.contains("tags", "x")))) {
      String advice = refused(query).advice();
      assertThat(advice).isNotNull();
      tables.createIndex("people", advice);
      assertThat(query.list()).isEmpty();
    }
  }

  @Test
  void createdInTheOrderOfTheAdviceNothingIsRefusedAgain() {
    Table<Row> people = people();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      rows.add(
          Row.of(
              people.definition(),
              Map.of(
                  "id", i, "名前", "", "Ü", "u" + i, "Ö", "o", "a", 2, "tags", List.of(), "_", 1)));
    }
    people.putAll(rows);
    List<String> texts = List.of("a = 1 order by Ü, Ö desc", "a = 1 order by Ü, Ö", "Ö > 'x'");
    for (String text : texts) {
      assertThatThrownBy(() -> people.query(text).list()).isInstanceOf(ScanRefusedException.class);
    }
    Set<String> names = new HashSet<>();
    people
        .advise()
        .forEach(
            advice -> {
              String name = advice.index().substring(0, advice.index().indexOf(':'));
              assertThat(names.add(name)).as(advice.index()).isTrue();
              tables.createIndex("people", advice.index());
            });
    for (String text : texts) {
      assertThat(people.query(text).list()).isEmpty();
    }
  }
}
