package dev.keyfold.cli;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.ScanRefusedException;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.schema.TableDef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The order example as a table on RocksDB, in a directory that is gone afterwards: orders are
 * loaded, and the queries of the specification run with their explanations.
 */
final class DemoTable {
  private static final int ORDERS = 20_000;
  private static final int USERS = 1_000;
  private static final int BATCH = 1_000;
  private static final int SHARDS = 256;
  private static final int ROWS_SHOWN = 3;

  private static final String KEY_FIELDS =
      "user_id string(32), order_date timestamp, order_id uuid";
  private static final String OTHER_FIELDS = "category string, amount decimal(10,2), status string";
  private static final String KEY = "user_id, order_date, order_id";
  private static final String INDEX = "by_category: category, order_date desc include amount";
  private static final String[] CATEGORIES = {
    "books", "garden", "music", "sports", "tools", "toys"
  };
  private static final String[] STATUSES = {"open", "paid", "sent", "done"};

  private final DemoPage page;
  private final Console console;
  private final String user;
  private final Instant date;
  private final UUID order;

  /** The order that the demonstration is about is one of those loaded. */
  DemoTable(Console console, DemoPage page, String user, Instant date, UUID order) {
    this.console = console;
    this.page = page;
    this.user = user;
    this.date = date;
    this.order = order;
  }

  void show() {
    Path directory = null;
    try {
      directory = Files.createTempDirectory("keyfold-demo");
      try (Store store = Stores.open("rocksdb:" + directory)) {
        show(Tables.of(store));
      }
    } catch (IOException e) {
      throw new FileException("cannot use a temporary directory for the demo's store", e);
    } finally {
      delete(directory);
    }
  }

  private void show(Tables tables) {
    page.title("5. The same key in a table: orders on RocksDB");
    page.command("keyfold table create --store rocksdb:./data orders \\");
    page.more("--schema '" + KEY_FIELDS + ",");
    page.more("          " + OTHER_FIELDS + "' \\");
    page.more("--key '" + KEY + "' --shards " + SHARDS + " \\");
    page.more("--index '" + INDEX + "'");
    Table<Row> orders =
        tables.create(
            new TableBuilder("orders")
                .fields(KEY_FIELDS + ", " + OTHER_FIELDS)
                .key(KEY)
                .shards(SHARDS)
                .index(INDEX));
    page.showNow();
    load(orders);
    String exact =
        "user_id = '" + user + "' and order_date = '" + date + "' and order_id = '" + order + "'";
    page.title("6. Queries, how they are answered, and what that took");
    ask(orders, "Exact lookup", exact);
    ask(orders, "Prefix scan", "user_id = '" + user + "' order by order_date desc limit 3");
    ask(
        orders,
        "Range scan",
        "user_id = '" + user + "' and order_date >= '2025-01-01' and order_date < '2025-02-01'");
    ask(orders, "By category", "category = 'music' order by order_date desc limit 3");
    refuse(orders, "status = 'open' order by order_date");
  }

  private void load(Table<Row> orders) {
    ProgressBar bar = new ProgressBar(console, "loading orders", ORDERS, 0, 0);
    Random random = new Random(42); // the same orders every time
    List<Row> batch = new ArrayList<>();
    for (int i = 0; i < ORDERS; i++) {
      batch.add(row(orders.definition(), i, random));
      if (batch.size() == BATCH) {
        orders.putAll(batch);
        batch.clear();
        bar.show(i + 1L, i + 1L);
      }
    }
    double seconds = bar.end();
    page.say(
        String.format(
            Locale.ROOT,
            "  %,d orders of %,d users and their index entries in %.1f s",
            ORDERS,
            USERS,
            seconds));
  }

  private Row row(TableDef table, int i, Random random) {
    boolean shown = i == ORDERS / 2;
    int of = i < 40 ? 12_345 : 12_000 + random.nextInt(USERS);
    long millis = date.toEpochMilli() + (random.nextInt(400) - 350) * 86_400_000L;
    return Row.of(
        table,
        Map.of(
            "user_id",
            shown ? user : "USR_" + of,
            "order_date",
            shown ? date : Instant.ofEpochMilli(millis + random.nextInt(86_400_000)),
            "order_id",
            shown ? order : new UUID(random.nextLong(), random.nextLong()),
            "category",
            CATEGORIES[random.nextInt(CATEGORIES.length)],
            "amount",
            random.nextInt(100_000) / 100 + "." + (10 + random.nextInt(90)),
            "status",
            STATUSES[random.nextInt(STATUSES.length)]));
  }

  /** Shows what {@code keyfold query} and {@code keyfold explain --analyze} would. */
  private void ask(Table<Row> orders, String name, String text) {
    page.query(name, text);
    orders.query(text).list(); // so that the time shown is not that of loading classes
    List<Row> answer = new ArrayList<>();
    String explanation;
    try (Rows<Row> rows = orders.query(text).open()) {
      rows.forEach(answer::add);
      explanation = rows.explain();
    }
    TextTable table =
        new TextTable(console, List.of("order_date", "category", "amount", "status"), "    ");
    table.alignRight(2);
    for (Row row : answer.subList(0, Math.min(answer.size(), ROWS_SHOWN))) {
      table.add(
          row.get("order_date").toString(),
          row.get("category").toString(),
          row.get("amount").toString(),
          row.get("status").toString());
    }
    table.finish();
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
    }
  }

  private static void delete(Path directory) {
    if (directory == null) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      // It is in the directory for temporary files; the system takes care of it.
    }
  }
}
