package dev.keyfold.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.keyfold.sql.SqlScript;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.parse.Statement.Action;
import dev.keyfold.sql.parse.Statement.Constraint;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementParserTest {
  @Test
  void namesAreFoldedUnlessTheyAreQuoted() {
    var create =
        (Statement.CreateTable)
            StatementParser.parse("CREATE TABLE Public.Orders (\"userId\" INT, At timestamptz)");
    assertThat(create.name().schema()).isEqualTo("public");
    assertThat(create.name().text()).isEqualTo("orders");
    assertThat(create.columns())
        .extracting(column -> column.name().text())
        .containsExactly("userId", "at");
    assertThat(create.columns())
        .extracting(column -> column.type().toString())
        .containsExactly("integer", "timestamp with time zone");
  }

  @Test
  void createTable() {
    var create =
        (Statement.CreateTable)
            StatementParser.parse(
                """
                create table if not exists t (
                  id bigint generated always as identity (start with 10 increment by 5),
                  name varchar(20) not null default 'it''s' check (name <> ''),
                  price numeric(10, 2) default 1 + 2,
                  tags text[],
                  constraint pk primary key (name, id desc),
                  unique (price)
                ) with (shards = 256, ttl = '7 days');
                """);
    assertThat(create.ifNotExists()).isTrue();
    assertThat(create.options()).containsEntry("shards", "256").containsEntry("ttl", "7 days");
    assertThat(create.columns().get(0).identity().always()).isTrue();
    assertThat(create.columns().get(0).identity().options().start()).isEqualTo(10);
    assertThat(create.columns().get(1).notNull()).isTrue();
    assertThat(create.columns().get(1).defaultValue().text()).isEqualTo("'it''s'");
    assertThat(create.columns().get(2).defaultValue().text()).isEqualTo("1 + 2");
    assertThat(create.columns().get(3).type().array()).isTrue();
    assertThat(create.constraints()).hasSize(3);
    assertThat(((Constraint.Check) create.constraints().get(0)).condition().text())
        .isEqualTo("name <> ''");
    assertThat(((Constraint.PrimaryKey) create.constraints().get(1)).parts())
        .extracting(part -> part.expression() + " " + part.descending())
        .containsExactly("name false", "id true");
  }

  @Test
  void insertKnowsItsLiterals() {
    var insert =
        (Statement.Insert)
            StatementParser.parse(
                "insert into t (a, b, c, d, e) values (1, -2.5, 'x', ?, default), (null, true,"
                    + " x'00ff', lower('A'), ?) on conflict (a) do update set b = excluded.b, c ="
                    + " t.c || excluded.c where t.b is distinct from excluded.b returning a, b as"
                    + " x");
    assertThat(insert.rows()).hasSize(2);
    assertThat(insert.rows().get(0).get(0)).isEqualTo(new Cell.Constant(BigDecimal.ONE, 38));
    assertThat(((Cell.Constant) insert.rows().get(0).get(1)).value())
        .isEqualTo(new BigDecimal("-2.5"));
    assertThat(((Cell.Parameter) insert.rows().get(0).get(3)).index()).isZero();
    assertThat(insert.rows().get(0).get(4)).isInstanceOf(Cell.Default.class);
    assertThat(((Cell.Computed) insert.rows().get(1).get(3)).expression().text())
        .isEqualTo("lower('A')");
    assertThat(((Cell.Parameter) insert.rows().get(1).get(4)).index()).isEqualTo(1);
    assertThat(insert.conflict().set()).hasSize(2);
    assertThat(insert.conflict().set().get(0).value()).isInstanceOf(Cell.Excluded.class);
    assertThat(insert.conflict().where().text()).isEqualTo("t.b is distinct from excluded.b");
    assertThat(insert.returning().text()).isEqualTo("a, b as x");
  }

  @Test
  void insertFromAQueryEndsAtOnConflict() {
    var insert =
        (Statement.Insert)
            StatementParser.parse(
                "insert into t select a.x from a join b on a.x = b.x on conflict do nothing");
    assertThat(insert.query().text()).isEqualTo("select a.x from a join b on a.x = b.x");
    assertThat(insert.conflict().set()).isEmpty();
  }

  @Test
  void updateWithCaseAndFrom() {
    var update =
        (Statement.Update)
            StatementParser.parse(
                "update t as x set a = case when b > 1 then 2 else 3 end, (b, c) = (1, 'z')"
                    + " from u where x.id = u.id returning *");
    assertThat(update.alias()).isEqualTo("x");
    assertThat(update.set()).hasSize(3);
    assertThat(((Cell.Computed) update.set().get(0).value()).expression().text())
        .isEqualTo("case when b > 1 then 2 else 3 end");
    assertThat(update.from().text()).isEqualTo("u");
    assertThat(update.where().text()).isEqualTo("x.id = u.id");
  }

  @Test
  void alterTable() {
    var alter =
        (Statement.AlterTable)
            StatementParser.parse(
                "alter table t add column a int not null default 0, drop column if exists b, rename"
                    + " c to d, alter column e set default now(), add constraint f check (a > 0)");
    assertThat(alter.actions())
        .hasSize(5)
        .hasExactlyElementsOfTypes(
            Action.AddColumn.class,
            Action.DropColumn.class,
            Action.RenameColumn.class,
            Action.SetDefault.class,
            Action.AddConstraint.class);
  }

  @Test
  void createIndex() {
    var index =
        (Statement.CreateIndex)
            StatementParser.parse(
                "create unique index if not exists i on t (a, lower(b) desc) include (c)"
                    + " where status = 'OPEN'");
    assertThat(index.unique()).isTrue();
    assertThat(index.parts())
        .extracting(Statement.KeyPart::expression)
        .containsExactly("a", "lower(b)");
    assertThat(index.include()).containsExactly("c");
    assertThat(index.where().text()).isEqualTo("status = 'OPEN'");
  }

  @Test
  void scriptsAreSplitAtSemicolonsOutsideOfStringsAndComments() {
    String script = "select ';' -- ; \n; /* ; /* ; */ */ select $$;$$;; select 2";
    assertThat(SqlScript.split(script))
        .extracting(SqlScript.Part::text)
        .containsExactly("select ';'", "select $$;$$", "select 2");
    assertThat(SqlScript.isComplete("select 1")).isFalse();
    assertThat(SqlScript.isComplete("select ';")).isFalse();
    assertThat(SqlScript.isComplete("select 1; -- done")).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "selct 1 | 1 | found 'selct', expected a statement | Did you mean SELECT?",
        "create tabel t (a int) | 8 | found 'tabel', expected TABLE, INDEX |",
        "create table t (a itn) | 19 | found the type 'itn', expected one of | Did you mean int?",
        "create table t (a int | 22 | found the end of the statement, expected ',' or ')' |",
        "insert into t (a) vales (1) | 19 | found 'vales', expected VALUES or SELECT |",
        "insert into t values (1,) | 25 | found ')', expected a value |",
        "update t set = 1 | 14 | found '=', expected a column's name |",
        "delete t | 8 | found 't', expected FROM |",
        "select 'abc | 8 | within a string that begins at character 8 |",
        "drop tables t | 6 | found 'tables', expected TABLE, INDEX |",
        "create table t (a int references u) | 23 | foreign keys are not supported | Leave the"
            + " constraint out, and create an index on the referencing columns for joins.",
        "set scan_limit 5 | 16 | found '5', expected = or TO |",
        "begin isolation level serial | 23 | found 'serial', expected SERIALIZABLE |",
        "copy t form 'x' | 8 | found 'form', expected FROM or TO |",
        "insert into t values (1) 5 | 26 | found '5', expected the end of the statement |",
      })
  void errorsHavePositionFoundAndExpected(String sql, int position, String text, String hint) {
    SqlStateException error =
        catchThrowableOfType(SqlStateException.class, () -> StatementParser.parse(sql));
    assertThat(error).as(sql).isNotNull();
    assertThat(error.getMessage()).contains(text);
    assertThat(error.position()).isEqualTo(position);
    assertThat(error.hint()).isEqualTo(hint);
    assertThat(error.sqlState()).matches("[0-9A-Z]{5}");
  }

  /** Whatever is cut off or changed, the answer is a statement or an error of SQL. */
  @Test
  void everyPrefixIsParsedOrRefused() {
    List<String> statements =
        List.of(
            "create table t (a int primary key, b text default 'x', check (a > 0)) with (shards ="
                + " 4)",
            "insert into t (a, b) values (1, $1), (2, default) on conflict (a) do update set b ="
                + " excluded.b returning *",
            "update t set a = a + 1, b = (select max(c) from u) where a in (1, 2) returning a",
            "alter table t add column c numeric(10,2), drop constraint x",
            "copy t (a, b) from 'file' with (format csv, header, null 'x')",
            "create unique index i on t (a desc, lower(b)) include (c) where a > 5");
    for (String statement : statements) {
      for (int end = 0; end <= statement.length(); end++) {
        String cut = statement.substring(0, end);
        try {
          assertThat(StatementParser.parse(cut)).isNotNull();
        } catch (SqlStateException expected) {
          assertThat(expected.position()).as(cut).isBetween(0, cut.length() + 1);
        }
      }
    }
  }
}
