package dev.keyfold.bench.table;

import dev.keyfold.store.rocksdb.EngineByHand;
import java.time.Instant;
import java.util.UUID;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Bytes made by hand in RocksDB, through its Java interface as a programmer uses it who knows it
 * well: buffers are used again, nothing is checked. The engine has the settings of our store. An
 * order that is written is taken for a new one, so the index need not know what was there before.
 */
final class RocksTable extends HandMadeTable {
  private static final int LONGEST = 256;

  private final String url;
  private final boolean indexed;
  private final ReadOptions reading;
  private final WriteOptions writing;
  private final WriteBatch batch;
  private final byte[] keyBytes = new byte[LONGEST];
  private final byte[] valueBytes = new byte[LONGEST];
  private final byte[] found = new byte[LONGEST];
  private EngineByHand engine;
  private RocksDB db;

  RocksTable(String url, boolean indexed) {
    this.url = url;
    this.indexed = indexed;
    open(); // which also loads the engine
    reading = new ReadOptions();
    writing = new WriteOptions();
    batch = new WriteBatch();
  }

  private void open() {
    try {
      engine = EngineByHand.open(url);
      db = engine.db();
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void add(Order order) {
    try {
      batch.put(key(order), OrderBytes.value(order));
      if (indexed) {
        batch.put(OrderBytes.indexKey(order), new byte[0]);
      }
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] key(Order order) {
    return OrderBytes.key(order.userId(), order.orderDate().toEpochMilli(), order.orderId());
  }

  @Override
  public void write() {
    try {
      db.write(writing, batch);
      batch.clear();
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void put(Order order) {
    add(order);
    write();
  }

  @Override
  public long get(String userId, Instant orderDate, UUID orderId) {
    return get(OrderBytes.key(userId, orderDate.toEpochMilli(), orderId));
  }

  private long get(byte[] key) {
    try {
      int length = db.get(reading, key, found);
      return OrderBytes.order(key, key.length, found, length).digest();
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  // As the manual has it: options, bound and iterator for each scan.
  @Override
  long scan(byte[] start, byte[] end) {
    long sum = 1;
    try (Slice bound = new Slice(end);
        ReadOptions options = new ReadOptions().setIterateUpperBound(bound);
        RocksIterator rows = db.newIterator(options)) {
      for (rows.seek(start); rows.isValid(); rows.next()) {
        int keyLength = rows.key(keyBytes);
        int valueLength = rows.value(valueBytes);
        sum =
            TableSubject.add(
                sum, OrderBytes.order(keyBytes, keyLength, valueBytes, valueLength).digest());
      }
      rows.status();
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
    return sum;
  }

  @Override
  long glance(byte[] start, byte[] end) {
    long sum = 1;
    try (Slice bound = new Slice(end);
        ReadOptions options = new ReadOptions().setIterateUpperBound(bound);
        RocksIterator rows = db.newIterator(options)) {
      for (rows.seek(start); rows.isValid(); rows.next()) {
        int keyLength = rows.key(keyBytes);
        rows.value(valueBytes);
        long digest =
            Order.digest(OrderBytes.millis(keyBytes, keyLength), OrderBytes.amount(valueBytes));
        sum = TableSubject.add(sum, digest);
      }
      rows.status();
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
    return sum;
  }

  @Override
  public long byCategory(String category, long fromMillis, long toMillis) {
    byte[] start = OrderBytes.indexBound(category, fromMillis);
    long sum = 1;
    try (Slice bound = new Slice(OrderBytes.indexBound(category, toMillis));
        ReadOptions options = new ReadOptions().setIterateUpperBound(bound);
        RocksIterator entries = db.newIterator(options)) {
      for (entries.seek(start); entries.isValid(); entries.next()) {
        int length = entries.key(keyBytes);
        sum = TableSubject.add(sum, get(OrderBytes.recordKey(keyBytes, length, start.length)));
      }
      entries.status();
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
    return sum;
  }

  @Override
  public void settle() {
    try {
      engine.compact();
      engine.close();
      open();
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    batch.close();
    writing.close();
    reading.close();
    engine.close();
  }
}
