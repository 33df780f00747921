package dev.keyfold.table.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Store;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.TestStores;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.errors.SchemaMismatchException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields that come, go and change their names, over records that stay as they are. */
class EvolutionTest {
  private final Store store = TestStores.open();
  private final Tables tables = Tables.of(store);

  @AfterEach
  void close() {
    store.close();
  }

  private Table<Row> people() {
    return tables.create(
        new TableBuilder("people")
            .fields("id int32, name string, age int32 null, city string null, old string null")
            .key("id")
            .shards(3)
            .index("by_city: lower(city), age desc include name where age > 10")
            .index("by_name: name"));
  }

  private static Row row(Table<Row> table, Object... values) {
    Map<String, Object> map = new HashMap<>();
    for (int i = 0; i < values.length; i += 2) {
      map.put((String) values[i], values[i + 1]);
    }
    return Row.of(table.definition(), map);
  }

  private void assertImage() {
    assertThat(ImageChecker.problems(store, 0)).isEmpty();
    String text = tables.table("people").definition().toString();
    assertThat(TableDef.parse(text).toString()).isEqualTo(text);
    assertThat(Tables.of(store).table("people").definition().toString()).isEqualTo(text);
  }

  @Test
  void addedRenamedAndRemovedFields() {
    Table<Row> people = people();
    Row ann = row(people, "id", 1, "name", "Ann", "age", 30, "city", "Bonn", "old", "x");
    people.put(ann);
    tables.alter("people").addField("mail string null").apply();
    assertThat(people.get(1).get("mail")).isNull();
    assertThat(people.get(1).get("name")).isEqualTo("Ann");
    Row bob = row(people, "id", 2, "name", "Bob", "age", 40, "mail", "b@x", "city", "BONN");
    people.put(bob);
    people.put(ann); // a row made before the field was there
    assertImage();

    tables.alter("people").renameField("city", "town").renameField("age", "years").apply();
    assertThat(people.definition().index("by_city").text())
        .hasToString("by_city: lower(town), years desc include name where years > 10");
    assertThat(people.query("lower(town) = 'bonn' and years > 10 order by years desc").list())
        .extracting(row -> row.get("name"))
        .containsExactly("Bob", "Ann");
    assertThat(people.get(2).get("town")).isEqualTo("BONN");
    assertImage();

    tables.alter("people").removeField("old").apply();
    assertThat(people.definition().indexOf("old")).isNegative();
    assertThat(people.get(1).toMap()).doesNotContainKey("old").containsEntry("name", "Ann");
    assertThatThrownBy(() -> people.put(ann))
        .isInstanceOf(RowException.class)
        .hasMessageContaining("field old, which was removed");
    tables.alter("people").addField("old int64 null").apply();
    assertThat(people.get(1).get("old")).isNull(); // another field of the same name
    people.put(row(people, "id", 1, "name", "Ann", "old", 5));
    assertThat(people.get(1).get("old")).isEqualTo(5L);
    assertImage();
    assertThat(tables.check("people", false).isClean()).isTrue();
  }

  @Test
  void aKeyFieldAddedLater() {
    Table<Row> people = people();
    for (int i = 0; i < 20; i++) {
      people.put(row(people, "id", i, "name", "n" + i % 4, "age", i, "city", "C"));
    }
    tables.alter("people").addKeyField("tenant string null").apply();
    assertThat(people.definition().key()).hasToString("id, tenant");
    assertThat(people.get(7).get("age")).isEqualTo(7);
    assertThat(people.get(7, null)).isEqualTo(people.get(7));
    // Null is what the old keys have: the same record, not a second one.
    people.put(row(people, "id", 7, "name", "seven", "tenant", null));
    people.put(row(people, "id", 7, "name", "n0", "tenant", "a"));
    people.put(row(people, "id", 7, "name", "n0", "tenant", ""));
    assertThat(people.query("id = 7").list())
        .extracting(row -> row.get("tenant"))
        .containsExactly(null, "", "a");
    assertThat(people.query("id = 7 and tenant is null").list()).hasSize(1);
    assertThat(people.query("id = 7 and tenant = 'a'").list()).hasSize(1);
    assertThat(people.query("id = 7 and tenant >= ''").list()).hasSize(2);
    assertThat(people.query("name = 'n0'").list()).hasSize(7);
    assertThat(people.query("name = 'n0' order by id, tenant desc").list())
        .isSortedAccordingTo(
            Comparator.comparing((Row row) -> (Integer) row.get("id"))
                .thenComparing(
                    row -> (String) row.get("tenant"),
                    Comparator.nullsFirst(Comparator.<String>naturalOrder()).reversed()));
    tables.alter("people").addKeyField("part int32 null").apply();
    people.put(row(people, "id", 7, "name", "n9", "tenant", null, "part", 1));
    people.put(row(people, "id", 7, "name", "n9", "tenant", "a", "part", 1));
    assertThat(people.query("id = 7").list()).hasSize(5);
    assertThat(people.get(7, null, 1).get("name")).isEqualTo("n9");
    assertThat(people.get(7).get("name")).isEqualTo("seven");
    tables.createIndex("people", "by_tenant: tenant, name");
    assertThat(people.query("tenant = 'a'").list()).hasSize(2);
    assertThat(people.query("tenant is null").list()).hasSize(21);
    assertImage();
    assertThat(people.delete(7)).isTrue();
    assertThat(people.delete(7, "a")).isTrue();
    assertThat(people.query("id = 7").list()).hasSize(3);
    assertImage();
    assertThat(tables.check("people", false).isClean()).isTrue();
    assertThatThrownBy(() -> people.get()).isInstanceOf(RowException.class);
  }

  @Test
  void refusedChangesSayWhyAndChangeNothing() {
    Table<Row> people = people();
    String before = people.definition().toString();
    refused(() -> tables.alter("people").addField("x int32").apply(), "declare it 'x int32 null'");
    refused(() -> tables.alter("people").addField("name string null").apply(), "of that name");
    refused(() -> tables.alter("people").addField("x what null").apply(), "what");
    refused(
        () -> tables.alter("people").addField("x int32 null, y int32 null").apply(), "one field");
    refused(() -> tables.alter("people").addKeyField("x int32").apply(), "have no value for it");
    refused(() -> tables.alter("people").addKeyField("x int32 desc null").apply(), "ascends");
    refused(() -> tables.alter("people").renameField("nix", "y").apply(), "there are id, name");
    refused(
        () -> tables.alter("people").renameField("age", "name").apply(), "a field name already");
    refused(() -> tables.alter("people").renameField("age", "a b").apply(), "a b");
    refused(() -> tables.alter("people").removeField("id").apply(), "part of the primary key");
    refused(
        () -> tables.alter("people").removeField("city").apply(),
        "dropIndex(\"people\", \"by_city\")");
    refused(() -> tables.alter("people").removeField("age").apply(), "by_city");
    refused(
        () -> tables.alter("people").addField("fine int32 null").removeField("id").apply(),
        "part of the primary key");
    assertThat(people.definition().toString()).isEqualTo(before);
    assertImage();
  }

  private static void refused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String why) {
    assertThatThrownBy(call).isInstanceOf(TableException.class).hasMessageContaining(why);
  }

  @Test
  void openingAsDeclaredOrWithEveryDifference() {
    TableBuilder same =
        new TableBuilder("people")
            .fields("id int32, name string, age int32 null, city string null, old string null")
            .key("id")
            .shards(3)
            .index("by_city: lower(city), age desc include name where age > 10")
            .index("by_name: name");
    tables.open(same).put(row(tables.open(same), "id", 1, "name", "Ann"));
    assertThat(tables.open(same).get(1).get("name")).isEqualTo("Ann");
    TableBuilder other =
        new TableBuilder("people")
            .fields("id int64, name string null, years int32 null, town string, part string null")
            .key("id, part")
            .shards(5)
            .timeToLive(Duration.ofDays(1))
            .versioned()
            .index("by_name: name desc", 4, 1)
            .index("by_years: years");
    assertThatThrownBy(() -> tables.open(other))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessage(
            """
            table people is not stored as it is declared:
              - field id is stored as int32 and declared as int64; a type never changes: declare int32, or add a field of another name
              - field name is stored not nullable and declared so; that never changes: declare 'name string'
              - field years int32 null is declared and not stored; tables.alter("people").addField("years int32 null").apply(); or, if it is a new name of age, tables.alter("people").renameField("age", "years").apply()
              - field town string is declared and not stored; it can be added if it is declared nullable: tables.alter("people").addField("town string null").apply()
              - field part string null is declared and not stored; tables.alter("people").addKeyField("part string null").apply(); or, if it is a new name of city, tables.alter("people").renameField("city", "part").apply()
              - field age int32 null is stored and not declared; declare it, or tables.alter("people").removeField("age").apply()
              - field city string null is stored and not declared; declare it, or tables.alter("people").removeField("city").apply()
              - field old string null is stored and not declared; declare it, or tables.alter("people").removeField("old").apply()
              - the key is stored as (id) and declared as (id, part); nullable fields can be added to its end with addKeyField
              - the key is stored in 3 shards by 1 and declared in 5 shards by 1; tables.reshard("people", 5, 1)
              - the time to live is stored as null and declared as PT24H; tables.alter("people").timeToLive(Duration.parse("PT24H")).apply()
              - versions are declared and not stored; tables.alter("people").versioned().apply()
              - index by_name is stored as (by_name: name, no shards) and declared as (by_name: name desc, 4 shards by 1); tables.dropIndex("people", "by_name") and tables.createIndex("people", "by_name: name desc", 4, 1)
              - index by_years: years is declared and not stored; tables.createIndex("people", "by_years: years")
              - index by_city: lower(city), age desc include name where age > 10 is stored and not declared; declare it, or tables.dropIndex("people", "by_city")\
            """);
  }

  /** It would be accepted once, and then no record any more. */
  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT0.000001S", "P100000001D", "PT2562047788015215H"})
  void aTimeToLiveHasBounds(String time) {
    TableBuilder builder = new TableBuilder("t").fields("id int32").key("id");
    assertThatThrownBy(() -> builder.timeToLive(Duration.parse(time)))
        .isInstanceOf(TableException.class)
        .hasMessage(
            "table t: a time to live is from 1 ms to 100,000,000 days; found "
                + Duration.parse(time));
    Table<Row> table = tables.create(builder);
    assertThatThrownBy(() -> tables.alter("t").versioned().timeToLive(Duration.parse(time)).apply())
        .isInstanceOf(TableException.class)
        .hasMessage(
            "table t, timeToLive("
                + Duration.parse(time)
                + ") is refused: a time to live is from 1 ms to 100,000,000 days");
    assertThatThrownBy(
            () -> table.put(Row.of(table.definition(), Map.of("id", 1)), Duration.parse(time)))
        .isInstanceOf(RowException.class)
        .hasMessageContaining("a time to live is from 1 ms");
    assertThat(table.definition().options()).isEmpty();
  }

  @Test
  void randomChangesOverRandomRows() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 6; i++) {
            try (Store own = TestStores.open()) {
              evolve(random, own);
            }
          }
        });
  }

  private static void evolve(Random random, Store store) {
    Tables tables = Tables.of(store);
    // With nothing but its key a table begins with values that hold no field at all.
    boolean bare = random.nextBoolean();
    TableBuilder builder =
        new TableBuilder("t")
            .fields(bare ? "id int32" : "id int32, f0 string null, f1 string null")
            .key("id")
            .shards(random.nextInt(3));
    Table<Row> table = tables.create(bare ? builder : builder.index("i0: f0, id desc include f1"));
    // Values by field id: what a field is called does not matter to what it holds.
    Map<List<Object>, Map<Integer, Object>> model =
        new TreeMap<>(Comparator.comparing(Object::toString));
    int next = 2;
    for (int step = 0; step < 60; step++) {
      TableDef def = table.definition();
      List<String> names = def.fields().stream().map(FieldDef::name).toList();
      String any = names.size() == 1 ? "id" : names.get(1 + random.nextInt(names.size() - 1));
      switch (any.equals("id") ? random.nextInt(8) * 5 : random.nextInt(12)) {
        case 0 -> tables.alter("t").addField("f" + next++ + " string null").apply();
        case 1 -> tables.alter("t").renameField(any, "f" + next++).apply();
        case 2 -> {
          try {
            for (String name : random.nextInt(4) == 0 ? names : List.of(any)) {
              if (!def.key().fields().contains(name)) {
                tables.alter("t").removeField(name).apply();
              }
            }
          } catch (TableException needed) {
            assertThat(needed).hasMessageContaining("is refused");
          }
        }
        case 3 -> {
          if (def.key().fields().size() < 4) {
            tables.alter("t").addKeyField("f" + next++ + " string null").apply();
          }
        }
        case 4 -> {
          if (def.indexes().size() < 4) {
            tables.createIndex("t", "i" + next++ + ": " + any + " desc", random.nextInt(3), 1);
          }
        }
        default -> {
          for (int n = random.nextInt(20); n > 0; n--) {
            Map<String, Object> values = new HashMap<>();
            Map<Integer, Object> byId = new HashMap<>();
            for (FieldDef field : def.fields()) {
              Object value =
                  field.name().equals("id")
                      ? (Object) random.nextInt(15)
                      : random.nextInt(3) == 0 ? null : "v" + random.nextInt(4);
              values.put(field.name(), value);
              byId.put(field.id(), value);
            }
            Row row = Row.of(def, values);
            List<Object> key = key(def, row);
            if (random.nextInt(4) == 0) {
              assertThat(table.delete(def.key().fields().stream().map(row::get).toArray()))
                  .isEqualTo(model.remove(key) != null);
            } else {
              table.put(row);
              model.put(key, byId);
            }
          }
        }
      }
      if (step % 4 == 3) {
        compare(store, table, model);
      }
    }
    assertThat(tables.check("t", false).isClean()).isTrue();
  }

  /** Without nulls at its end: such keys are the same. */
  private static List<Object> key(TableDef def, Row row) {
    List<Object> key = new ArrayList<>(def.key().fields().stream().map(row::get).toList());
    while (key.get(key.size() - 1) == null) {
      key.remove(key.size() - 1);
    }
    return key;
  }

  private static void compare(
      Store store, Table<Row> table, Map<List<Object>, Map<Integer, Object>> model) {
    assertThat(ImageChecker.problems(store, 0)).isEmpty();
    TableDef def = table.definition();
    Table<Row> reopened = Tables.of(store).table("t");
    assertThat(reopened.definition()).isEqualTo(def);
    Map<List<Object>, Map<Integer, Object>> found =
        new TreeMap<>(Comparator.comparing(Object::toString));
    for (Row row : reopened.query("").allowScan(10_000).list()) {
      Map<Integer, Object> values = new HashMap<>();
      def.fields().forEach(field -> values.put(field.id(), row.get(field.name())));
      found.put(key(def, row), values);
      assertThat(table.get(def.key().fields().stream().map(row::get).toArray())).isEqualTo(row);
    }
    Map<List<Object>, Map<Integer, Object>> expected =
        new TreeMap<>(Comparator.comparing(Object::toString));
    model.forEach(
        (key, values) -> {
          Map<Integer, Object> now = new HashMap<>();
          def.fields().forEach(field -> now.put(field.id(), values.get(field.id())));
          expected.put(key, now);
        });
    assertThat(found).isEqualTo(expected);
    for (FieldDef field : def.fields().subList(1, def.fields().size())) {
      String name = field.name();
      for (String condition : List.of(name + " = 'v1'", name + " is null", name + " >= 'v2'")) {
        long matching =
            expected.values().stream()
                .map(values -> (String) values.get(field.id()))
                .filter(
                    value ->
                        condition.endsWith("null")
                            ? value == null
                            : value != null
                                && (condition.contains(">=")
                                    ? value.compareTo("v2") >= 0
                                    : value.equals("v1")))
                .count();
        assertThat(table.query(condition).allowScan(10_000).list())
            .as(condition)
            .hasSize((int) matching);
      }
    }
  }
}
