package dev.keyfold.sql.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyType;
import dev.keyfold.sql.SqlDatabase;
import dev.keyfold.sql.SqlResult;
import dev.keyfold.sql.SqlSession;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.system.SystemSchema;
import dev.keyfold.sql.system.SystemTable;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.table.Tables;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a server needs of sessions: numbered parameters, their types, cancel, rights, catalogs. */
public class ServedSessionTest {
  private final Store store = Stores.open("memory:");
  private final Structures structures = Structures.over(store, StructuresOptions.defaults());
  private final SqlDatabase database = SqlDatabase.of(Tables.of(store), () -> structures);
  private final SqlSession sql = database.session();

  @BeforeEach
  void tables() {
    run("create table t (id int primary key, name text, price numeric(10,2), at timestamp)");
    run(
        "insert into t values (1, 'one', 1.5, '2024-01-01'), (2, 'two', 2, null), (3, null, 3,"
            + " null)");
  }

  @AfterEach
  void close() {
    structures.close();
    store.close();
  }

  private void run(String text) {
    sql.execute(text).close();
  }

  private List<List<Object>> rows(String text, Object... values) {
    try (SqlResult result = sql.execute(text, values)) {
      return result.list();
    }
  }

  @Test
  void parametersWithNumbersMayComeInAnyOrderAndTwice() {
    assertThat(rows("select id from t where name = $2 or (id = $1 and id = $1)", 1, "two"))
        .containsExactlyInAnyOrder(List.of(1), List.of(2));
    assertThat(sql.prepare("select id from t where name = $2 and id = $1").parameters())
        .extracting(SqlColumn::typeName)
        .containsExactly("INTEGER", "VARCHAR");
    assertThatThrownBy(() -> rows("select nme from t where id = $1", 1))
        .isInstanceOfSatisfying(
            SqlStateException.class, e -> assertThat(e.position()).isEqualTo(8));
  }

  @Test
  void typesOfParametersAreThoseOfTheirColumns() {
    assertThat(types("insert into t (id, price, name, at) values ($1, $2, lower($3), $4)"))
        .containsExactly("INTEGER", "DECIMAL(10, 2)", "VARCHAR", "TIMESTAMP(3)");
    assertThat(types("update t set price = price + $1, name = $2 where id = $3"))
        .last()
        .isEqualTo("INTEGER");
    assertThat(types("update t set price = price + $1, name = $2 where id = $3"))
        .element(1)
        .isEqualTo("VARCHAR");
    assertThat(types("delete from t where at < $1")).containsExactly("TIMESTAMP(3)");
    assertThat(types("insert into t (id) select id + 10 from t where name = $1"))
        .containsExactly("VARCHAR");
  }

  private List<String> types(String text) {
    return sql.prepare(text).describeParameters().stream().map(SqlColumn::typeName).toList();
  }

  @Test
  void anotherThreadCancelsAStatement() {
    try (SqlResult result = sql.execute("select id from t")) {
      assertThat(result.next()).isTrue();
      sql.cancel();
      assertThatThrownBy(result::next)
          .isInstanceOfSatisfying(
              SqlStateException.class, e -> assertThat(e.sqlState()).isEqualTo("57014"));
    }
    assertThat(rows("select id from t")).hasSize(3); // the next statement runs
  }

  @Test
  void rightsAreCheckedForWhatAStatementReadsWritesAndDefines() {
    run("create table u (id int primary key)");
    run("create view v as select name from t");
    Set<String> rights = Set.of("READ t", "WRITE u");
    Access access =
        new Access() {
          @Override
          public void check(String name, Right right) {
            if (!rights.contains(right + " " + name)) {
              throw new SqlStateException("42501", right + " " + name);
            }
          }

          @Override
          public void checkStructures() {
            throw new SqlStateException("42501", "structures");
          }
        };
    try (SqlSession user = database.session(access)) {
      user.execute("select * from t").close();
      user.execute("insert into u values (1)").close();
      user.execute("select * from v").close();
      user.execute("insert into u select id + 10 from t").close();
      for (String refused :
          List.of(
              "select * from u",
              "explain select * from u",
              "select * from t where id in (select id from u)",
              "insert into t (id) values (9)",
              "update u set id = 3 where id = 1",
              "delete from t where id = 1",
              "truncate t",
              "create table w (id int primary key)",
              "drop table t",
              "alter table u add column x int",
              "create index i on t (name)",
              "select * from kv.strings",
              "analyze")) {
        assertThatThrownBy(() -> user.execute(refused).close())
            .as(refused)
            .isInstanceOfSatisfying(
                SqlStateException.class, e -> assertThat(e.sqlState()).isEqualTo("42501"));
      }
    }
  }

  /** A function of the schema below; generated code calls it. */
  public static String shout(String text) {
    return text + "!";
  }

  @Test
  void computedTablesAndFunctionsAreLikeOthers() throws ReflectiveOperationException {
    Method shout = ServedSessionTest.class.getMethod("shout", String.class);
    SystemTable table =
        new SystemTable() {
          @Override
          public List<Column> columns() {
            return List.of(new Column("oid", KeyType.INT64), new Column("word", KeyType.STRING));
          }

          @Override
          public Iterable<Object[]> rows() {
            return List.of(
                new Object[] {1L, "one"}, new Object[] {2L, "two"}, new Object[] {3L, null});
          }
        };
    database.addSchema(
        new SystemSchema() {
          @Override
          public String name() {
            return "system";
          }

          @Override
          public Collection<String> tables() {
            return List.of("words");
          }

          @Override
          public SystemTable table(String name) {
            return table;
          }

          @Override
          public Map<String, List<Method>> functions() {
            return Map.of("shout", List.of(shout));
          }
        });
    assertThat(rows("select word from system.words where oid = 2")).containsExactly(List.of("two"));
    assertThat(rows("select count(*) from words where word is null")).containsExactly(List.of(1L));
    assertThat(
            rows(
                "select shout(w.word), t.price from words w join t on t.id = w.oid"
                    + " where system.shout(w.word) <> 'one!' order by 1 desc limit 1"))
        .hasSize(1)
        .first(InstanceOfAssertFactories.LIST)
        .first()
        .isEqualTo("two!");
    assertThat(
            rows(
                "select (select max(t.name) from t where t.id = w.oid) from words w"
                    + " left join t on t.id = w.oid and w.word = 'one' order by w.oid"))
        .hasSize(3);
  }
}
