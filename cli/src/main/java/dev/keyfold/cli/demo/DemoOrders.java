package dev.keyfold.cli.demo;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.schema.TableDef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/** Creates and fills the table of orders, always with the same orders. */
final class DemoOrders {
  static final String TABLE = "orders";

  private static final int ORDERS_PER_USER = 20;
  private static final int BATCH = 1_000;

  private static final String OTHER_FIELDS = "category string, amount decimal(10,2), status string";
  private static final String KEY = "user_id, order_date, order_id";
  private static final String INDEX = "by_category: category, order_date desc include amount";
  private static final String[] CATEGORIES = {
    "books", "garden", "music", "sports", "tools", "toys"
  };
  private static final String[] STATUSES = {"open", "paid", "sent", "done"};

  private final Console console;
  private final DemoPage page;
  private final int count;
  private final Random random = new Random(42);

  DemoOrders(Console console, DemoPage page, int count) {
    this.console = console;
    this.page = page;
    this.count = count;
  }

  Table<Row> load(Tables tables) {
    page.title("3. The same key in a table of orders, with an index");
    page.command("keyfold table create --store URL orders \\");
    page.more("--schema '" + Demo.KEY_FIELDS + ",");
    page.more("          " + OTHER_FIELDS + "' \\");
    page.more("--key '" + KEY + "' --shards " + Demo.SHARDS + " \\");
    page.more("--index '" + INDEX + "'");
    Table<Row> orders =
        tables.create(
            new TableBuilder(TABLE)
                .fields(Demo.KEY_FIELDS + ", " + OTHER_FIELDS)
                .key(KEY)
                .shards(Demo.SHARDS)
                .index(INDEX));
    page.showNow();
    fill(orders);
    return orders;
  }

  private void fill(Table<Row> orders) {
    ProgressBar bar = new ProgressBar(console, "loading", count, 0, 0);
    List<Row> batch = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      batch.add(row(orders.definition(), i));
      if (batch.size() == BATCH || i == count - 1) {
        orders.putAll(batch);
        batch.clear();
        bar.show(i + 1L, i + 1L);
      }
    }
    double seconds = bar.end();
    page.fact("load", Map.of("table", orders.name(), "orders", count, "seconds", seconds));
    page.say(
        String.format(
            Locale.ROOT,
            "  %,d orders of about %,d users and their index entries in %.1f s, %,d/s",
            count,
            users(),
            seconds,
            Math.round(count / Math.max(seconds, 1e-3))));
  }

  private int users() {
    return Math.max(1, count / ORDERS_PER_USER);
  }

  private Row row(TableDef table, int i) {
    boolean shown = i == count / 2;
    int user = 10_000 + (i < 40 ? 2_345 : random.nextInt(users()));
    long millis = Demo.DATE.toEpochMilli() + (random.nextInt(400) - 350) * 86_400_000L;
    Instant date = Instant.ofEpochMilli(millis + random.nextInt(86_400_000));
    UUID id = new UUID(random.nextLong(), random.nextLong());
    return Row.of(
        table,
        Map.of(
            "user_id",
            shown ? Demo.USER : "USR_" + user,
            "order_date",
            shown ? Demo.DATE : date,
            "order_id",
            shown ? Demo.ORDER : id,
            "category",
            CATEGORIES[random.nextInt(CATEGORIES.length)],
            "amount",
            random.nextInt(100_000) / 100 + "." + (10 + random.nextInt(90)),
            "status",
            STATUSES[random.nextInt(STATUSES.length)]));
  }
}
