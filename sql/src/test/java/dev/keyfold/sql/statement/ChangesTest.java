package dev.keyfold.sql.statement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** UPDATE, DELETE, INSERT … SELECT, checks, views: what the query side computes for statements. */
class ChangesTest extends SqlFixture {
  @BeforeEach
  void tables() {
    run("create table t (id int primary key, u int unique, n int, s text)");
    run("insert into t values (1, 10, 100, 'a'), (2, 20, 200, 'b'), (3, 30, null, null)");
  }

  @Test
  void update() {
    assertThat(run("update t set n = n + 1, s = upper(s) where id <= 2")).isEqualTo(2);
    assertThat(rows("select * from t order by id"))
        .isEqualTo("1 10 101 A | 2 20 201 B | 3 30 null null");
    assertThat(run("update t set n = 5")).isEqualTo(3);
    assertThat(run("update t set n = ? where id = ?", 7, 1)).isEqualTo(1);
    assertThat(rows("update t set (n, s) = (8, 'x') where id = 2 returning id, n * 2 as twice, s"))
        .isEqualTo("2 16 x");
    assertThat(rows("update t as x set s = 'y' where x.id = 3 returning *")).isEqualTo("3 30 5 y");
    assertThat(rows("select n, s from t order by id")).isEqualTo("7 A | 8 x | 5 y");
    assertThat(run("update t set n = 1 where id = 99")).isZero();
  }

  @Test
  void updateOfKeysAndUniqueValuesDoesNotConflictWithItself() {
    run("update t set id = id + 1, u = u + 10");
    assertThat(rows("select id, u from t order by id")).isEqualTo("2 20 | 3 30 | 4 40");
    fails("23505", "", "update t set id = 5");
    fails("23505", "", "update t set u = 40 where id = 2");
    assertThat(rows("select id, u from t order by id")).isEqualTo("2 20 | 3 30 | 4 40");
    assertThat(tables.check("t", false).isClean()).isTrue();
  }

  @Test
  void updateFromAndSubqueries() {
    run("create table v (id int primary key, t_id int, x int)");
    run("insert into v values (1, 1, 7), (2, 2, 8), (3, 2, 9)");
    run("update t set n = v.x from v where v.t_id = t.id and v.id <> 2");
    assertThat(rows("select n from t order by id")).isEqualTo("7 | 9 | null");
    run("update t set n = (select max(x) from v where v.t_id = t.id)");
    assertThat(rows("select n from t order by id")).isEqualTo("7 | 9 | null");
    assertThat(run("delete from t using v where v.t_id = t.id")).isEqualTo(2);
    assertThat(rows("select id from t")).isEqualTo("3");
  }

  @Test
  void delete() {
    assertThat(rows("delete from t where n > 150 returning *")).isEqualTo("2 20 200 b");
    assertThat(run("delete from t where id in (?, ?)", 1, 2)).isEqualTo(1);
    assertThat(run("delete from t")).isEqualTo(1);
    assertThat(rows("select count(*) from t")).isEqualTo("0");
  }

  @Test
  void insertFromAQuery() {
    assertThat(
            run("insert into t (id, n, s) select id + 10, n, s || '!' from t where s is not null"))
        .isEqualTo(2);
    assertThat(rows("select id, u, n, s from t where id > 10 order by id"))
        .isEqualTo("11 null 100 a! | 12 null 200 b!");
    assertThat(rows("insert into t (id, n) values (20, 1 + 2 * ?) returning n", 5)).isEqualTo("11");
    run("create table c as select id, n, s from t where id < 3");
    assertThat(rows("select * from c order by id")).isEqualTo("1 100 a | 2 200 b");
    fails("42703", "", "insert into t (id) select id from t where nothing = 1");
    assertThat(error("insert into t (id) select id from t where nothing = 1").position())
        .isEqualTo(43);
  }

  @Test
  void onConflictDoUpdateComputes() {
    assertThat(
            rows(
                "insert into t values (1, 11, 5, 'z'), (4, 40, 6, 'w') on conflict (id) do update"
                    + " set n = t.n + excluded.n, s = t.s || excluded.s returning id, n, s"))
        .isEqualTo("1 105 az | 4 6 w");
    assertThat(
            run(
                "insert into t values (1, 1, 1, 'q') on conflict (id) do update set n = 0 where t.n"
                    + " < 5"))
        .isZero();
  }

  @Test
  void checks() {
    run(
        "create table c (id int primary key check (id > 0), a int, b int, constraint ordered check"
            + " (a <= b))");
    run("insert into c values (1, 1, 2), (2, null, 1)");
    fails("23514", "c_check: id > 0", "insert into c values (0, 1, 2)");
    fails("23514", "ordered", "insert into c values (5, 1, 2), (3, 3, 2)");
    fails("23514", "ordered", "update c set a = 5 where id = 1");
    assertThat(rows("select * from c order by id")).isEqualTo("1 1 2 | 2 null 1");
    run("alter table c rename column b to upper_end");
    fails("23514", "ordered", "update c set a = 5 where id = 1");
    run("alter table c drop constraint ordered");
    run("update c set a = 5 where id = 1");
    fails("23514", "small", "alter table c add constraint small check (a < 5)");
    run("alter table c add constraint large check (a is null or a >= 5)");
    reopen();
    fails("23514", "large", "insert into c values (9, 1, 1)");
    fails("42703", "", "alter table c add check (nothing > 1)");
    fails("42703", "", "create table d (id int primary key, check (x > 1))");
  }

  @Test
  void tablesWithoutAKey() {
    run("create table log (line text, n int)");
    run("insert into log values ('a', 1), ('a', 1), ('b', 2)");
    assertThat(rows("select * from log order by n")).isEqualTo("a 1 | a 1 | b 2");
    assertThat(run("update log set n = n + 1 where line = 'a'")).isEqualTo(2);
    assertThat(rows("delete from log where line = 'b' returning *")).isEqualTo("b 2");
    assertThat(rows("select line, n, count(*) from log group by line, n")).isEqualTo("a 2 2");
    assertThat(run("insert into log select * from log")).isEqualTo(2);
    assertThat(rows("select count(*) from log")).isEqualTo("4");
  }

  @Test
  void views() {
    run("create view large (key, value) as select id, n from t where n >= 100");
    assertThat(rows("select value from large where key = 2")).isEqualTo("200");
    fails("42P07", "exists", "create view large as select 1 as a");
    run("create or replace view large as select id from t where id = 3");
    assertThat(rows("select * from large")).isEqualTo("3");
    reopen();
    assertThat(rows("select * from large")).isEqualTo("3");
    fails("42809", "expected a table", "insert into large values (1)");
    fails("42P01", "", "create view broken as select * from nothing");
    run("drop view large");
    fails("42P01", "", "select * from large");
    fails("42P01", "found the view 'large'", "drop view large");
  }

  @Test
  void statementsObeyTheScanLimit() {
    run("set scan_limit = 2");
    fails("53400", "", "update t set n = 1 where s = 'a'");
    fails("53400", "", "delete from t where s = 'a'");
    run("update t set n = 1 where id = 1");
    run("set scan_limit = 100");
    assertThat(run("delete from t where s = 'a'")).isEqualTo(1);
  }

  @Test
  void transactionsSeeTheirOwnChanges() {
    run("begin");
    run("insert into t values (4, 40, 400, 'd')");
    assertThat(rows("select count(*) from t")).isEqualTo("4");
    run("update t set n = 0 where id = 4");
    assertThat(rows("select n from t where u = 40")).isEqualTo("0");
    run("savepoint s");
    run("delete from t");
    assertThat(rows("select count(*) from t")).isEqualTo("0");
    run("rollback to s");
    fails("23505", "", "update t set u = 10 where id = 4");
    assertThat(rows("select count(*) from t")).isEqualTo("4");
    try (var other = database.session()) {
      assertThat(rows(other, "select count(*) from t")).isEqualTo("3");
    }
    run("commit");
    assertThat(rows("select count(*) from t")).isEqualTo("4");
  }

  @Test
  void readersOfWhatOthersChangeAreRefusedAtTheCommit() {
    run("begin");
    assertThat(rows("select sum(n) from t")).isEqualTo("300");
    run("insert into t values (9, 90, 300, 'sum')");
    try (var other = database.session()) {
      other.execute("update t set n = 1 where id = 1").close();
    }
    fails("40001", "could not serialize", "commit");
    assertThat(rows("select count(*) from t where id = 9")).isEqualTo("0");
  }

  @Test
  void errorsPointIntoTheStatement() {
    assertThat(error("update t set n = nmae + 1 where id = 1").position()).isEqualTo(18);
    assertThat(error("update t set n = 1 where idd = 1").position()).isEqualTo(26);
    assertThat(error("delete from t where idd = 1").position()).isEqualTo(21);
    assertThat(error("update t set nn = 1").position()).isEqualTo(14);
    assertThat(error("update tt set n = 1").position()).isEqualTo(8);
  }
}
