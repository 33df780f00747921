package dev.keyfold.sql.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.sql.SqlDatabase;
import dev.keyfold.sql.SqlResult;
import dev.keyfold.sql.SqlSession;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.Tables;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The queries of TPC-H return the rows that DuckDB returns. {@code -Dtpch.scale=0.1} for the long
 * run.
 */
class TpchTest {
  private static final double SCALE = Double.parseDouble(System.getProperty("tpch.scale", "0.01"));

  @TempDir static Path directory;
  private static Store store;
  private static SqlSession sql;
  private static Connection duckdb;

  @BeforeAll
  static void load() throws Exception {
    store = Stores.open("memory:");
    Tables tables = Tables.of(store);
    TpchData.load(tables, SCALE);
    duckdb = DriverManager.getConnection("jdbc:duckdb:");
    TpchData.load(duckdb, SCALE, directory);
    sql =
        SqlDatabase.of(
                tables,
                () -> {
                  throw new IllegalStateException("no structures here");
                })
            .session();
    sql.settings().set("scan_limit", "unlimited");
    sql.settings().set("work_memory", SCALE > 0.05 ? "1GB" : "256MB");
  }

  @AfterAll
  static void close() throws Exception {
    sql.close();
    duckdb.close();
    store.close();
  }

  static List<Integer> queries() {
    List<Integer> all = new ArrayList<>();
    String only = System.getProperty("tpch.queries", "");
    for (int i = 1; i <= 22; i++) {
      if (only.isEmpty() || List.of(only.split(",")).contains(String.valueOf(i))) {
        all.add(i);
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("queries")
  void returnsTheRowsOfDuckDb(int number) throws Exception {
    String query = TpchData.query(number);
    List<List<Object>> expected = new ArrayList<>();
    try (Statement statement = duckdb.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      int width = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<Object> row = new ArrayList<>();
        for (int i = 1; i <= width; i++) {
          row.add(normal(rows.getObject(i)));
        }
        expected.add(row);
      }
    }
    List<List<Object>> found = new ArrayList<>();
    long started = System.nanoTime();
    try (SqlResult result = sql.execute(query)) {
      for (List<Object> row : result.list()) {
        found.add(new ArrayList<>(row.stream().map(TpchTest::normal).toList()));
      }
    }
    if (Boolean.getBoolean("tpch.print")) {
      System.out.printf("q%02d %.0f ms%n", number, (System.nanoTime() - started) / 1e6);
      sql.execute("explain " + query)
          .list()
          .forEach(line -> System.out.println("  " + line.get(0)));
    }
    assertThat(found).hasSameSizeAs(expected);
    found.sort(ORDER);
    expected.sort(ORDER);
    for (int i = 0; i < found.size(); i++) {
      for (int j = 0; j < found.get(i).size(); j++) {
        Object own = found.get(i).get(j);
        Object other = expected.get(i).get(j);
        if (own instanceof BigDecimal a && other instanceof BigDecimal b) {
          double tolerance = Math.max(1e-6, Math.abs(b.doubleValue()) * 1e-9);
          assertThat(a.doubleValue())
              .as("row %d, column %d of %s", i, j, found.get(i))
              .isCloseTo(b.doubleValue(), org.assertj.core.data.Offset.offset(tolerance));
        } else {
          assertThat(own).as("row %d, column %d", i, j).isEqualTo(other);
        }
      }
    }
  }

  /** Texts first, so that averages with other last digits do not change the order. */
  private static final Comparator<List<Object>> ORDER =
      Comparator.<List<Object>, String>comparing(
              row -> row.stream().filter(v -> !(v instanceof BigDecimal)).toList().toString())
          .thenComparing(
              row ->
                  row.stream()
                      .filter(BigDecimal.class::isInstance)
                      .map(v -> ((BigDecimal) v).setScale(2, java.math.RoundingMode.HALF_UP))
                      .toList()
                      .toString());

  private static Object normal(Object value) {
    if (value instanceof Number number) {
      return new BigDecimal(number.toString());
    }
    return value == null ? "null" : value.toString();
  }
}
