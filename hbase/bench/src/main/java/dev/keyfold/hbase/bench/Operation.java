package dev.keyfold.hbase.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Random;

/** What is measured. Each subject does the same ones, with the same arguments. */
enum Operation {
  WRITE("batched writes, 1,000 rows", 3, 1.0),
  GET("lookups by key", 500, 1.5),
  PREFIX("prefix scans, 1,000 rows", 40, 1.5),
  RANGE("range scans, 100 rows", 200, 1.5),
  AMOUNTS("index lookups, 20 rows, covered", 200, 1.5),
  RECORDS("index lookups, 20 records", 200, 1.5);

  static final int BATCH = 1_000;
  private static final int RANGE_ROWS = 100;
  private static final int WIDER_RANGE_ROWS = 150; // so that it is the limit that ends it
  private static final int NEWEST = 20;

  final String label;

  /** How many in one round. */
  final int times;

  /** How many times as fast as Phoenix it has to be. */
  final double ofPhoenix;

  Operation(String label, int times, double ofPhoenix) {
    this.label = label;
    this.times = times;
    this.ofPhoenix = ofPhoenix;
  }

  /** How many times as fast as the plain client it has to be. */
  static final double OF_PLAIN = 0.9;

  /** Rows that one of them reads or writes. */
  int rows() {
    return switch (this) {
      case WRITE -> BATCH;
      case GET -> 1;
      case PREFIX -> Orders.ROWS_PER_USER;
      case RANGE -> RANGE_ROWS;
      case AMOUNTS, RECORDS -> NEWEST;
    };
  }

  /** Does it once and adds what it has read to the rows; a write counts its rows. */
  void run(TableSubject table, Orders orders, Random random, int fresh, Rows rows)
      throws IOException, SQLException {
    int user = random.nextInt(orders.users());
    switch (this) {
      case WRITE -> {
        table.write(orders.batch(fresh, fresh + BATCH));
        for (int i = 0; i < BATCH; i++) {
          rows.add(fresh + i);
        }
      }
      case GET -> {
        Order order = orders.stored(user, random.nextInt(Orders.ROWS_PER_USER));
        rows.add(table.get(order.userId(), order.orderDate(), order.orderId()));
      }
      case PREFIX -> rows.add(table.ofUser(Orders.user(user)));
      case RANGE -> {
        int row = random.nextInt(Orders.ROWS_PER_USER - WIDER_RANGE_ROWS);
        Instant from = orders.date(user, row);
        Instant to = orders.date(user, row + WIDER_RANGE_ROWS);
        rows.add(table.ofUser(Orders.user(user), from, to, RANGE_ROWS));
      }
      case AMOUNTS -> rows.add(table.amounts(category(random), NEWEST));
      case RECORDS -> rows.add(table.ofCategory(category(random), NEWEST));
    }
  }

  private static String category(Random random) {
    return Orders.category(random.nextInt(Orders.categories()));
  }
}
