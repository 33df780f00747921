package dev.keyfold.hbase.bench;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The orders that every subject stores, computed when they are needed. Order {@code place} of
 * {@code count} belongs to user {@code place % users} and is the {@code place / users}-th of that
 * user; every user has a thousand, a few seconds apart. No two orders have the same date, so that
 * "the newest twenty" has one answer only. Immutable.
 *
 * <p>Orders from {@code count} on are those that are written while it is measured: of other users
 * and in other categories, so that what is read stays the same.
 */
final class Orders {
  static final int ROWS_PER_USER = 1_000;
  private static final int CATEGORIES = 50;
  private static final int FRESH_USERS = 1_000;
  private static final long FIRST_MILLIS = 1_737_100_800_000L;
  private static final long STEP_MILLIS = 1_000;

  /** Coprime to every count: it is prime and larger than is ever loaded here. */
  private static final long STRIDE = 1_000_000_007L;

  private static final String[] STATUS = {"paid", "packed", "sent", "returned"};

  private final int count;
  private final int users;

  Orders(int count) {
    if (count < ROWS_PER_USER || count % ROWS_PER_USER != 0) {
      throw new IllegalArgumentException(
          "found " + count + " rows, expected a multiple of " + ROWS_PER_USER);
    }
    this.count = count;
    this.users = count / ROWS_PER_USER;
  }

  int count() {
    return count;
  }

  int users() {
    return users;
  }

  static int categories() {
    return CATEGORIES;
  }

  static String category(int number) {
    return String.format(Locale.ROOT, "category-%02d", number);
  }

  static String user(int number) {
    return String.format(Locale.ROOT, "user-%06d", number);
  }

  /** The date of the {@code row}-th order of a user, from the oldest on. */
  Instant date(int user, int row) {
    return date((long) row * users + user);
  }

  private static Instant date(long place) {
    return Instant.ofEpochMilli(FIRST_MILLIS + place * STEP_MILLIS);
  }

  /** The orders in which they are loaded, from one number to another: all over the key space. */
  List<Order> batch(int from, int to) {
    List<Order> batch = new ArrayList<>(to - from);
    for (int number = from; number < to; number++) {
      batch.add(number < count ? stored((int) (number * STRIDE % count)) : fresh(number));
    }
    return batch;
  }

  /** The order with the {@code row}-th date of a user. */
  Order stored(int user, int row) {
    return stored(row * users + user);
  }

  private Order stored(int place) {
    return order(place, user(place % users), category((int) ((mix(place) >>> 8) % CATEGORIES)));
  }

  private static Order fresh(int place) {
    long random = mix(place) >>> 1;
    return order(
        place,
        "writer-" + random % FRESH_USERS,
        "fresh-" + category((int) ((random >>> 8) % CATEGORIES)));
  }

  private static Order order(int place, String user, String category) {
    long high = mix(place);
    long low = mix(high);
    return new Order(
        user,
        date(place),
        String.format(Locale.ROOT, "%016x", high),
        category,
        (low >>> 1) % 100_000,
        STATUS[(int) (low >>> 62)],
        String.format(Locale.ROOT, "leave it with neighbour %016x, please", low));
  }

  /** Spreads the bits of a number over all 64: the finishing steps of a known generator. */
  static long mix(long bits) {
    long z = bits + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
