package dev.keyfold.sql.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.sql.SqlStatement;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.structures.Work;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Limits, errors, parameters, structures and types of queries. */
class QueryBehaviourTest {
  private static QueryFixture shop;

  @BeforeAll
  static void open() {
    shop = new QueryFixture();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static SqlStateException failure(String query, Object... parameters) {
    try {
      shop.rows(query, parameters);
    } catch (SqlStateException e) {
      return e;
    }
    throw new AssertionError("no failure: " + query);
  }

  @Test
  void aScanBeyondTheLimitNamesTheIndexAndTheSetting() {
    shop.sql.settings().set("scan_limit", "100");
    try {
      SqlStateException refused = failure("select id from orders where note = 'note 5'");
      assertThat(refused.sqlState()).isEqualTo(SqlStates.CONFIGURATION_LIMIT_EXCEEDED);
      assertThat(refused.getMessage())
          .contains("orders")
          .contains("100 rows")
          .contains("scan_limit");
      assertThat(refused.hint())
          .contains("CREATE INDEX by_note ON orders (note)")
          .contains("SET scan_limit");
      assertThat(shop.rows("select id from orders where user_id = 5")).hasSize(10);
    } finally {
      shop.sql.settings().set("scan_limit", "default");
    }
    assertThat(shop.rows("select id from orders where note = 'note 5'")).hasSize(1);
  }

  @Test
  void memoryIsLimited() {
    shop.sql.settings().set("work_memory", "64kB");
    try {
      SqlStateException full = failure("select id, amount from orders order by amount, id");
      assertThat(full.sqlState()).isEqualTo(SqlStates.OUT_OF_MEMORY);
      assertThat(full.getMessage()).contains("64kB").contains("work_memory");
      assertThatThrownBy(
              () -> shop.rows("select note, id * 2, count(*) from orders group by note, id * 2"))
          .isInstanceOf(SqlStateException.class);
      assertThat(shop.rows("select category, count(*) from orders group by category")).hasSize(12);
    } finally {
      shop.sql.settings().set("work_memory", "default");
    }
  }

  @Test
  void errorsHaveAPositionAndTheNearestName() {
    SqlStateException table = failure("select * from oders");
    assertThat(table.sqlState()).isEqualTo(SqlStates.UNDEFINED_TABLE);
    assertThat(table.position()).isEqualTo(15);
    assertThat(table.hint()).contains("orders");
    SqlStateException column = failure("select emial from users");
    assertThat(column.getMessage()).isEqualTo("there is no column emial");
    assertThat(column.sqlState()).isEqualTo(SqlStates.UNDEFINED_COLUMN);
    assertThat(column.position()).isEqualTo(8);
    assertThat(column.hint()).contains("email");
    SqlStateException syntax = failure("select id frm users");
    assertThat(syntax.sqlState()).isEqualTo(SqlStates.SYNTAX_ERROR);
    assertThat(failure("select nofun(id) from users").sqlState())
        .isEqualTo(SqlStates.UNDEFINED_FUNCTION);
    assertThat(failure("select 1 / (id - id) from users where id = 1").sqlState())
        .isEqualTo(SqlStates.DIVISION_BY_ZERO);
    assertThat(failure("select (select id from users)").sqlState())
        .isEqualTo(SqlStates.CARDINALITY_VIOLATION);
  }

  @Test
  void parametersAreBoundByType() {
    SqlStatement statement =
        shop.sql.prepare("select id from orders where user_id = ? and at >= ? order by at limit ?");
    assertThat(statement.parameters()).hasSize(3);
    try (var result = statement.execute(7, Instant.parse("2025-01-20T00:00:00Z"), 2)) {
      assertThat(result.list()).isEqualTo(List.of(List.of(607L), List.of(807L)));
    }
    assertThat(shop.rows("select id from users where id = ?", "12"))
        .isEqualTo(List.of(List.of(12L)));
    assertThat(shop.rows("select id from users where city = ?", (Object) null)).isEmpty();
    assertThat(failure("select id from users where id = ?", "x").getMessage())
        .contains("parameter 1")
        .contains("BIGINT");
  }

  @Test
  void comparisonsWithNumbersThatTheFieldCannotHold() {
    assertThat(shop.rows("select count(*) from users where id = 2.5").get(0).get(0)).isEqualTo(0L);
    assertThat(shop.rows("select count(*) from users where id < 2.5").get(0).get(0)).isEqualTo(3L);
    assertThat(shop.rows("select count(*) from users where id >= -0.5").get(0).get(0))
        .isEqualTo(200L);
    assertThat(shop.rows("select count(*) from users where age < 99999999999").get(0).get(0))
        .isEqualTo(171L);
    assertThat(shop.rows("select count(*) from orders where amount > 10.005").get(0).get(0))
        .isEqualTo(shop.rows("select count(*) from orders where amount >= 10.01").get(0).get(0));
  }

  @Test
  void averagesAndDivisionsAreExact() {
    assertThat(shop.rows("select avg(id) from users where id in (1, 2, 4)").get(0).get(0))
        .isEqualTo(new BigDecimal("2.3333333333333333"));
    assertThat(shop.rows("select sum(amount) from orders where user_id = 1").get(0).get(0))
        .isInstanceOf(BigDecimal.class);
  }

  @Test
  void structuresAreTables() {
    try (Work work = shop.structures.begin()) {
      work.space(0).strings().set(bytes("greeting"), bytes("hello"));
      work.space(0).hashes().put(bytes("user:1"), bytes("email"), bytes("User1@example.com"));
      work.space(0).hashes().put(bytes("user:1"), bytes("city"), bytes("Ulm"));
      work.space(0).lists().pushLast(bytes("queue"), bytes("a"));
      work.space(0).lists().pushLast(bytes("queue"), bytes("b"));
      work.space(0).sets().add(bytes("tags"), bytes("x"));
      work.space(0).sortedSets().put(bytes("scores"), bytes("bob"), 2.5);
      work.commit();
    }
    assertThat(shop.rows("select value from kv.strings where name = 'greeting'"))
        .isEqualTo(List.of(List.of("hello")));
    assertThat(shop.rows("select field, value from kv.hashes where name = 'user:1' order by field"))
        .isEqualTo(List.of(List.of("city", "Ulm"), List.of("email", "User1@example.com")));
    assertThat(shop.rows("select position, value from kv.lists where name in ('queue', 'none')"))
        .isEqualTo(List.of(List.of(0L, "a"), List.of(1L, "b")));
    assertThat(shop.rows("select * from kv.sorted_sets"))
        .isEqualTo(List.of(List.of("scores", "bob", 2.5)));
    assertThat(shop.rows("select count(*) from kv.sets where name = 'tags' and member = 'x'"))
        .isEqualTo(List.of(List.of(1L)));
    assertThat(
            shop.rows(
                "select u.id from kv.hashes h join users u on lower(u.email) = lower(h.value) where"
                    + " h.name = 'user:1' and h.field = 'email'"))
        .isEqualTo(List.of(List.of(1L)));
    assertThat(shop.plan("select value from kv.strings where name = 'greeting'"))
        .contains("EXACT LOOKUP of kv.strings by name");
  }

  @Test
  void plansAreKeptUntilTheDefinitionChanges() {
    String query = "select id from users where age = 33";
    var before = shop.plan(query);
    assertThat(before).doesNotContain("by_age");
    assertThat(shop.rows(query)).isEqualTo(shop.rows(query));
    shop.tables.createIndex("users", "by_age: age, city");
    assertThat(shop.plan(query)).contains("index by_age");
    shop.tables.dropIndex("users", "by_age");
    assertThat(shop.plan(query)).isEqualTo(before);
  }

  @Test
  void explainAnalyzeCountsRows() {
    assertThat(shop.plan("analyze select id from orders where user_id = 7"))
        .contains("actual: 10 read, 10 returned");
  }

  @Test
  void nullsSortAsInPostgres() {
    List<List<Object>> rows = shop.rows("select city from users order by city limit 200");
    assertThat(rows.get(0).get(0)).isEqualTo("city0");
    assertThat(rows.get(199)).isEqualTo(Arrays.asList((Object) null));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void theEmptyGroupingSetHasARowAlsoOfNothing() {
    assertThat(
            shop.rows(
                "select city, age, count(*), sum(id), max(email), grouping(city, age) from users"
                    + " where id < 0 group by cube (city, age)"))
        .containsExactly(Arrays.asList(null, null, 0L, null, null, 3L));
    assertThat(shop.rows("select city from users where id < 0 group by rollup (city)"))
        .containsExactly(Arrays.asList((Object) null));
    assertThat(shop.rows("select city, count(*) from users where id = 1 group by rollup (city)"))
        .containsExactlyInAnyOrder(List.of("city1", 1L), Arrays.asList(null, 1L));
  }

  @Test
  void parametersInsideCase() {
    assertThat(
            shop.rows(
                "select (case when id <= ? then amount end + abs(amount)) from orders where id = 3",
                10))
        .containsExactly(List.of(new BigDecimal("0.42")));
    assertThat(
            shop.rows(
                "select nullif(case when city in (?) then 9 else 21 end, age) from users where id ="
                    + " ?",
                "city1",
                1))
        .containsExactly(Arrays.asList((Object) 9));
  }

  /** Rows without a partner stand between those with one. */
  @Test
  void joinsOfOuterJoinsLoseNoRows() {
    shop.sql.execute("create table l (id bigint primary key, a int)").close();
    shop.sql.execute("create table m (id bigint, c bigint)").close();
    shop.sql.execute("create table n (id bigint, a int)").close();
    for (int i = 0; i < 60; i++) {
      shop.sql.execute("insert into l values (" + i + ", " + i % 10 + ")").close();
      shop.sql.execute("insert into m values (" + i + ", " + (5 + i % 5) + ")").close();
      shop.sql.execute("insert into n values (" + i + ", " + i % 10 + ")").close();
    }
    assertThat(
            shop.rows(
                "select count(*), sum(x.id), sum(z.id) from l x left join m y on x.a = y.c join n z"
                    + " on y.c = z.a"))
        .isEqualTo(
            shop.rows(
                "select count(*), sum(x.id), sum(z.id) from l x, m y, n z where x.a = y.c and y.c ="
                    + " z.a"));
  }
}
