package dev.keyfold.sql.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.sql.SqlDatabase;
import dev.keyfold.sql.SqlResult;
import dev.keyfold.sql.SqlSession;
import dev.keyfold.store.Stores;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FirstQueriesTest {
  @Test
  void select() {
    Tables tables = Tables.of(Stores.open("memory:"));
    Table<Row> t =
        tables.create(
            new TableBuilder("t")
                .fields("a int32, b string, c int64 null")
                .key("a, b desc")
                .index("by_c: c, a"));
    for (int i = 0; i < 1000; i++) {
      Map<String, Object> row = new java.util.HashMap<>();
      row.put("a", i % 10);
      row.put("b", "x" + i);
      row.put("c", i % 7 == 0 ? null : (long) i % 100);
      t.put(Row.of(t.definition(), row));
    }
    SqlDatabase database = SqlDatabase.of(tables, () -> null);
    try (SqlSession sql = database.session()) {
      for (String query :
          List.of(
              "select * from t where a = 3 and b = 'x13'",
              "select count(*) from t",
              "select a, b from t where a = 3 order by b desc limit 3",
              "select a, b from t where a = 3 order by b limit 3",
              "select a, sum(c) s, avg(c) from t where c in (5, 6, 7) or c > 90 group by a order by"
                  + " a",
              "select t1.a, t2.c from t t1 join t t2 on t1.a = t2.a and t1.b = t2.b where t1.c = 50"
                  + " order by 1, 2",
              "select a, count(*) from t group by a having count(*) > 3 order by a desc limit 2",
              "select b, row_number() over (partition by a order by b) from t where a < 2 limit 3",
              "select * from t where c is null and b like 'x1%' limit 4",
              "with r as (select a, max(c) m from t group by a) select * from r where m = (select"
                  + " max(m) from r) order by a limit 5")) {
        System.out.println("== " + query);
        long start = System.nanoTime();
        try (SqlResult result = sql.execute(query)) {
          System.out.println(result.list().stream().limit(12).toList());
        }
        System.out.printf("%.1f ms%n", (System.nanoTime() - start) / 1e6);
        try (SqlResult result = sql.execute("explain " + query)) {
          result.list().forEach(line -> System.out.println("    " + line.get(0)));
        }
      }
      try (SqlResult result = sql.execute("select b from t where a = ? and b > ?", 4, "x98")) {
        assertThat(result.list()).isNotEmpty();
      }
    }
  }
}
