package dev.keyfold.sql.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** INSERT without anything that the query side would have to compute. */
class InsertTest extends SqlFixture {
  @Test
  void valuesAreConvertedToTheirColumns() {
    run(
        "create table t (id int primary key, b boolean, d numeric(6,2), s varchar(5), y bytea,"
            + " u uuid, day date, tm time, ts timestamp, r real, xs int[])");
    UUID uuid = UUID.fromString("00000000-0000-0000-0000-000000000007");
    run(
        "insert into t values ('1', 't', 1.005, 'abcde   ', x'00ff', '"
            + uuid
            + "', '2024-02-29',"
            + " '1:02:03.5', '2024-02-29 12:00:00.1239+02', 1.5, '{1,NULL,3}')");
    assertThat(
            rows(
                "insert into t values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning *",
                2,
                true,
                new BigDecimal("-3"),
                "x",
                new byte[] {1},
                uuid,
                LocalDate.of(2024, 1, 2),
                "10:00",
                Instant.EPOCH,
                2,
                List.of(4, 5)))
        .isEqualTo(
            "2 true -3.00 x \\x01 " + uuid + " 2024-01-02 10:00:00 1970-01-01 00:00:00 2.0 {4,5}");
    assertThat(tables.table("t").get(1).toString())
        .isEqualTo(
            "{id: 1, b: true, d: 1.01, s: \"abcde\", y: 00ff, u: "
                + uuid
                + ", day: 2024-02-29,"
                + " tm: 01:02:03.500, ts: 2024-02-29T10:00:00.124Z, r: 1.5, xs: [1, null, 3]}");
  }

  @Test
  void valuesThatDoNotFitAreRefusedAtTheirPlace() {
    run("create table t (id smallint primary key, s varchar(3), d numeric(4,2) not null)");
    fails("22001", "found a text of 4 characters", "insert into t values (1, 'abcd', 1)");
    fails("22003", "out of range for smallint", "insert into t values (40000, 'a', 1)");
    fails("22003", "out of range for numeric(4,2)", "insert into t values (1, 'a', 100)");
    fails(
        "22P02",
        "found 'x', expected a value of type smallint",
        "insert into t values ('x', 'a', 1)");
    fails("42804", "of class Boolean", "insert into t values (true, 'a', 1)");
    fails("23502", "column d", "insert into t values (1, 'a', null)");
    fails("23502", "column d", "insert into t (id) values (1)");
    fails("42601", "found 4 values, expected 3", "insert into t values (1, 'a', 1, 1)");
    fails("42601", "found 1 values, expected 2", "insert into t (id, d) values (1)");
    fails("42601", "as many as in the first row", "insert into t values (1, 'a', 1), (2, 'a')");
    fails("42701", "'id' twice", "insert into t (id, id) values (1, 1)");
    assertThat(error("insert into t values (1, 'abcd', 1)").position()).isEqualTo(26);
    assertThat(tables.table("t").get(1)).isNull();
  }

  @Test
  void aStatementThatFailsChangesNothing() {
    run("create table t (id int primary key, u int unique)");
    run("insert into t values (1, 10)");
    fails("23505", "", "insert into t values (2, 20), (3, 10), (4, 40)");
    fails("23505", "", "insert into t values (2, 20), (2, 30)");
    assertThat(tables.table("t").scan()).hasSize(1);
    run("begin");
    run("insert into t values (5, 50)");
    fails("23505", "", "insert into t values (6, 60), (7, 50)");
    run("insert into t values (8, 60)");
    run("commit");
    assertThat(tables.table("t").query("select id order by id limit 9").list().toString())
        .isEqualTo("[{id: 1}, {id: 5}, {id: 8}]");
  }

  @Test
  void identityColumns() {
    run("create table t (id bigint generated always as identity primary key, a text)");
    assertThat(rows("insert into t (a) values ('x'), ('y') returning id, a"))
        .isEqualTo("1 x | 2 y");
    fails("428C9", "GENERATED ALWAYS", "insert into t values (5, 'z')");
    assertThat(rows("insert into t overriding system value values (5, 'z') returning id"))
        .isEqualTo("5");
    assertThat(rows("insert into t values (default, 'w') returning id")).isEqualTo("3");
    run("begin");
    run("insert into t (a) values ('gap')");
    run("rollback");
    reopen();
    fails("23505", "", "insert into t (a) values ('v')"); // 5 is taken, as in PostgreSQL
    assertThat(rows("insert into t (a) values ('v') returning id")).isEqualTo("6");
  }

  @Test
  void defaults() {
    run(
        "create table t (id uuid primary key default gen_random_uuid(), at timestamp default now(),"
            + " n int default 5, s text default 'it''s')");
    run("insert into t default values");
    run("insert into t (n) values (default), (9)");
    assertThat(rows("insert into t (s) values (default) returning n, s as text"))
        .isEqualTo("5 it's");
    assertThat(tables.table("t").scan()).hasSize(4);
  }

  @Test
  void onConflict() {
    run("create table t (id int primary key, u int unique, n int)");
    run("insert into t values (1, 10, 100)");
    assertThat(run("insert into t values (1, 11, 0), (2, 20, 200) on conflict do nothing"))
        .isEqualTo(1);
    assertThat(run("insert into t values (3, 10, 0) on conflict do nothing")).isZero();
    assertThat(run("insert into t values (3, 10, 0) on conflict (u) do nothing")).isZero();
    fails("23505", "", "insert into t values (3, 10, 0) on conflict (id) do nothing");
    assertThat(
            rows(
                "insert into t values (1, 99, 7) on conflict (id) do update set n = excluded.n"
                    + " returning *"))
        .isEqualTo("1 10 7");
    assertThat(
            rows(
                "insert into t values (9, 20, ?) on conflict (u) do update set n = ?, id = 4"
                    + " returning *",
                1,
                2))
        .isEqualTo("4 20 2");
    fails(
        "42P10",
        "expected the columns of the primary key",
        "insert into t values (1, 1, 1) on conflict (n) do nothing");
    fails(
        "21000",
        "a second time",
        "insert into t values (5, 50, 0), (5, 51, 0) on conflict (id) do update set n ="
            + " excluded.n");
    assertThat(tables.check("t", false).isClean()).isTrue();
  }

  @Test
  void transactionsAndSavepoints() {
    run("create table t (id int primary key)");
    run("begin isolation level serializable");
    run("insert into t values (1)");
    run("savepoint a");
    run("insert into t values (2)");
    run("rollback to savepoint a");
    run("insert into t values (3)");
    run("release savepoint a");
    fails("3B001", "found the savepoint 'a'", "rollback to a");
    run("commit");
    assertThat(tables.table("t").query("order by id limit 9").list().toString())
        .isEqualTo("[{id: 1}, {id: 3}]");
    run("begin");
    run("insert into t values (4)");
    run("rollback");
    run("rollback");
    assertThat(tables.table("t").get(4)).isNull();
    fails("25P01", "needs an open transaction", "savepoint a");
  }

  @Test
  void aConflictIsRetryable() {
    run("create table t (id int primary key, n int)");
    run("insert into t values (1, 1)");
    try (var other = database.session()) {
      run("begin");
      run("insert into t values (1, 5) on conflict (id) do update set n = excluded.n");
      other
          .execute("insert into t values (1, 6) on conflict (id) do update set n = excluded.n")
          .close();
      var error = error("commit");
      assertThat(error.sqlState()).isEqualTo("40001");
      assertThat(error.isRetryable()).isTrue();
      assertThat(sql.inTransaction()).isFalse();
    }
    assertThat(tables.table("t").get(1).get("n")).isEqualTo(6);
  }

  @Test
  void settings() {
    assertThat(rows("show scan_limit")).isEqualTo("100000");
    run("set scan_limit = 5");
    assertThat(rows("show scan_limit")).isEqualTo("5");
    run("set scan_limit to default");
    assertThat(rows("show scan_limit")).isEqualTo("100000");
    run("set application_name = 'x'");
    assertThat(rows("show transaction isolation level")).isEqualTo("serializable");
    assertThat(error("show scan_limt").hint()).isEqualTo("Did you mean scan_limit?");
    assertThat(rows("show all")).contains("scan_limit 100000").contains("timezone UTC");
  }
}
