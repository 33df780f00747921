package dev.keyfold.sql.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.sql.SqlResult;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Expressions and clauses whose meaning in Calcite differs from PostgreSQL's. */
class PostgresMeaningsTest extends SqlFixture {
  @BeforeEach
  void createTables() {
    run("create table t (a int primary key, g int, v int, s text)");
    run("insert into t values (1,1,10,'x'),(2,1,20,'y'),(3,1,20,'z'),(4,2,5,null),(5,2,7,'w')");
    run("create table empty (id int primary key)");
  }

  @Test
  void ilikeIgnoresCaseAlsoInTables() {
    run("create table p (id int primary key, name text)");
    run("create index by_name on p (name)");
    run("insert into p values (1,'bob'),(2,'Bob'),(3,'BEA'),(4,'Carl')");
    assertThat(rows("select id from p where name ilike 'B%' order by id")).isEqualTo("1 | 2 | 3");
    assertThat(rows("select id from p where name ilike 'BOB' order by id")).isEqualTo("1 | 2");
    assertThat(rows("select id from p where name not ilike 'b%' order by id")).isEqualTo("4");
    assertThat(rows("select id from p where name like 'B%' order by id")).isEqualTo("2 | 3");
  }

  @Test
  void timestampsAreReadWithTAndOffsets() {
    run("create table m (at timestamp primary key, s text)");
    run("insert into m values ('2024-01-01 10:00:00', '2024-01-01T10:00:00Z')");
    for (String text : new String[] {"2024-01-01T10:00:00Z", "2024-01-01 12:00:00+02:00"}) {
      assertThat(rows("select count(*) from m where at = '" + text + "'")).isEqualTo("1");
      assertThat(rows("select count(*) from m where at = '" + text + "'::timestamp"))
          .isEqualTo("1");
    }
    assertThat(
            rows(
                "select count(*) from m where at between '2024-01-01T00:00:00Z' and"
                    + " '2024-01-02T00:00:00.5Z'"))
        .isEqualTo("1");
    assertThat(rows("select count(*) from m where at = s::timestamp")).isEqualTo("1");
    assertThat(rows("explain select at from m where at > '2024-01-01T00:00:00Z'"))
        .contains("RANGE SCAN");
    fails("22007", "found 'abc', expected a timestamp", "select at from m where at > 'abc'");
    fails("22007", "found 'abc', expected a timestamp", "select 'abc'::timestamp");
  }

  @Test
  void informationSchemaListsConstraints() {
    run("create table k (a int, b int, e text unique, primary key (a, b))");
    assertThat(
            rows(
                "select table_name, constraint_name, constraint_type from"
                    + " information_schema.table_constraints where table_name = 'k' order by 2"))
        .isEqualTo("k k_e_key UNIQUE | k k_pkey PRIMARY KEY");
    assertThat(
            rows(
                "select column_name, ordinal_position from information_schema.key_column_usage"
                    + " where constraint_name = 'k_pkey' order by 2"))
        .isEqualTo("a 1 | b 2");
    assertThat(rows("select count(*) from information_schema.referential_constraints"))
        .isEqualTo("0");
  }

  @Test
  void nthValueLooksInItsFrame() {
    assertThat(rows("select a, nth_value(a, 2) over (partition by g order by v) from t order by a"))
        .isEqualTo("1 null | 2 2 | 3 2 | 4 null | 5 5");
    assertThat(rows("select nth_value(a, 2) over w from t window w as (order by a) order by a"))
        .isEqualTo("null | 2 | 2 | 2 | 2");
    assertThat(
            rows(
                "select nth_value(a, 2) over (order by a rows between current row and 1 following)"
                    + " from t order by a"))
        .isEqualTo("2 | 3 | 4 | 5 | null");
    assertThat(rows("select nth_value(a, 4) over (), last_value(a) over () from t where a < 3"))
        .isEqualTo("null 2 | null 2");
    assertThat(rows("select last_value(a) over (order by v) from t where g = 1 order by a"))
        .isEqualTo("1 | 3 | 3");
    fails("0A000", "array_agg with OVER", "select array_agg(a) over (order by a) from t");
    fails("22016", "expected 1 or more", "select nth_value(a, 0) over (order by a) from t");
  }

  @Test
  void everyUseOfANamedWindowHasItsOwnFrame() {
    assertThat(
            rows(
                "select count(*) over w, count(*) over (w rows between current row and 1"
                    + " following), cume_dist() over w, percent_rank() over w from t window w as"
                    + " (order by g) order by a"))
        .isEqualTo("3 2 0.6 0.0 | 3 2 0.6 0.0 | 3 2 0.6 0.0 | 5 2 1.0 0.75 | 5 1 1.0 0.75");
    assertThat(
            rows(
                "select a from t window p as (partition by g), w as (p order by a desc)"
                    + " order by row_number() over w, g"))
        .isEqualTo("3 | 5 | 2 | 4 | 1");
    fails(
        "42P20",
        "has a frame",
        "select sum(v) over (w order by a) from t window w as (rows unbounded preceding)");
  }

  @Test
  void rowsAreCountedByTheirValues() {
    run("insert into t values (6, 2, 7, null), (7, 2, 7, null)");
    assertThat(
            rows(
                "select count(distinct (g, v)), count(distinct (g, s)), count((g, s)),"
                    + " count(distinct (g, (v, s))) from t"))
        .isEqualTo("4 5 7 6");
    assertThat(rows("select g, count(distinct (g, s)) from t group by g order by g"))
        .isEqualTo("1 3 | 2 2");
    fails("0A000", "a row such as (a, b)", "select (g, v) from t");
    fails("0A000", "a row such as (a, b)", "select distinct (g, v) from t");
    assertThat(rows("select a from t where (g, v) in (select 1, 20) order by a"))
        .isEqualTo("2 | 3");
  }

  @Test
  void existsBesideACorrelatedSubqueryMayBeFalse() {
    assertThat(
            rows(
                "select k, (select max(v) from t y where y.a = x.k) from"
                    + " (select a as k from t where exists (select 1 from empty)) x"))
        .isEmpty();
    assertThat(
            rows(
                "select k, (select max(v) from t y where y.a = k) from"
                    + " (select 1 as k, count(*) as n from empty group by 1) x"))
        .isEmpty();
    assertThat(
            rows(
                "select k, n, (select max(v) from t y where y.a = k) from"
                    + " (select 1 as k, count(*) as n from t where a > 2 group by 1) x"))
        .isEqualTo("1 3 10");
    assertThat(
            rows(
                "select a from t x where exists (select 1 from t y where y.a = x.a + 1"
                    + " and exists (select 1 from empty))"))
        .isEmpty();
  }

  @Test
  void booleansAreWrittenInLowerCase() {
    assertThat(rows("select true::text, (1 > 2)::text, (not false) || 'x', null::boolean::text"))
        .isEqualTo("true false truex null");
    assertThat(rows("select (a > 1)::text, (a > 1)::varchar(2) from t where a < 3 order by a"))
        .isEqualTo("false fa | true tr");
  }

  @Test
  void timestampsAreWrittenWithTheirMilliseconds() {
    run("create table times (id int primary key, at timestamp)");
    run("insert into times values (1, '2024-01-01 10:11:12.345'), (2, '2024-01-01'), (3, null)");
    assertThat(rows("select at::text, at::varchar(10) from times order by id"))
        .isEqualTo(
            "2024-01-01 10:11:12.345 2024-01-01 | 2024-01-01 00:00:00 2024-01-01 | null null");
  }

  /** Found by comparison with PostgreSQL: Calcite's own assertions rejected it. */
  @Test
  void anOuterJoinWhoseConditionNeedsBothSides() {
    run("create table o (id int primary key, c int)");
    run("insert into o values (1, 1), (2, 36), (3, null)");
    assertThat(
            rows(
                "select x.id, y.id from o x left join o y on x.c + 1 = y.id"
                    + " where coalesce(x.id - y.id, 18 + y.c) = x.c * -1"))
        .isEqualTo("1 2");
  }

  @Test
  void functionsOfNullAreNull() {
    assertThat(
            rows(
                "select lower(null), abs(null), sqrt(null), mod(null, 2), sign(null),"
                    + " null + 1, length(null), coalesce(null, 1), concat(null, 'x'),"
                    + " octet_length(null), round(null), trunc(null)"))
        .isEqualTo("null null null null null null null 1 x null null null");
    assertThat(rows("select max(null), count(null), sum(null), avg(null) from t"))
        .isEqualTo("null 0 null null");
  }

  @Test
  void aGroupedKeyDeterminesTheOtherColumns() {
    run("create table o (id int primary key, a int, n int)");
    run("insert into o values (1, 1, 5), (2, 1, 6), (3, 2, 7)");
    assertThat(rows("select a, g, s, count(*) from t group by a having v > 7 order by v desc, a"))
        .isEqualTo("2 1 y 1 | 3 1 z 1 | 1 1 x 1");
    assertThat(
            rows(
                "select x.*, sum(n) from t x join o on o.a = x.a group by x.a order by"
                    + " x.s desc"))
        .isEqualTo("2 1 20 y 7 | 1 1 10 x 11");
    assertThat(rows("select t.s || '!' from t join o on o.a = t.a group by 1, t.a order by 1"))
        .isEqualTo("x! | y!");
    assertThat(rows("select a, s from t group by 1 order by 1 limit 1")).isEqualTo("1 x");
    run("create view w as select a, s, count(*) as n from t group by a");
    assertThat(rows("select s, n from w where a = 2")).isEqualTo("y 1");
    fails("42803", "'o.n' is not being grouped", "select o.n from t, o group by t.a");
    fails("42803", "'s' is not being grouped", "select s from t group by rollup (a)");
    fails("42803", "is not being grouped", "select v from t group by g");
  }

  @Test
  void createTableAsCountsItsRows() {
    try (SqlResult result = sql.execute("create table u as select * from t where g = 1")) {
      assertThat(result.tag()).isEqualTo("SELECT");
      assertThat(result.updateCount()).isEqualTo(3);
    }
    assertThat(rows("select count(*) from u")).isEqualTo("3");
  }

  /** U+FF21 is before U+1F600, although its UTF-16 unit is greater than a surrogate. */
  @Test
  void textsAreOrderedByCodePoint() {
    run("create table texts (id int primary key, s text not null)");
    run("insert into texts values (1, '\uD83D\uDE00'), (2, '\uFF21'), (3, 'z')");
    checkOrder();
    run("create index by_s on texts (s)");
    checkOrder();
  }

  private void checkOrder() {
    assertThat(rows("select id from texts order by s")).isEqualTo("3 | 2 | 1");
    assertThat(rows("select id from texts order by s desc limit 2")).isEqualTo("1 | 2");
    assertThat(rows("select id from texts order by s || 'x', id")).isEqualTo("3 | 2 | 1");
    assertThat(rows("select max(s) = '\uD83D\uDE00', min(s) = 'z' from texts"))
        .isEqualTo("true true");
    assertThat(rows("select max(s || '') = '\uD83D\uDE00' from texts")).isEqualTo("true");
    assertThat(rows("select id from texts where s > '\uFF21'")).isEqualTo("1");
    assertThat(rows("select id from texts where s || '' > '\uFF21'")).isEqualTo("1");
    assertThat(rows("select id, rank() over (order by s) from texts order by id"))
        .isEqualTo("1 3 | 2 2 | 3 1");
    assertThat(rows("select array_agg(id order by s) from texts")).isEqualTo("{3,2,1}");
    assertThat(rows("select x.id from texts x join texts y on x.s = y.s order by x.s"))
        .isEqualTo("3 | 2 | 1");
    assertThat(rows("select count(*) from texts where s between '\uFF21' and '\uD83D\uDE00'"))
        .isEqualTo("2");
  }

  @Test
  void namesOfIndexesAreUnique() {
    run("create index i on t (s)");
    fails("42P07", "an index of table t has the name i", "create index i on empty (id)");
    fails("42P07", "a table has the name empty", "create index empty on t (g)");
    run("create index if not exists i on empty (id)");
    run("create index on t (g)");
    run("create index on t (g)");
    run("drop index t_g_idx, t_g_idx1, i");
  }

  @Test
  void anEmptyRangeIsAContradiction() {
    for (String condition :
        new String[] {"a between 8.75 and 6.25", "v between 8 and 6", "a > 3 and a < 3"}) {
      assertThat(rows("explain select a from t where " + condition))
          .contains("because: the conditions contradict each other");
      assertThat(rows("select a from t where " + condition)).isEmpty();
    }
  }
}
