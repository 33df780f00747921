package dev.keyfold.table;

import static dev.keyfold.table.where.Conditions.between;
import static dev.keyfold.table.where.Conditions.contains;
import static dev.keyfold.table.where.Conditions.eq;
import static dev.keyfold.table.where.Conditions.ge;
import static dev.keyfold.table.where.Conditions.gt;
import static dev.keyfold.table.where.Conditions.in;
import static dev.keyfold.table.where.Conditions.isNotNull;
import static dev.keyfold.table.where.Conditions.isNull;
import static dev.keyfold.table.where.Conditions.le;
import static dev.keyfold.table.where.Conditions.lt;
import static dev.keyfold.table.where.Conditions.ne;
import static dev.keyfold.table.where.Conditions.notIn;
import static dev.keyfold.table.where.Conditions.startsWith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.record.Code;
import dev.keyfold.store.Store;
import dev.keyfold.table.errors.SchemaMismatchException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.upkeep.Alteration;
import dev.keyfold.table.where.Condition;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** A program declares its tables at every start, and finds what it has stored at the first one. */
class SecondStartTest {
  private static final UUID ID = new UUID(1, 2);
  private static final Instant AT = Instant.parse("2025-01-17T10:00:00.123Z");
  private static final String FIELDS =
      "k int32, n int64 null, u uint64 null, i integer null, f float null, d double null,"
          + " m decimal null, x decimal(exact) null, p decimal(10,2) null, s string null,"
          + " b bytes null, c bytes(2) null, id uuid null, day date null, t time null,"
          + " at timestamp null, us timestamp(6) null, ns timestamp(9) null, yes bool null,"
          + " state enum(OPEN=1,PAID=2) null, tags list<string> null,"
          + " pair tuple<a int32, b string> null";

  private enum State {
    @Code(1)
    OPEN,
    @Code(2)
    PAID
  }

  /** Every operator and every type that a program can hand in. */
  static final List<Condition> CONDITIONS =
      List.of(
          eq("n", 1),
          ne("n", 2L),
          lt("n", (short) 3),
          le("n", 4),
          gt("n", 5),
          ge("n", 6),
          between("n", 1, 9),
          in("n", 3, 1, 2),
          notIn("n", List.of(1, 2)),
          in("n", List.of()),
          notIn("n", List.of()),
          isNull("n"),
          isNotNull("n"),
          eq("u", new BigInteger("18446744073709551615")),
          eq("i", BigInteger.TEN.pow(30)),
          eq("f", 1.5f),
          gt("d", -0.0),
          eq("d", Double.NaN),
          lt("d", Double.POSITIVE_INFINITY),
          eq("m", new BigDecimal("2.50")),
          eq("x", new BigDecimal("2.50")),
          eq("p", new BigDecimal("2.5")),
          eq("s", "it's"),
          startsWith("s", "50%_\\"),
          startsWith("b", new byte[] {1, -1}),
          eq("b", new byte[] {0}),
          eq("c", new byte[] {1, 2}),
          eq("id", ID),
          ge("day", LocalDate.of(2025, 1, 17)),
          lt("t", LocalTime.of(12, 30)),
          gt("at", AT),
          gt("at", 7L),
          gt("us", 7L),
          gt("ns", AT.plusNanos(1)),
          eq("yes", true),
          eq("state", State.OPEN),
          in("state", State.PAID, State.OPEN),
          eq("tags", List.of("a", "b")),
          contains("tags", "a'b"),
          eq("pair", List.of(1, "x")),
          eq("lower(s)", "abc"),
          eq("prefix(s, 3)", "abc"),
          ge("year(at)", 2025),
          eq("day(at)", LocalDate.of(2025, 1, 17)),
          eq("bucket(n, 10)", 20));

  private final Store store = TestStores.open();

  @AfterEach
  void close() {
    store.close();
  }

  private Tables start() {
    return Tables.of(store, Functions.builtIn(), System::currentTimeMillis, TestStores.AT_ONCE);
  }

  @ParameterizedTest
  @FieldSource("CONDITIONS")
  void aPartialIndexDeclaredInCodeOpensAgain(Condition condition) {
    TableBuilder builder =
        new TableBuilder("t")
            .fields(FIELDS)
            .key("k")
            .index("part", i -> i.asc("k").where(condition, isNotNull("k")));
    var first = start().open(builder).definition();
    assertThat(start().open(builder).definition()).isEqualTo(first);
    assertThat(start().open(builder).definition()).isEqualTo(first);
    // What it prints is a declaration that means the same.
    TableBuilder text =
        new TableBuilder("t").fields(FIELDS).key("k").index(first.index("part").text().toString());
    assertThat(start().open(text).definition()).isEqualTo(first);
    // Conditions of several calls add up.
    TableBuilder twice =
        new TableBuilder("t")
            .fields(FIELDS)
            .key("k")
            .index("part", i -> i.asc("k").where(condition).where(isNotNull("k")));
    assertThat(start().open(twice).definition()).isEqualTo(first);
  }

  record Item(int id, String name, State state, List<String> tags) {}

  @Test
  void recordsOpenAgain() {
    for (int i = 0; i < 3; i++) {
      Table<Item> items =
          start()
              .table(
                  Item.class,
                  spec ->
                      spec.key(key -> key.asc("id"))
                          .index("open", of -> of.asc("name").where(eq("state", State.OPEN)))
                          .index("tagged", of -> of.asc("each(tags)").desc("lower(name)")));
      items.put(new Item(i, "n" + i, State.OPEN, List.of("a", "b" + i)));
      assertThat(items.query("tags contains 'a'").list()).hasSize(i + 1);
      assertThat(items.query("state = 'OPEN' and name = 'n" + i + "'").list()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          m = 2.5 and n > 1             | n > 1 and m = 2.50
          m = 2.5                       | m = '2.500'
          n in (1, 2, 3)                | n in (3, 2, 1, 1)
          n in (1)                      | n = 1
          n not in (1, 2)               | n != 2 and n <> 1
          n not in ()                   | n is not null
          n between 1 and 2             | n <= 2 and n >= 1
          n = 1 and n = 1               | n = 1
          n = 100                       | n = 1e2
          b = x'00FF'                   | b = '00ff'
          s like 'abc'                  | s = 'abc'
          at > '2025-01-17T00:00:00Z'   | at > '2025-01-17T01:00:00+01:00'
          """)
  void aConditionMayBeWrittenInAnotherWay(String stored, String declared) {
    var first = start().create(table(stored)).definition();
    assertThat(start().open(table(declared)).definition()).isEqualTo(first);
  }

  private static TableBuilder table(String condition) {
    return new TableBuilder("t")
        .fields(FIELDS)
        .key("k")
        .index("i: k include n, s where " + condition);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          n = 1            | n = 2
          n = 1            | n >= 1
          n = 1            | u = 1
          n in (1, 2)      | n in (1)
          n in ()          | n is null
          n = 1            | n = 1 and u = 1
          x = 2.5          | x = 2.50
          d = 0            | d = -0.0
          us > 7           | us > 8
          """)
  void anotherConditionIsAMismatch(String stored, String declared) {
    start().create(table(stored));
    assertThatThrownBy(() -> start().open(table(declared)))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("index i is stored as");
  }

  @Test
  void theOrderOfConstantsAndIncludedFieldsDoesNotMatter() {
    String[] types = {"enum(OPEN=1,PAID=2)", "enum(PAID=2,OPEN=1)"};
    for (int i = 0; i < 2; i++) {
      Table<Row> table =
          start()
              .open(
                  new TableBuilder("t")
                      .fields("k int32, a " + types[i] + ", b list<" + types[i] + ">, c int8")
                      .key("k")
                      .index("i: k include " + (i == 0 ? "a, c" : "c, a")));
      table.put(Row.of(table.definition(), Map.of("k", i, "a", "PAID", "b", List.of(), "c", 1)));
    }
    assertThatThrownBy(
            () ->
                start()
                    .open(
                        new TableBuilder("t")
                            .fields(
                                "k int32, a enum(OPEN=2,PAID=1), b list<" + types[0] + ">, c int8")
                            .key("k")
                            .index("i: k include a, c")))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("field a is stored as enum(OPEN=1,PAID=2)");
  }

  @Test
  void eachStandsInAnIndexMadeInCode() {
    Tables tables = start();
    Table<Row> table =
        tables.create(
            new TableBuilder("t")
                .fields("k int32, tags list<string>")
                .key(key -> key.asc("k"))
                .index("by_tag", i -> i.desc("each(tags)").asc("k")));
    table.put(Row.of(table.definition(), Map.of("k", 1, "tags", List.of("a", "b"))));
    assertThat(table.definition().index("by_tag").text()).hasToString("by_tag: each(tags) desc, k");
    assertThat(table.query("tags contains 'b'").list()).hasSize(1);
    TableBuilder other = new TableBuilder("u").fields("k int32, tags list<string>");
    assertThatThrownBy(() -> other.key(key -> key.asc("each(tags)")))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("the key of table u")
        .hasMessageContaining("use functions in indexes");
    assertThatThrownBy(() -> other.index("i", i -> i.asc("each(tags)").desc("each(k)")))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("an index of table u")
        .hasMessageContaining("a second each(...)");
  }

  @Test
  void whereNullSortsIsNotAChoiceOfFields() {
    TableBuilder builder = new TableBuilder("t");
    assertThatThrownBy(() -> builder.fields("k int32, s string null last"))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("found 's string null last', expected 's string null'");
    Tables tables = start();
    tables.create(
        new TableBuilder("t").fields("k int32, l list<string null last> null first").key("k"));
    for (Alteration alteration :
        List.of(
            tables.alter("t").addField("a int32 null last"),
            tables.alter("t").addKeyField("a int32 null last"))) {
      assertThatThrownBy(alteration::apply)
          .isInstanceOf(TableException.class)
          .hasMessageContaining("declare it 'a int32 null'");
    }
    assertThat(tables.table("t").definition().fields()).hasSize(2);
  }
}
