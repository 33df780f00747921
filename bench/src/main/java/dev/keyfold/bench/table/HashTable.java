package dev.keyfold.bench.table;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Bytes made by hand in a hash table: what a hash index can do. It finds whole keys only, so every
 * scan reads all entries, keeps those in the range and sorts them.
 */
final class HashTable extends HandMadeTable {
  private final Map<ByteBuffer, byte[]> map = new HashMap<>();
  private final List<Order> batch = new ArrayList<>();

  @Override
  public void add(Order order) {
    batch.add(order);
  }

  @Override
  public void write() {
    batch.forEach(this::put);
    batch.clear();
  }

  @Override
  public void put(Order order) {
    byte[] key = OrderBytes.key(order.userId(), order.orderDate().toEpochMilli(), order.orderId());
    map.put(ByteBuffer.wrap(key), OrderBytes.value(order));
  }

  @Override
  public long get(String userId, Instant orderDate, UUID orderId) {
    byte[] key = OrderBytes.key(userId, orderDate.toEpochMilli(), orderId);
    byte[] value = map.get(ByteBuffer.wrap(key));
    return OrderBytes.order(key, key.length, value, value.length).digest();
  }

  @Override
  long scan(byte[] start, byte[] end) {
    long sum = 1;
    for (Map.Entry<byte[], byte[]> row : within(start, end).entrySet()) {
      byte[] key = row.getKey();
      byte[] value = row.getValue();
      sum = TableSubject.add(sum, OrderBytes.order(key, key.length, value, value.length).digest());
    }
    return sum;
  }

  /** All entries are looked at: a hash says nothing about neighbours. */
  @SuppressWarnings("ByteBufferBackingArray") // each wraps a whole array
  private NavigableMap<byte[], byte[]> within(byte[] start, byte[] end) {
    TreeMap<byte[], byte[]> found = new TreeMap<>(Arrays::compareUnsigned);
    map.forEach(
        (wrapped, value) -> {
          byte[] key = wrapped.array();
          if (Arrays.compareUnsigned(key, start) >= 0 && Arrays.compareUnsigned(key, end) < 0) {
            found.put(key, value);
          }
        });
    return found;
  }

  @Override
  long glance(byte[] start, byte[] end) {
    long sum = 1;
    for (Map.Entry<byte[], byte[]> row : within(start, end).entrySet()) {
      byte[] key = row.getKey();
      long digest =
          Order.digest(OrderBytes.millis(key, key.length), OrderBytes.amount(row.getValue()));
      sum = TableSubject.add(sum, digest);
    }
    return sum;
  }

  @Override
  public long byCategory(String category, long fromMillis, long toMillis) {
    throw new UnsupportedOperationException("no line of tables in memory asks by category");
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public void close() {}
}
