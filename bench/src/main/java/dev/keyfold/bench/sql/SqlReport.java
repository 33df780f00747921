package dev.keyfold.bench.sql;

import dev.keyfold.bench.measure.Sample;
import dev.keyfold.bench.measure.Table;
import dev.keyfold.bench.measure.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Prints lookups, the queries of TPC-H and the targets. */
final class SqlReport {
  private static final List<SqlSubject> PEERS = List.of(SqlSubject.SQLITE, SqlSubject.H2);
  private static final double OF_TABLES = 2.5;

  private final SqlResults results;
  private final boolean markdown;
  private final List<Target> targets = new ArrayList<>();
  private final StringBuilder out = new StringBuilder();

  SqlReport(SqlResults results, boolean markdown) {
    this.results = results;
    this.markdown = markdown;
  }

  String print(int rounds, int items, double scale) {
    lookups("on disk", false, items);
    lookups("in memory", true, items);
    queries(scale);
    Target.print(targets, markdown, out);
    return out.append(
            String.format(
                Locale.ROOT,
                "The median of %d rounds; %,d items; TPC-H at scale %s; %d processors, JDK %s.%n",
                rounds,
                items,
                scale,
                Runtime.getRuntime().availableProcessors(),
                Runtime.version().feature()))
        .toString();
  }

  private void lookups(String where, boolean memory, int items) {
    List<SqlSubject> measured =
        Arrays.stream(SqlSubject.values())
            .filter(subject -> results.has(SqlLine.POINT, subject, memory))
            .toList();
    if (measured.isEmpty()) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>();
    header.add(String.format(Locale.ROOT, "%s, %,d items, CPU time per lookup", where, items));
    measured.forEach(subject -> header.add(subject.label));
    rows.add(header);
    for (SqlLine line : SqlLine.values()) {
      List<String> row = new ArrayList<>(List.of(line.label));
      for (SqlSubject subject : measured) {
        row.add(
            String.format(
                Locale.ROOT,
                "%.2f µs, %,.0f B",
                results.median(line, subject, memory, Sample::threadNanos) / 1000,
                results.median(line, subject, memory, Sample::bytes)));
      }
      rows.add(row);
      targets(line, where, memory);
    }
    Table.print(rows, markdown, out);
  }

  private void targets(SqlLine line, String where, boolean memory) {
    if (!results.has(line, SqlSubject.KEYFOLD, memory)) {
      return;
    }
    double own = results.median(line, SqlSubject.KEYFOLD, memory, Sample::threadNanos);
    String label = line.label + ", " + where + ": ";
    for (SqlSubject peer : PEERS) {
      if (results.has(line, peer, memory)) {
        double other = results.median(line, peer, memory, Sample::threadNanos);
        add(label + "keyfold of " + peer.label, other / own, 1, false);
      }
    }
    if (results.has(line, SqlSubject.TABLES, memory)) {
      double tables = results.median(line, SqlSubject.TABLES, memory, Sample::threadNanos);
      add(label + "cost, of the table API's", own / tables, OF_TABLES, true);
    }
  }

  private void queries(double scale) {
    List<SqlSubject> measured =
        Arrays.stream(SqlSubject.values()).filter(results::hasQueries).toList();
    if (measured.isEmpty()) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of("TPC-H at " + scale + ", CPU time"));
    measured.forEach(subject -> header.add(subject.label));
    rows.add(header);
    for (int number = 1; number <= Tpch.QUERIES; number++) {
      List<String> row = new ArrayList<>(List.of("query " + number));
      for (SqlSubject subject : measured) {
        double nanos = results.query(subject, number);
        row.add(
            nanos >= TpchRun.SECONDS * 1e9
                ? "more than " + TpchRun.SECONDS + " s"
                : String.format(Locale.ROOT, "%.1f ms", nanos / 1e6));
      }
      rows.add(row);
    }
    Table.print(rows, markdown, out);
    for (SqlSubject peer : PEERS) {
      if (measured.contains(peer) && measured.contains(SqlSubject.KEYFOLD)) {
        add(
            "TPC-H, geometric mean: keyfold of " + peer.label,
            results.times(SqlSubject.KEYFOLD, peer),
            1,
            false);
      }
    }
  }

  private void add(String label, double found, double limit, boolean atMost) {
    targets.add(new Target(label, found, limit, atMost, Target.TIMES));
  }
}
