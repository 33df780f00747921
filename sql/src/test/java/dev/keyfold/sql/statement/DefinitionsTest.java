package dev.keyfold.sql.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.TableDef;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** CREATE, ALTER and DROP. */
class DefinitionsTest extends SqlFixture {
  private TableDef def(String table) {
    return tables.table(table).definition();
  }

  @Test
  void createTable() {
    run(
        """
        create table orders (
          user_id text,
          at timestamp,
          id uuid,
          amount numeric(10, 2) not null,
          note varchar(5),
          tags text[],
          primary key (user_id, at desc, id)
        ) with (shards = 16, shard_by = 1, ttl = '7 days')
        """);
    assertThat(def("orders").fields().toString())
        .isEqualTo(
            "[user_id string, at timestamp, id uuid, amount decimal(10,2), note string null,"
                + " tags list<string null first> null]");
    assertThat(def("orders").key().toString()).isEqualTo("user_id, at desc, id");
    assertThat(def("orders").shards()).isEqualTo(16);
    assertThat(def("orders").options()).containsEntry("ttl", "PT168H");
    fails("42P07", "the table orders exists", "create table orders (a int)");
    run("create table if not exists orders (a int)");
    assertThat(def("orders").fields()).hasSize(6);
  }

  @Test
  void typesAreMapped() {
    run(
        "create table t (a smallint primary key, b int, c bigint, d real, e double precision,"
            + " f float, g numeric, h decimal(5), i text, j varchar(10), k char(3), l bytea,"
            + " m boolean, n date, o time, p timestamp, q timestamptz, r int[], s serial)");
    assertThat(def("t").fields().stream().map(field -> field.type().toString()))
        .containsExactly(
            "int16",
            "int32",
            "int64",
            "float",
            "double",
            "double",
            "decimal",
            "decimal(5,0)",
            "string",
            "string",
            "string",
            "bytes",
            "bool",
            "date",
            "time",
            "timestamp",
            "timestamp",
            "list<int32 null first>",
            "int32");
    run("create table u (a timestamp(6) with time zone)");
    assertThat(database.catalog().facts(def("u")).columns().get(2).type())
        .isEqualTo("timestamp(3) with time zone");
    fails("22023", "at most 9 digits", "create table v (a timestamp(10))");
    fails("22023", "1 to 200 digits", "create table v (a numeric(5, 9))");
  }

  @Test
  void aTableWithoutAKeyGetsAHiddenOne() {
    run("create table log (line text)");
    assertThat(def("log").key().toString()).isEqualTo("_row_id");
    assertThat(run("insert into log values ('a'), ('a')")).isEqualTo(2);
    assertThat(rows("insert into log (line) values ('b') returning *")).isEqualTo("b");
    reopen();
    assertThat(rows("insert into log values ('c') returning _row_id")).isEqualTo("4");
  }

  @Test
  void wrongDefinitionsAreRefusedAndCreateNothing() {
    fails("42701", "'a' twice", "create table t (a int, a text)");
    fails("42703", "found the column 'b'", "create table t (a int, primary key (b))");
    fails("42P16", "second PRIMARY KEY", "create table t (a int primary key, primary key (a))");
    fails("22P02", "expected a value of type integer", "create table t (a int default 'x')");
    fails("42602", "the column name", "create table t (\"a b\" int)");
    fails("22023", "expected one of shards", "create table t (a int) with (shard = 5)");
    fails("22023", "ttl found 'x'", "create table t (a int) with (ttl = 'x')");
    fails("42P17", "identity", "create table t (a text generated always as identity)");
    assertThat(tables.names()).isEmpty();
  }

  @Test
  void indexes() {
    run("create table t (id int primary key, a text, b int)");
    run("insert into t values (1, 'x', 1), (2, 'y', 1)");
    run("create index by_a on t (lower(a) desc, b) include (id) where b > 0 and a is not null");
    assertThat(def("t").index("by_a").text().toString())
        .isEqualTo("by_a: lower(a) desc, b include id where b > 0 and a is not null");
    run("create index if not exists by_a on t (b)");
    fails("42P07", "has an index by_a", "create index by_a on t (b)");
    fails("42703", "found the column 'c'", "create index on t (c)");
    fails("23505", "", "create unique index by_b on t (b)");
    assertThat(def("t").index("by_b")).isNull();
    run("create index on t (b)");
    assertThat(def("t").index("t_b_idx")).isNotNull();
    fails("42704", "found the index 'by_c'", "drop index by_c");
    run("drop index by_a");
    run("drop index if exists by_a");
    assertThat(def("t").index("by_a")).isNull();
  }

  @Test
  void alterTable() {
    run("create table t (id int primary key, a text)");
    run("insert into t values (1, 'x')");
    run("alter table t add column b int not null default 7, add c text unique");
    assertThat(rows("insert into t (id) values (2) returning *")).isEqualTo("2 null 7 null");
    assertThat(tables.table("t").get(1).get("b")).isEqualTo(7);
    fails("23502", "column b", "insert into t (id, b) values (3, null)");
    fails("23502", "has rows", "alter table t add d int not null");
    fails("42701", "has a column b", "alter table t add b int");
    run("alter table t rename column a to name, alter column name set default 'none'");
    assertThat(rows("insert into t (id) values (3) returning name")).isEqualTo("none");
    run("alter table t drop column c");
    assertThat(def("t").indexes()).isEmpty();
    fails("0A000", "part of the primary key", "alter table t drop column id");
    run("alter table t rename to u");
    assertThat(rows("insert into u (id) values (4) returning name, b")).isEqualTo("none 7");
    run("alter table if exists t add x int");
    fails("42P01", "found the table 't'", "alter table t add x int");
    fails("0A000", "never changes", "alter table u alter column name type int");
    run("alter table u set (ttl = '1 hour')");
    assertThat(def("u").options()).containsEntry("ttl", "PT1H");
    run("alter table u reset (ttl)");
    assertThat(def("u").options()).doesNotContainKey("ttl");
    run("alter table u set (shards = 4)");
    assertThat(def("u").shards()).isEqualTo(4);
    assertThat(rows("insert into u (id) values (5) returning *")).isEqualTo("5 none 7");
  }

  @Test
  void dropIsAllOrNothing() {
    run("create table a (x int)");
    fails("42P01", "found the table 'b'", "drop table a, b");
    assertThat(tables.names()).containsExactly("a");
    run("drop table if exists a, b");
    assertThat(tables.names()).isEmpty();
  }

  @Test
  void sequences() {
    run("create sequence s start with 10 increment by 5");
    assertThat(rows("select nextval('s')")).isEqualTo("10");
    reopen();
    assertThat(rows("select nextval('s') as next")).isEqualTo("15");
    assertThat(rows("select nextval('public.S')")).isEqualTo("20");
    run("create table t (id bigint default nextval('s') primary key, a text)");
    assertThat(rows("insert into t (a) values ('x'), ('y') returning id")).isEqualTo("25 | 30");
    fails("42P01", "found the sequence 'z'", "select nextval('z')");
    fails("42P07", "a sequence s exists", "create table s (a int)");
    run("drop sequence s");
    assertThat(database.catalog().objects()).isEmpty();
    fails("22023", "increment other than 0", "create sequence s increment 0");
    assertThat(database.catalog().object("s")).isNull();
  }

  @Test
  void nearestNamesAreNamed() {
    run("create table customers (id int primary key, name text)");
    assertThat(error("insert into custmers values (1)").hint())
        .isEqualTo("Did you mean customers?");
    assertThat(error("insert into customers (nmae) values ('x')").hint())
        .isEqualTo("Did you mean name?");
    assertThat(error("insert into customers (nmae) values ('x')").position()).isEqualTo(24);
  }

  @Test
  void aDamagedViewHidesNoOtherAndCanBeDropped() {
    run("create table base (id int primary key)");
    run("create view good as select id from base where id > 0");
    run("create sequence counter");
    store.put(
        KeySpace.entry(KeySpace.OBJECTS, "bad"),
        "sql 1\nnonsense\n".getBytes(StandardCharsets.UTF_8));
    reopen();
    run("insert into base values (1)");
    assertThat(rows("select * from good")).isEqualTo("1");
    assertThat(rows("select nextval('counter')")).isEqualTo("1");
    assertThat(rows("select table_name from information_schema.views")).isEqualTo("good");
    fails("XX000", "nonsense", "select * from bad");
    fails("42P01", "nothing", "drop view nothing");
    run("drop view bad");
    assertThat(database.catalog().objects()).hasSize(2);
    run("create view bad as select 1 as one");
    assertThat(rows("select * from bad")).isEqualTo("1");
  }

  @Test
  void textsWithLineBreaksSurviveAReopen() {
    String odd = "'a\nb\r\u2028\t''\"\\;\u0001'";
    run(
        "create table odd (id int primary key, a text default "
            + odd
            + ", b text check (b <> "
            + odd
            + "))");
    run("create index of_odd on odd (b) where a = " + odd);
    run("create view odd_view as select id, " + odd + " as t from odd where id > 0 and a = " + odd);
    reopen();
    run("insert into odd (id, b) values (1, 'x')");
    assertThat(
            rows(
                "select count(*) from odd_view v join odd o on v.id = o.id"
                    + " where v.id > 0 and v.t = o.a and o.a = "
                    + odd))
        .isEqualTo("1");
    fails("23514", "odd_", "insert into odd (id, b) values (2, " + odd + ")");
    assertThat(rows("explain select id from odd where b = 'x' and a = " + odd)).contains("of_odd");
  }

  @Test
  void aCheckMayHaveANameOfSeveralWords() {
    run(
        "create table aged (id int primary key, age int, constraint \"not too old\" check (age < 99))");
    run("alter table aged add constraint \"not \ntoo young\" check (age > 9)");
    reopen();
    run("insert into aged values (1, 50)");
    fails("23514", "not too old", "insert into aged values (2, 99)");
    fails("23514", "too young", "insert into aged values (2, 9)");
    run("alter table aged drop constraint \"not too old\"");
    reopen();
    run("insert into aged values (2, 99)");
  }
}
