package dev.keyfold.bench.table;

import dev.keyfold.bench.measure.Step;
import java.util.Arrays;

/** The operations of a line, on data that differs each time. Leaves the subject open. */
abstract class TableStep implements Step {
  static final int BATCH = 1000;

  final TableSubject table;
  final Orders orders;
  private long state = Orders.mix(1);

  private TableStep(TableSubject table, Orders orders) {
    this.table = table;
    this.orders = orders;
  }

  /** The operations of a reading line. */
  static TableStep reading(Line line, TableSubject table, Orders orders) {
    return switch (line) {
      case GET -> new Get(table, orders);
      case PREFIX -> new Prefix(table, orders, false);
      case PREFIX_LAZY -> new Prefix(table, orders, true);
      case RANGE -> new Range(table, orders, false);
      case RANGE_LAZY -> new Range(table, orders, true);
      case INDEX -> new Index(table, orders);
      default -> throw new IllegalArgumentException(line + " reads nothing");
    };
  }

  final int random(int bound) {
    state ^= state << 13;
    state ^= state >>> 7;
    state ^= state << 17;
    return (int) ((state >>> 1) % bound);
  }

  @Override
  public void close() {}

  /** Fills an empty table one by one, and empties it again. */
  static final class Fill extends TableStep {
    private final Order[] rows;
    private int next;

    Fill(TableSubject table, Orders orders) {
      super(table, orders);
      rows = new Order[orders.count()];
      Arrays.setAll(rows, orders::get);
    }

    @Override
    public long run() {
      if (next == rows.length) {
        table.clear();
        next = 0;
      }
      table.put(rows[next++]);
      return next;
    }
  }

  /** Writes all orders in batches. */
  static final class Load extends TableStep {
    private int next;
    private int collected;

    Load(TableSubject table, Orders orders) {
      super(table, orders);
    }

    @Override
    public long run() {
      table.add(orders.get(next++));
      if (++collected == BATCH) {
        table.write();
        collected = 0;
      }
      return next;
    }

    @Override
    public void close() {
      if (collected > 0) {
        table.write();
      }
    }
  }

  /** The orders to look for are made beforehand, so that what is allocated is the subject's. */
  private static final class Get extends TableStep {
    private static final int MOST = 100_000;
    private final Order[] wanted;

    Get(TableSubject table, Orders orders) {
      super(table, orders);
      wanted = new Order[Math.min(MOST, orders.count())];
      Arrays.setAll(wanted, i -> orders.get(random(orders.count())));
    }

    @Override
    public long run() {
      Order order = wanted[random(wanted.length)];
      return table.get(order.userId(), order.orderDate(), order.orderId());
    }
  }

  private static final class Prefix extends TableStep {
    private final boolean lazy;

    Prefix(TableSubject table, Orders orders, boolean lazy) {
      super(table, orders);
      this.lazy = lazy;
    }

    @Override
    public long run() {
      String user = orders.user(random(orders.users()));
      return lazy ? table.glance(user) : table.scan(user);
    }
  }

  private static final class Range extends TableStep {
    private final boolean lazy;

    Range(TableSubject table, Orders orders, boolean lazy) {
      super(table, orders);
      this.lazy = lazy;
    }

    @Override
    public long run() {
      String user = orders.user(random(orders.users()));
      int row = random(Orders.ROWS_PER_USER - Orders.ROWS_PER_RANGE + 1);
      long from = Orders.millis(row);
      long to = Orders.millis(row + Orders.ROWS_PER_RANGE);
      return lazy ? table.glance(user, from, to) : table.scan(user, from, to);
    }
  }

  private static final class Index extends TableStep {
    Index(TableSubject table, Orders orders) {
      super(table, orders);
    }

    @Override
    public long run() {
      String category = orders.category(random(orders.categories()));
      int row = random(Orders.ROWS_PER_USER);
      return table.byCategory(category, Orders.millis(row), Orders.millis(row + 1));
    }
  }
}
