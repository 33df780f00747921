package dev.keyfold.table.advise;

import dev.keyfold.table.expr.Term;
import dev.keyfold.table.plan.BoundOrder;
import dev.keyfold.table.plan.BoundQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The query log of a table: queries of the same shape (the same fields, operators and order,
 * whatever the values) are counted together. Bounded, thread-safe.
 */
public final class QueryLog {
  private static final int MOST_SHAPES = 1_000;

  private final Map<String, Entry> byShape = new ConcurrentHashMap<>();
  private final LongAdder changes = new LongAdder();

  /** An empty log. */
  public QueryLog() {}

  /**
   * One shape.
   *
   * @param example the text of one query of this shape, without limit
   * @param count how often it was asked
   * @param refused how often it was refused because no key served it
   * @param read entries read in all
   * @param returned rows returned in all
   * @param nanos time taken in all
   * @param key the key that served it last; empty if none did
   */
  public record Entry(
      String example, long count, long refused, long read, long returned, long nanos, String key) {
    private Entry plus(Entry more) {
      return new Entry(
          more.example,
          count + more.count,
          refused + more.refused,
          read + more.read,
          returned + more.returned,
          nanos + more.nanos,
          more.key.isEmpty() ? key : more.key);
    }
  }

  /** Takes note of a query that was answered. */
  public void answered(BoundQuery query, String key, long read, long returned, long nanos) {
    add(query, 0, read, returned, nanos, key);
  }

  /** Takes note of a query that was refused. */
  public void refused(BoundQuery query) {
    add(query, 1, 0, 0, 0, "");
  }

  private void add(
      BoundQuery query, long refused, long read, long returned, long nanos, String key) {
    String shape = shape(query);
    changes.increment();
    Entry known = byShape.get(shape);
    if (known != null || byShape.size() < MOST_SHAPES) {
      // One example is as good as another, and to print a query takes longer than to answer some.
      String example = known == null ? query.shapeText() : known.example;
      byShape.merge(shape, new Entry(example, 1, refused, read, returned, nanos, key), Entry::plus);
    }
  }

  private static String shape(BoundQuery query) {
    StringJoiner shape = new StringJoiner(" and ");
    for (Term term : query.terms()) {
      shape.add(term.expression() + " " + term.kind());
    }
    StringJoiner order = new StringJoiner(", ");
    for (BoundOrder item : query.order()) {
      order.add(item.toString());
    }
    String selected = query.needed() == null ? "" : query.columns().names() + " of ";
    return selected + shape + " order by " + order;
  }

  /** Queries noted since it was made or read: when this has grown, it is time to save. */
  public long changes() {
    return changes.sum();
  }

  /** All shapes, those that took most time first. */
  public List<Entry> entries() {
    List<Entry> entries = new ArrayList<>(byShape.values());
    entries.sort(
        (a, b) ->
            a.refused != b.refused
                ? Long.compare(b.refused, a.refused)
                : a.nanos != b.nanos
                    ? Long.compare(b.nanos, a.nanos)
                    : a.example.compareTo(b.example));
    return entries;
  }

  /** A line for each shape: six numbers or words between tabs, then the example. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    byShape.forEach(
        (shape, entry) ->
            text.append(shape)
                .append('\t')
                .append(entry.count)
                .append('\t')
                .append(entry.refused)
                .append('\t')
                .append(entry.read)
                .append('\t')
                .append(entry.returned)
                .append('\t')
                .append(entry.nanos)
                .append('\t')
                .append(entry.key)
                .append('\t')
                .append(entry.example.replace("\n", " "))
                .append('\n'));
    return text.toString();
  }

  /** Reads what {@link #toString} gave; lines it does not understand are left out. */
  public static QueryLog parse(String text) {
    QueryLog log = new QueryLog();
    for (String line : text.split("\n", -1)) {
      String[] parts = line.split("\t", 8);
      if (parts.length == 8) {
        try {
          log.byShape.put(
              parts[0],
              new Entry(
                  parts[7],
                  Long.parseLong(parts[1]),
                  Long.parseLong(parts[2]),
                  Long.parseLong(parts[3]),
                  Long.parseLong(parts[4]),
                  Long.parseLong(parts[5]),
                  parts[6]));
        } catch (NumberFormatException damaged) {
          // a log is only advice; what cannot be read is forgotten
        }
      }
    }
    return log;
  }
}
