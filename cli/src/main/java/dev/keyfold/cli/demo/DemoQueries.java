package dev.keyfold.cli.demo;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.TextTable;
import dev.keyfold.cli.data.ExplainQueryCommand;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import dev.keyfold.table.errors.ScanRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The specification's queries on the orders, each with its answer and what it took. */
final class DemoQueries {
  private static final int ROWS_SHOWN = 3;
  private static final int RUNS = 20;

  private final Console console;
  private final DemoPage page;

  DemoQueries(Console console, DemoPage page) {
    this.console = console;
    this.page = page;
  }

  void show(Table<Row> orders) {
    String user = "user_id = '" + Demo.USER + "'";
    page.title("4. Queries with EXPLAIN ANALYZE, the fastest of " + RUNS + " runs");
    ask(
        orders,
        "Exact lookup",
        user + " and order_date = '" + Demo.DATE + "' and order_id = '" + Demo.ORDER + "'");
    ask(orders, "Prefix scan", user + " order by order_date desc limit 3");
    ask(
        orders,
        "Range scan",
        user + " and order_date >= '2025-01-01' and order_date < '2025-02-01'");
    ask(orders, "Index query", "category = 'music' order by order_date desc limit 3");
    refuse(orders, "status = 'open' order by order_date");
  }

  /** Shows what {@code keyfold query} and {@code keyfold explain --analyze} would. */
  private void ask(Table<Row> orders, String name, String text) {
    page.query(name, text);
    List<Row> answer = new ArrayList<>();
    String explanation = "";
    Map<String, Object> plan = Map.of();
    long fastest = Long.MAX_VALUE;
    for (int i = 0; i < RUNS; i++) { // the first ones load and compile classes
      answer.clear();
      try (Rows<Row> rows = orders.query(text).open()) {
        rows.forEach(answer::add);
        if (rows.work().nanos() < fastest) {
          fastest = rows.work().nanos();
          explanation = rows.explain();
          plan = ExplainQueryCommand.toMap(rows.plan(), rows.work());
        }
      }
    }
    List<String> titles = List.of("order_date", "category", "amount", "status");
    TextTable table = new TextTable(console, titles, "    ");
    table.alignRight(2);
    for (Row row : answer.subList(0, Math.min(answer.size(), ROWS_SHOWN))) {
      table.add(
          titles.stream().map(title -> String.valueOf(row.get(title))).toArray(String[]::new));
    }
    page.table(table);
    page.fact("query", Map.of("name", name, "query", text, "rows", answer.size(), "plan", plan));
    if (answer.size() > ROWS_SHOWN) {
      page.say("    ... and " + (answer.size() - ROWS_SHOWN) + " more");
    }
    explanation.lines().forEach(line -> page.wrap("    " + line, 16));
    page.say("");
  }

  private void refuse(Table<Row> orders, String text) {
    page.query("Refused", text);
    try {
      orders.query(text).list();
      throw new IllegalStateException("expected a refusal of " + text);
    } catch (ScanRefusedException e) {
      page.wrap("    " + e.getMessage(), 4);
      page.fact("refused", Map.of("query", text, "message", e.getMessage()));
    }
  }
}
