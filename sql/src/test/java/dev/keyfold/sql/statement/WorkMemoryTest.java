package dev.keyfold.sql.statement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What operators keep counts until they end, and no longer. */
class WorkMemoryTest extends SqlFixture {
  private static final String FULL = "53200";

  @BeforeEach
  void createTables() {
    run("create table t (k int, id int, s text, primary key (k, id))");
    run("create table u (k int, id int, s text, primary key (k, id))");
    for (String table : new String[] {"t", "u"}) {
      run(
          "insert into "
              + table
              + " select g, g, 'text ' || g from generate_series(1, 400) as x(g)");
    }
    run("set work_memory = '100kB'");
  }

  @Test
  void whatAnOperatorKeptIsReleasedAtItsEnd() {
    String one = "(select s from t order by s)";
    assertThat(rows("select count(*) from " + one + " x")).isEqualTo("400");
    String four = String.join(" union all ", one, one, one, one);
    assertThat(rows("select count(*) from (" + four + ") x")).isEqualTo("1600");
    fails(
        FULL,
        "100kB",
        "select count(*) from t a join (select s from t order by s) b on a.s = b.s || ''"
            + " join (select s from u order by s) c on a.s = c.s || ''"
            + " join (select s from u order by s) d on a.s = d.s || ''");
  }

  @Test
  void aCorrelatedSubqueryKeepsItsRowsOnce() {
    run("set work_memory = '3MB'");
    assertThat(
            rows(
                "select count(x) from (select (select string_agg(y.s, ',' order by y.s) from u y"
                    + " where y.k < t.k + 20 and y.k >= t.k) as x from t where t.k <= 300) z"))
        .isEqualTo("300");
  }

  @Test
  void aMergeJoinKeepsTheRowsOfOneKey() {
    String join = "select count(*) from t join u on t.k = u.k where t.s > u.s || 'x'";
    assertThat(rows("explain " + join)).contains("MergeJoin");
    assertThat(rows(join)).isEqualTo("0");
    run("insert into t select 500, g, 'text ' || g from generate_series(1, 900) as x(g)");
    run("insert into u select 500, g, 'text ' || g from generate_series(1, 900) as x(g)");
    assertThat(rows("explain " + join)).contains("MergeJoin");
    fails(FULL, "100kB", join);
  }

  @Test
  void aSortWithALimitKeepsSoManyRows() {
    run("insert into t select 500, g, 'text ' || g from generate_series(1, 5000) as x(g)");
    assertThat(rows("select s from t order by s limit 2")).isEqualTo("text 1 | text 1");
    assertThat(rows("select s from t order by s limit ?", 2)).isEqualTo("text 1 | text 1");
    fails(FULL, "100kB", "select s from t order by s limit 3000");
    fails(FULL, "100kB", "select s from t order by s limit ?", 3000);
    fails(FULL, "100kB", "select s from t order by s limit 1 offset 3000");
  }

  @Test
  void theDefaultLeavesMostOfTheHeapToOthers() {
    run("reset work_memory");
    long most = sql.settings().workMemory();
    assertThat(most)
        .isLessThanOrEqualTo(Runtime.getRuntime().maxMemory() / 4)
        .isLessThanOrEqualTo(256 << 20);
  }
}
