package dev.keyfold.cli.demo;

import dev.keyfold.cli.command.Console;
import dev.keyfold.db.Keyfold;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import java.time.Instant;
import java.util.UUID;

/**
 * The order example of the composite key specification, from the bytes of one key to queries on
 * many orders. Nothing shown is written down here: every key, answer and explanation is made while
 * it runs.
 */
final class Demo {
  static final String KEY_FIELDS = "user_id string(32), order_date timestamp, order_id uuid";
  static final int SHARDS = 256;

  /** The example order; it is one of the loaded ones. */
  static final String USER = "USR_12345";

  static final Instant DATE = Instant.ofEpochMilli(1_737_100_800_000L);
  static final UUID ORDER = UUID.fromString("550e8400-e29b-41d4-a716-446655440001");

  private final Console console;
  private final DemoPage page;

  /**
   * @param json whether each step is an object for programs, instead of text
   */
  Demo(Console console, boolean json) {
    this.console = console;
    this.page = new DemoPage(console, json);
  }

  /** Runs the demo with that many orders in a store that contains nothing else. */
  void show(Keyfold db, int orders) {
    new DemoGround(db.store()).check();
    page.say(
        page.paint(DemoPage.BOLD, "Keyfold")
            + " encodes typed fields as one key whose bytes sort like the fields.");
    new DemoKeys(page).show();
    Table<Row> table = new DemoOrders(console, page, orders).load(db.tables());
    new DemoQueries(console, page).show(table);
    new DemoStructures(page).show(db.views());
  }

  /** What can be done with the store while it is served. */
  void showServed(int port) {
    page.title("6. Serving until Ctrl-C");
    page.say("  Read the structures with any Redis client:");
    page.command("redis-cli -p " + port + " hgetall bob");
    page.command("redis-cli -p " + port + " zrange best 0 -1 withscores");
    page.say("  Open the console in a browser to see orders, keys and load.");
    page.say("");
  }

  /** What can be done with a store that stays. */
  void showKept(String url) {
    page.title("6. The store is kept");
    page.command("keyfold query --store " + url + " orders \"user_id = '" + USER + "'\"");
    page.command("keyfold shell --store " + url);
  }
}
