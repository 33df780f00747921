package dev.keyfold.sql.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.sql.SqlDatabase;
import dev.keyfold.sql.SqlResult;
import dev.keyfold.sql.SqlSession;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.testkit.Seeds;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Random tables and queries return the same rows as SQLite. {@code -Dseed=} replays one run, {@code
 * -Dsql.queries=} sets how many queries each run has.
 */
class SqliteDifferentialTest {
  private static final int QUERIES = Integer.getInteger("sql.queries", 150);

  @Test
  void randomQueriesReturnTheRowsOfSqlite() {
    Seeds.each(SqliteDifferentialTest::compare);
  }

  private static void compare(Random random) throws Exception {
    try (Store store = Stores.open("memory:");
        Connection sqlite = DriverManager.getConnection("jdbc:sqlite::memory:")) {
      Tables tables = Tables.of(store);
      for (int i = 0; i < 3; i++) {
        create(tables, sqlite, "t" + i, random);
      }
      SqlDatabase database =
          SqlDatabase.of(
              tables,
              () -> {
                throw new IllegalStateException("no structures here");
              });
      try (SqlSession sql = database.session()) {
        for (int i = 0; i < QUERIES; i++) {
          RandomQuery query = RandomQuery.next(random);
          List<String> expected = rows(sqlite, query.text());
          List<String> found;
          try {
            found = rows(sql, query.text());
          } catch (RuntimeException failure) {
            throw new AssertionError("query " + i + ": " + query.text(), failure);
          }
          if (!query.ordered()) {
            expected.sort(null);
            found.sort(null);
          }
          assertThat(found).as("query %d: %s", i, query.text()).isEqualTo(expected);
        }
      }
    }
  }

  private static void create(Tables tables, Connection sqlite, String name, Random random)
      throws Exception {
    String[] keys = {"a, b", "a desc, b", "b, a desc", "id"};
    String key = keys[random.nextInt(keys.length)];
    TableBuilder builder =
        new TableBuilder(name)
            .fields(
                "id int64, a int32, b string, c int64 null, d decimal(10,2) null, s string null")
            .key(key.equals("id") ? "id" : key + ", id");
    String[] indexes = {
      "by_c: c, a",
      "by_s: s, id include d",
      "by_d: d desc, c",
      "by_ab: a, b desc",
      "by_cs: c desc, s"
    };
    for (String index : indexes) {
      if (random.nextBoolean()) {
        builder.index(index);
      }
    }
    Table<Row> table = tables.create(builder);
    try (Statement statement = sqlite.createStatement()) {
      statement.execute(
          "create table "
              + name
              + " (id integer, a integer, b text, c integer, d numeric, s text)");
    }
    int count = random.nextInt(200);
    try (PreparedStatement insert =
        sqlite.prepareStatement("insert into " + name + " values (?, ?, ?, ?, ?, ?)")) {
      for (int i = 0; i < count; i++) {
        Map<String, Object> row = new HashMap<>();
        row.put("id", (long) i);
        row.put("a", random.nextInt(10));
        row.put(
            "b", String.valueOf((char) ('a' + random.nextInt(5))).repeat(1 + random.nextInt(2)));
        row.put("c", random.nextInt(5) == 0 ? null : (long) random.nextInt(20));
        row.put(
            "d", random.nextInt(5) == 0 ? null : BigDecimal.valueOf(random.nextInt(100) * 25L, 2));
        row.put("s", random.nextInt(4) == 0 ? null : "s" + random.nextInt(12));
        table.insert(Row.of(table.definition(), row));
        int at = 1;
        for (String field : List.of("id", "a", "b", "c", "d", "s")) {
          Object value = row.get(field);
          insert.setObject(at++, value instanceof BigDecimal d ? (Object) d.doubleValue() : value);
        }
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private static List<String> rows(Connection sqlite, String query) throws Exception {
    List<String> all = new ArrayList<>();
    try (Statement statement = sqlite.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      int width = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<Object> row = new ArrayList<>();
        for (int i = 1; i <= width; i++) {
          row.add(normal(rows.getObject(i)));
        }
        all.add(row.toString());
      }
    }
    return all;
  }

  private static List<String> rows(SqlSession sql, String query) {
    List<String> all = new ArrayList<>();
    try (SqlResult result = sql.execute(query)) {
      for (List<Object> row : result.list()) {
        all.add(row.stream().map(SqliteDifferentialTest::normal).toList().toString());
      }
    }
    return all;
  }

  private static Object normal(Object value) {
    if (value instanceof Number number) {
      BigDecimal decimal = new BigDecimal(number.toString()).setScale(6, RoundingMode.HALF_UP);
      return decimal.signum() == 0 ? "0" : decimal.stripTrailingZeros().toPlainString();
    }
    return String.valueOf(value);
  }

  /** Queries that both understand alike. */
  record RandomQuery(String text, boolean ordered) {
    private static final String[] NUMBERS = {"id", "a", "c", "d"};
    private static final String[] TEXTS = {"b", "s"};

    static RandomQuery next(Random random) {
      return switch (random.nextInt(7)) {
        case 0, 1 -> filtered(random);
        case 2 -> grouped(random);
        case 3 -> joined(random);
        case 4 -> subquery(random);
        case 5 -> union(random);
        default -> window(random);
      };
    }

    private static String table(Random random) {
      return "t" + random.nextInt(3);
    }

    private static String condition(Random random, String alias, int depth) {
      String number = alias + NUMBERS[random.nextInt(NUMBERS.length)];
      String text = alias + TEXTS[random.nextInt(TEXTS.length)];
      String[] signs = {"=", "<>", "<", "<=", ">", ">="};
      String sign = signs[random.nextInt(signs.length)];
      int value = random.nextInt(22);
      if (depth > 0 && random.nextInt(3) > 0) {
        String left = condition(random, alias, depth - 1);
        String right = condition(random, alias, depth - 1);
        return switch (random.nextInt(5)) {
          case 0, 1 -> "(" + left + " and " + right + ")";
          case 2, 3 -> "(" + left + " or " + right + ")";
          default -> "not (" + left + ")";
        };
      }
      return switch (random.nextInt(9)) {
        case 0 -> number + " " + sign + " " + value;
        case 1 -> number + " between " + value / 2 + " and " + value;
        case 2 -> number + " in (" + value + ", " + (value + 3) + ", " + random.nextInt(9) + ")";
        case 3 -> text + " " + sign + " '" + (text.endsWith("b") ? "b" : "s" + value) + "'";
        case 4 -> text + " in ('a', 'bb', 's1', 's11')";
        case 5 -> (random.nextBoolean() ? number : text) + " is null";
        case 6 -> (random.nextBoolean() ? number : text) + " is not null";
        case 7 -> alias + "a " + sign + " " + alias + "c";
        default -> alias + "c " + sign + " " + value + ".5";
      };
    }

    private static RandomQuery filtered(Random random) {
      String[] fields = {"id", "a", "b", "c", "d", "s", "a + 1", "c * 2", "coalesce(c, -1)"};
      Set<String> selected = new HashSet<>();
      StringBuilder text = new StringBuilder("select id as k");
      for (int i = random.nextInt(4); i > 0; i--) {
        String field = fields[random.nextInt(fields.length)];
        if (selected.add(field)) {
          text.append(", ").append(field);
        }
      }
      text.append(" from ").append(table(random));
      if (random.nextInt(5) > 0) {
        text.append(" where ").append(condition(random, "", 2));
      }
      String[] orders = {
        "a",
        "a desc",
        "b",
        "b desc",
        "c nulls first",
        "c desc nulls last",
        "d desc nulls last",
        "s nulls first",
        "c nulls last"
      };
      boolean ordered = random.nextBoolean();
      if (ordered) {
        text.append(" order by ").append(orders[random.nextInt(orders.length)]);
        if (random.nextBoolean()) {
          String also = orders[random.nextInt(orders.length)];
          text.append(", ").append(also);
        }
        text.append(", id").append(random.nextBoolean() ? " desc" : "");
        if (random.nextBoolean()) {
          text.append(" limit ").append(random.nextInt(20));
          if (random.nextBoolean()) {
            text.append(" offset ").append(random.nextInt(10));
          }
        }
      }
      return new RandomQuery(text.toString(), ordered);
    }

    private static RandomQuery grouped(Random random) {
      String[] groups = {"a", "b", "c", "s", "a, b", "c, a", "b, a"};
      String group = groups[random.nextInt(groups.length)];
      String text =
          "select "
              + group
              + ", count(*), sum(c), min(d), max(s), avg(d), count(distinct b), count(c) from "
              + table(random)
              + (random.nextBoolean() ? " where " + condition(random, "", 1) : "")
              + " group by "
              + group
              + (random.nextInt(3) == 0 ? " having count(*) > 2" : "");
      String[] globals = {
        "min(a)", "max(a)", "min(c)", "max(c)", "count(*)", "sum(d)", "max(b), min(b)"
      };
      return random.nextInt(3) > 0
          ? new RandomQuery(text, false)
          : new RandomQuery(
              "select "
                  + globals[random.nextInt(globals.length)]
                  + " from "
                  + table(random)
                  + (random.nextBoolean() ? " where " + condition(random, "", 1) : ""),
              false);
    }

    private static RandomQuery joined(Random random) {
      String[] kinds = {"join", "left join", "join"};
      String[] on = {
        "x.a = y.a and x.b = y.b",
        "x.c = y.c",
        "x.id = y.id",
        "x.s = y.s",
        "x.a = y.c",
        "x.a = y.a and x.c > y.c",
        "x.c = y.id"
      };
      String text =
          "select x.id, y.id, x.a, y.c from "
              + table(random)
              + " x "
              + kinds[random.nextInt(kinds.length)]
              + " "
              + table(random)
              + " y on "
              + on[random.nextInt(on.length)];
      if (random.nextBoolean()) {
        text += " join " + table(random) + " z on y.c = z.a";
        text = text.replace("select x.id", "select z.id, x.id");
      }
      if (random.nextBoolean()) {
        text += " where " + condition(random, random.nextBoolean() ? "x." : "y.", 1);
      }
      return new RandomQuery(text, false);
    }

    private static RandomQuery subquery(Random random) {
      String outer = table(random);
      String inner = table(random);
      String[] forms = {
        "select id from %s x where %s exists (select 1 from %s y where y.a = x.a and y.c > x.c)",
        "select id from %s x where c %s in (select c from %s y where y.c is not null and y.a < 5)",
        "select id, (select max(c) from %3$s y where y.a = x.a) from %1$s x where %2$s (a > 3)",
        "select id from %s x where %s (c > (select avg(c) from %s y where y.b = x.b))",
      };
      String not = random.nextBoolean() ? "not" : "";
      return new RandomQuery(
          String.format(forms[random.nextInt(forms.length)], outer, not, inner), false);
    }

    private static RandomQuery union(Random random) {
      String[] operators = {"union", "union all", "intersect", "except"};
      return new RandomQuery(
          "select a, c from "
              + table(random)
              + " where "
              + condition(random, "", 1)
              + " "
              + operators[random.nextInt(operators.length)]
              + " select a, c from "
              + table(random),
          false);
    }

    private static RandomQuery window(Random random) {
      String[] functions = {
        "row_number()", "rank()", "sum(c)", "count(*)", "max(d)", "lag(id)", "first_value(id)"
      };
      return new RandomQuery(
          "select id, "
              + functions[random.nextInt(functions.length)]
              + " over (partition by a order by id) from "
              + table(random)
              + (random.nextBoolean() ? " where " + condition(random, "", 1) : ""),
          false);
    }
  }
}
