package dev.keyfold.bench.store;

import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.delimited.DelimitedFormat;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.UUID;

/**
 * The records that every subject stores: orders of users, a thousand for each. They are computed
 * when they are needed, so that the memory of the process is the store's.
 *
 * <pre>
 *   key, 61 bytes     shard 2 | 1F | user, padded to 32 | 1F | millis 8 | 1F | id 16
 *   value, 100 bytes  50 random | 50 that compress well
 * </pre>
 *
 * <p>Records are numbered in the order in which they are written, which is random. A user's orders
 * are a second apart, each at a random millisecond, so that a range of a hundred of them has bounds
 * that can be computed. Immutable, thread-safe.
 */
final class Records {
  static final int KEY_BYTES = 61;
  static final int VALUE_BYTES = 100;
  static final int ROWS_PER_USER = 1000;
  static final int ROWS_PER_RANGE = 100;
  static final String SCHEMA = "user_id string(32), order_date timestamp, order_id uuid";
  static final int SHARDS = 256;

  static final int PREFIX_BYTES = 36;
  static final int BOUND_BYTES = PREFIX_BYTES + 8;

  private static final int MILLIS_AT = PREFIX_BYTES;
  private static final int ID_AT = MILLIS_AT + 9;
  private static final long FIRST_MILLIS = 1_737_100_800_000L;
  private static final long STEP_MILLIS = 1000;
  private static final long SEED = 20250117L;
  private static final byte[] TEXT =
      "{\"status\":\"shipped\",\"currency\":\"EUR\",\"channel\":\"web\"}"
          .getBytes(StandardCharsets.US_ASCII);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final int users;
  private final int[] order;
  private final byte[][] firstKeys;

  /** Which of three disjoint sets of keys: same users, same times, other ids. */
  enum Kind {
    /** Written by the load. */
    STORED(0),
    /** Written one by one into the loaded store. */
    ADDED(1),
    /** Never written. */
    MISSING(2);

    private final int number;

    Kind(int number) {
      this.number = number;
    }
  }

  Records(int count) {
    if (count < ROWS_PER_USER || count % ROWS_PER_USER != 0) {
      throw new IllegalArgumentException(
          "found " + count + " records, expected a multiple of " + ROWS_PER_USER);
    }
    users = count / ROWS_PER_USER;
    order = new int[count];
    Arrays.setAll(order, i -> i);
    Random random = new Random(SEED);
    for (int i = count - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[other];
      order[other] = swapped;
    }
    KeySchema schema = KeySchema.parse(SCHEMA, new DelimitedFormat()).withShards(SHARDS);
    firstKeys = new byte[users][];
    for (int user = 0; user < users; user++) {
      firstKeys[user] = schema.encode("USR_" + (10_000 + user), FIRST_MILLIS, new UUID(0, 0));
    }
  }

  int count() {
    return order.length;
  }

  int users() {
    return users;
  }

  /** Puts the key of the record of that number into the array. */
  void key(int number, Kind kind, byte[] key) {
    int place = order[number];
    long high = mix(place * 3L + kind.number);
    System.arraycopy(firstKeys[place % users], 0, key, 0, KEY_BYTES);
    LONG.set(key, MILLIS_AT, millis(place / users) + (high >>> 1) % STEP_MILLIS);
    LONG.set(key, ID_AT, high);
    LONG.set(key, ID_AT + 8, mix(high));
  }

  /** Puts the value of the record of that number into the array. */
  void value(int number, byte[] value) {
    long bits = ~(long) order[number];
    for (int at = 0; at < 48; at += 8) {
      bits = mix(bits);
      LONG.set(value, at, bits);
    }
    value[48] = (byte) (bits >>> 11);
    value[49] = (byte) (bits >>> 23);
    System.arraycopy(TEXT, 0, value, 50, 50);
  }

  /** Puts the bytes that all keys of a user begin with, delimiter included, into the array. */
  void prefix(int user, byte[] prefix) {
    System.arraycopy(firstKeys[user], 0, prefix, 0, PREFIX_BYTES);
  }

  /** Puts the smallest key after those of the user into the array. */
  void prefixEnd(int user, byte[] end) {
    prefix(user, end);
    end[PREFIX_BYTES - 1]++;
  }

  /** Puts a bound before the user's row of that number, 0 to {@link #ROWS_PER_USER}. */
  void bound(int user, int row, byte[] bound) {
    System.arraycopy(firstKeys[user], 0, bound, 0, BOUND_BYTES);
    LONG.set(bound, MILLIS_AT, millis(row));
  }

  private static long millis(int row) {
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
