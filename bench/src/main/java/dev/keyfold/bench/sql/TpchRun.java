package dev.keyfold.bench.sql;

import com.sun.management.OperatingSystemMXBean;
import dev.keyfold.bench.measure.Median;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * What one fork does for TPC-H: loads the tables, runs each query a few times, and prints {@code
 * number nanos rows}: the CPU time of the calling thread, or for DuckDB, which uses all processors,
 * of the process.
 */
final class TpchRun {
  /** Beyond this a query ends, and counts as if it had taken so long. */
  static final int SECONDS = 100;

  /** Compiled code is reached after the second run at the latest, which is not counted. */
  private static final int RUNS = 3;

  private TpchRun() {}

  /** Arguments: subject, scale, directory, whether in memory, directory of the queries. */
  public static void main(String[] args) throws Exception {
    SqlSubject subject = SqlSubject.valueOf(args[0]);
    Path directory = Path.of(args[2]);
    boolean memory = Boolean.parseBoolean(args[3]);
    Connection connection = subject.connect(directory, memory);
    Tpch.load(subject, connection, Double.parseDouble(args[1]));
    try (Connection settled = subject.settle(connection, directory, memory)) {
      for (int number = 1; number <= Tpch.QUERIES; number++) {
        String query = Tpch.query(subject, Path.of(args[4]), number);
        List<Double> times = new ArrayList<>();
        long rows = 0;
        for (int run = 0; run < RUNS; run++) {
          long before = cpu(subject);
          rows = rows(settled, query, subject);
          times.add((double) (cpu(subject) - before));
          if (times.get(run) > 5e9 || rows < 0) {
            break; // long enough to be compiled on the way
          }
        }
        List<Double> counted = times.size() > 1 ? times.subList(1, times.size()) : times;
        double nanos = rows < 0 ? SECONDS * 1e9 : Median.of(counted.stream().mapToDouble(t -> t));
        System.out.println(number + " " + nanos + " " + rows);
      }
    }
  }

  private static long cpu(SqlSubject subject) {
    return subject == SqlSubject.DUCKDB
        ? ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime()
        : ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** How many there were, all columns read; -1 if it took too long. */
  private static long rows(Connection connection, String query, SqlSubject subject)
      throws SQLException {
    long rows = 0;
    try (Statement statement = connection.createStatement()) {
      if (subject == SqlSubject.SQLITE || subject == SqlSubject.H2) {
        statement.setQueryTimeout(SECONDS);
      }
      try (ResultSet result = statement.executeQuery(query)) {
        int width = result.getMetaData().getColumnCount();
        while (result.next()) {
          for (int i = 1; i <= width; i++) {
            result.getObject(i);
          }
          rows++;
        }
      }
    } catch (SQLException e) {
      if (String.valueOf(e.getMessage())
          .matches("(?is).*(timeout|timed out|interrupt|canceled).*")) {
        return -1;
      }
      throw e;
    }
    return rows;
  }
}
