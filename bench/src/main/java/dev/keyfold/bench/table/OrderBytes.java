package dev.keyfold.bench.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/**
 * Orders as bytes, as somebody writes them by hand who knows what the fields hold: no zero in a
 * string, no decimal beyond a long, and nothing is checked.
 *
 * <pre>
 *   key     'r' | shard 2 | user 00 | millis 8 | id 16
 *   value   unscaled 8 | scale 1 | category
 *   index   'i' | category 00 | millis 8 | user 00 | id 16
 * </pre>
 */
final class OrderBytes {
  private static final byte RECORD = 'r';
  private static final byte INDEX = 'i';
  private static final int USER_AT = 3;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private OrderBytes() {}

  static byte[] key(String userId, long millis, UUID orderId) {
    byte[] user = userId.getBytes(StandardCharsets.UTF_8);
    byte[] key = new byte[USER_AT + user.length + 1 + 8 + 16];
    int at = prefix(user, userId, key);
    LONG.set(key, at, millis);
    id(orderId, key, at + 8);
    return key;
  }

  /** What the keys of a user's orders begin with. */
  static byte[] prefix(String userId) {
    byte[] user = userId.getBytes(StandardCharsets.UTF_8);
    byte[] key = new byte[USER_AT + user.length + 1];
    prefix(user, userId, key);
    return key;
  }

  /** The smallest key after those that begin with the prefix, which ends with a zero. */
  static byte[] after(byte[] prefix) {
    byte[] end = prefix.clone();
    end[end.length - 1] = 1;
    return end;
  }

  /** A bound before the user's orders of that moment. */
  static byte[] bound(String userId, long millis) {
    byte[] user = userId.getBytes(StandardCharsets.UTF_8);
    byte[] key = new byte[USER_AT + user.length + 1 + 8];
    LONG.set(key, prefix(user, userId, key), millis);
    return key;
  }

  private static int prefix(byte[] user, String userId, byte[] key) {
    key[0] = RECORD;
    key[2] = (byte) (userId.hashCode() & (Orders.SHARDS - 1));
    System.arraycopy(user, 0, key, USER_AT, user.length);
    return USER_AT + user.length + 1;
  }

  private static void id(UUID id, byte[] key, int at) {
    LONG.set(key, at, id.getMostSignificantBits());
    LONG.set(key, at + 8, id.getLeastSignificantBits());
  }

  static byte[] value(Order order) {
    byte[] category = order.category().getBytes(StandardCharsets.UTF_8);
    byte[] value = new byte[9 + category.length];
    LONG.set(value, 0, order.amount().unscaledValue().longValue());
    value[8] = (byte) order.amount().scale();
    System.arraycopy(category, 0, value, 9, category.length);
    return value;
  }

  static Order order(byte[] key, int keyLength, byte[] value, int valueLength) {
    int millisAt = keyLength - 24;
    return new Order(
        new String(key, USER_AT, millisAt - 1 - USER_AT, StandardCharsets.UTF_8),
        Instant.ofEpochMilli((long) LONG.get(key, millisAt)),
        new UUID((long) LONG.get(key, millisAt + 8), (long) LONG.get(key, millisAt + 16)),
        amount(value),
        new String(value, 9, valueLength - 9, StandardCharsets.UTF_8));
  }

  static long millis(byte[] key, int keyLength) {
    return (long) LONG.get(key, keyLength - 24);
  }

  static BigDecimal amount(byte[] value) {
    return BigDecimal.valueOf((long) LONG.get(value, 0), value[8]);
  }

  static byte[] indexKey(Order order) {
    byte[] category = order.category().getBytes(StandardCharsets.UTF_8);
    byte[] user = order.userId().getBytes(StandardCharsets.UTF_8);
    byte[] key = new byte[1 + category.length + 1 + 8 + user.length + 1 + 16];
    key[0] = INDEX;
    System.arraycopy(category, 0, key, 1, category.length);
    int at = category.length + 2;
    LONG.set(key, at, order.orderDate().toEpochMilli());
    System.arraycopy(user, 0, key, at + 8, user.length);
    id(order.orderId(), key, at + 8 + user.length + 1);
    return key;
  }

  /** A bound before the category's entries of that moment. */
  static byte[] indexBound(String category, long millis) {
    byte[] bytes = category.getBytes(StandardCharsets.UTF_8);
    byte[] key = new byte[bytes.length + 2 + 8];
    key[0] = INDEX;
    System.arraycopy(bytes, 0, key, 1, bytes.length);
    LONG.set(key, bytes.length + 2, millis);
    return key;
  }

  /** The key of the record behind an entry of the index, whose bound is that long. */
  static byte[] recordKey(byte[] entry, int entryLength, int boundLength) {
    int length = entryLength - 16 - 1 - boundLength;
    byte[] key = new byte[USER_AT + length + 1 + 24];
    key[0] = RECORD;
    int hash = 0;
    for (int i = 0; i < length; i++) {
      byte each = entry[boundLength + i];
      key[USER_AT + i] = each;
      hash = hash * 31 + each;
    }
    key[2] = (byte) (hash & (Orders.SHARDS - 1));
    System.arraycopy(entry, boundLength - 8, key, USER_AT + length + 1, 8);
    System.arraycopy(entry, entryLength - 16, key, USER_AT + length + 9, 16);
    return key;
  }
}
