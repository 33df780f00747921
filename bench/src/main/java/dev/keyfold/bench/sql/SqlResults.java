package dev.keyfold.bench.sql;

import dev.keyfold.bench.measure.Median;
import dev.keyfold.bench.measure.Sample;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The measurements of all rounds; the median of the rounds counts. Not thread-safe. */
final class SqlResults {
  private record Key(SqlLine line, SqlSubject subject, boolean memory) {}

  private final Map<Key, List<Sample>> lookups = new HashMap<>();
  private final Map<SqlSubject, Map<Integer, List<Double>>> queries =
      new EnumMap<>(SqlSubject.class);
  private final Map<Integer, Long> rows = new HashMap<>();
  private final List<Long> checks = new ArrayList<>();

  /** Takes what {@link LookupRun} printed. */
  void addLookups(SqlSubject subject, boolean memory, String printed) {
    for (String line : printed.split("\n", -1)) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("CHECK")) {
        checks.add(Long.parseLong(words[1]));
        if (!checks.get(0).equals(checks.get(checks.size() - 1))) {
          throw new IllegalStateException(subject + " has read other items than those before it");
        }
      } else {
        lookups
            .computeIfAbsent(
                new Key(SqlLine.valueOf(words[0]), subject, memory), key -> new ArrayList<>())
            .add(Sample.parse(words, 1));
      }
    }
  }

  /** Takes what {@link TpchRun} printed. */
  void addQueries(SqlSubject subject, String printed) {
    Map<Integer, List<Double>> of = queries.computeIfAbsent(subject, each -> new HashMap<>());
    for (String line : printed.split("\n", -1)) {
      String[] words = line.split(" ", -1);
      int number = Integer.parseInt(words[0]);
      of.computeIfAbsent(number, each -> new ArrayList<>()).add(Double.parseDouble(words[1]));
      long found = Long.parseLong(words[2]);
      Long before = found < 0 ? null : rows.putIfAbsent(number, found);
      if (before != null && before != found) {
        throw new IllegalStateException(
            subject + " found " + found + " rows in query " + number + ", others " + before);
      }
    }
  }

  boolean has(SqlLine line, SqlSubject subject, boolean memory) {
    return lookups.containsKey(new Key(line, subject, memory));
  }

  double median(SqlLine line, SqlSubject subject, boolean memory, ToDoubleFunction<Sample> figure) {
    return Median.of(
        lookups.getOrDefault(new Key(line, subject, memory), List.of()).stream()
            .mapToDouble(figure));
  }

  boolean hasQueries(SqlSubject subject) {
    return queries.containsKey(subject);
  }

  /** CPU time of a query in nanoseconds. */
  double query(SqlSubject subject, int number) {
    return Median.of(queries.get(subject).get(number).stream().mapToDouble(each -> each));
  }

  /** How many times faster than the other, as the geometric mean over all queries. */
  double times(SqlSubject subject, SqlSubject other) {
    double sum = 0;
    for (int number = 1; number <= Tpch.QUERIES; number++) {
      sum += Math.log(query(other, number) / query(subject, number));
    }
    return Math.exp(sum / Tpch.QUERIES);
  }
}
