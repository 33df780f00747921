package dev.keyfold.bench.table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;

/** Bytes made by hand in the sorted map of the JDK: the limit of what can be had in memory. */
final class SkipListTable extends HandMadeTable {
  private final ConcurrentSkipListMap<byte[], byte[]> map =
      new ConcurrentSkipListMap<>(Arrays::compareUnsigned);
  private final boolean indexed;
  private final List<Order> batch = new ArrayList<>();

  SkipListTable(boolean indexed) {
    this.indexed = indexed;
  }

  @Override
  public void add(Order order) {
    batch.add(order);
  }

  /** Not atomic: nothing by hand in a skip list is. */
  @Override
  public void write() {
    batch.forEach(this::put);
    batch.clear();
  }

  @Override
  public void put(Order order) {
    map.put(key(order), OrderBytes.value(order));
    if (indexed) {
      map.put(OrderBytes.indexKey(order), new byte[0]);
    }
  }

  private static byte[] key(Order order) {
    return OrderBytes.key(order.userId(), order.orderDate().toEpochMilli(), order.orderId());
  }

  @Override
  public long get(String userId, Instant orderDate, UUID orderId) {
    byte[] key = OrderBytes.key(userId, orderDate.toEpochMilli(), orderId);
    byte[] value = map.get(key);
    return OrderBytes.order(key, key.length, value, value.length).digest();
  }

  @Override
  long scan(byte[] start, byte[] end) {
    long sum = 1;
    for (Map.Entry<byte[], byte[]> row : map.subMap(start, end).entrySet()) {
      byte[] key = row.getKey();
      byte[] value = row.getValue();
      sum = TableSubject.add(sum, OrderBytes.order(key, key.length, value, value.length).digest());
    }
    return sum;
  }

  @Override
  long glance(byte[] start, byte[] end) {
    long sum = 1;
    for (Map.Entry<byte[], byte[]> row : map.subMap(start, end).entrySet()) {
      byte[] key = row.getKey();
      long digest =
          Order.digest(OrderBytes.millis(key, key.length), OrderBytes.amount(row.getValue()));
      sum = TableSubject.add(sum, digest);
    }
    return sum;
  }

  @Override
  public long byCategory(String category, long fromMillis, long toMillis) {
    byte[] start = OrderBytes.indexBound(category, fromMillis);
    byte[] end = OrderBytes.indexBound(category, toMillis);
    long sum = 1;
    for (byte[] entry : map.subMap(start, end).keySet()) {
      byte[] key = OrderBytes.recordKey(entry, entry.length, start.length);
      byte[] value = map.get(key);
      sum = TableSubject.add(sum, OrderBytes.order(key, key.length, value, value.length).digest());
    }
    return sum;
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public void close() {}
}
