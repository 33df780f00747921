package dev.keyfold.bench.table;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import java.util.UUID;

/**
 * The orders that every subject stores, a thousand for each user. They are computed when they are
 * needed, so that the memory of the process is the subject's.
 *
 * <p>Orders are numbered in the order in which they are written, which is random. A user's orders
 * are a second apart, each at a random millisecond, so that a range of a hundred of them has bounds
 * that can be computed. Every second, ten users (fewer, if there are fewer) order something of one
 * category. Immutable, thread-safe.
 */
final class Orders {
  static final int ROWS_PER_USER = 1000;
  static final int ROWS_PER_RANGE = 100;
  static final int SHARDS = 16;
  private static final int ROWS_PER_CATEGORY_SECOND = 10;
  private static final long FIRST_MILLIS = 1_737_100_800_000L;
  private static final long STEP_MILLIS = 1000;
  private static final long SEED = 20250117L;

  private final String[] users;
  private final String[] categories;
  private final int[] order;

  Orders(int count) {
    if (count < ROWS_PER_USER || count % ROWS_PER_USER != 0) {
      throw new IllegalArgumentException(
          "found " + count + " orders, expected a multiple of " + ROWS_PER_USER);
    }
    users = new String[count / ROWS_PER_USER];
    Arrays.setAll(users, user -> "USR_" + (10_000 + user));
    categories = new String[Math.max(1, users.length / ROWS_PER_CATEGORY_SECOND)];
    Arrays.setAll(categories, category -> "CAT_" + (100 + category));
    order = new int[count];
    Arrays.setAll(order, i -> i);
    Random random = new Random(SEED);
    for (int i = count - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[other];
      order[other] = swapped;
    }
  }

  int count() {
    return order.length;
  }

  int users() {
    return users.length;
  }

  String user(int user) {
    return users[user];
  }

  int categories() {
    return categories.length;
  }

  String category(int category) {
    return categories[category];
  }

  /** The order of that number. */
  Order get(int number) {
    int place = order[number];
    int user = place % users.length;
    int row = place / users.length;
    long high = mix(place);
    long low = mix(high);
    return new Order(
        users[user],
        Instant.ofEpochMilli(millis(row) + (high >>> 1) % STEP_MILLIS),
        new UUID(high, low),
        BigDecimal.valueOf((low >>> 1) % 100_000, 2),
        categories[(user / ROWS_PER_CATEGORY_SECOND + row) % categories.length]);
  }

  /** A bound before the rows of that number, 0 to {@link #ROWS_PER_USER}, of all users. */
  static long millis(int row) {
    return FIRST_MILLIS + row * STEP_MILLIS;
  }

  /** Spreads the bits of a number over all 64: the finishing steps of a known generator. */
  static long mix(long bits) {
    long z = bits + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
