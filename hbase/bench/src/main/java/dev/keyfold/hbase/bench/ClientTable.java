package dev.keyfold.hbase.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;

/**
 * What a program writes that has HBase's client alone: a table of orders and one of index entries,
 * each row one cell, put in batches. Nothing keeps the two together when something fails in
 * between, and what an order had before is not looked at: it is the bound, not an equal.
 *
 * <pre>
 *   orders    [hash of user]      user 00 inverted millis id             → fields
 *   entries   [hash of category]  category 00 inverted millis user 00 id → amount
 * </pre>
 */
final class ClientTable implements TableSubject {
  private static final byte[] FAMILY = {'d'};
  private static final byte[] COLUMN = {'v'};

  private final boolean salted;
  private final Connection connection;
  private final Table orders;
  private final Table entries;

  ClientTable(int port, Variant variant) throws IOException {
    salted = variant == Variant.SALTED;
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.zookeeper.quorum", "127.0.0.1");
    conf.setInt("hbase.zookeeper.property.clientPort", port);
    connection = ConnectionFactory.createConnection(conf);
    orders = open("client_orders_" + variant.text());
    entries = open("client_entries_" + variant.text());
  }

  private Table open(String name) throws IOException {
    TableName table = TableName.valueOf(name);
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(table)) {
        var description =
            TableDescriptorBuilder.newBuilder(table)
                .setColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                        .setDataBlockEncoding(DataBlockEncoding.FAST_DIFF)
                        .setBloomFilterType(BloomType.ROW)
                        .build())
                .build();
        byte[][] splits = new byte[Variant.BUCKETS - 1][];
        for (int i = 0; i < splits.length; i++) {
          splits[i] = new byte[] {(byte) (i + 1)};
        }
        admin.createTable(description, salted ? splits : null);
      }
    }
    return connection.getTable(table);
  }

  @Override
  public void write(List<Order> batch) throws IOException {
    List<Put> puts = new ArrayList<>(batch.size());
    List<Put> indexPuts = new ArrayList<>(batch.size());
    for (Order order : batch) {
      long millis = order.orderDate().toEpochMilli();
      byte[] key = key(order.userId(), millis, order.orderId());
      puts.add(new Put(key).addColumn(FAMILY, COLUMN, fields(order)));
      byte[] amount = ByteBuffer.allocate(Long.BYTES).putLong(order.amount()).array();
      indexPuts.add(new Put(entry(order, millis)).addColumn(FAMILY, COLUMN, amount));
    }
    orders.put(puts);
    entries.put(indexPuts);
  }

  @Override
  public long get(String user, Instant date, String id) throws IOException {
    return order(orders.get(new Get(key(user, date.toEpochMilli(), id)))).digest();
  }

  @Override
  public Rows ofUser(String user) throws IOException {
    byte[] start = prefix(user);
    // As many rows a request as the client itself thinks right: two megabytes.
    return orders(new Scan().withStartRow(start).withStopRow(behind(start)));
  }

  @Override
  public Rows ofUser(String user, Instant from, Instant to, int limit) throws IOException {
    // The newest first: the range begins after its last date and ends with its first.
    Scan scan =
        new Scan()
            .withStartRow(prefix(user, to.toEpochMilli() - 1))
            .withStopRow(prefix(user, from.toEpochMilli() - 1));
    return orders(scan.setLimit(limit).setCaching(limit));
  }

  private Rows orders(Scan scan) throws IOException {
    Rows read = new Rows();
    try (ResultScanner scanner = orders.getScanner(scan)) {
      for (Result row : scanner) {
        read.add(order(row).digest());
      }
    }
    return read;
  }

  private Scan newest(String category, int limit) {
    byte[] start = prefix(category);
    return new Scan()
        .withStartRow(start)
        .withStopRow(behind(start))
        .setLimit(limit)
        .setCaching(limit);
  }

  @Override
  public Rows amounts(String category, int limit) throws IOException {
    Rows read = new Rows();
    int dateAt = prefix(category).length;
    try (ResultScanner scanner = entries.getScanner(newest(category, limit))) {
      for (Result entry : scanner) {
        long amount = ByteBuffer.wrap(entry.value()).getLong();
        read.add(Order.digest(~ByteBuffer.wrap(entry.getRow()).getLong(dateAt), amount));
      }
    }
    return read;
  }

  @Override
  public Rows ofCategory(String category, int limit) throws IOException {
    List<Get> gets = new ArrayList<>();
    int dateAt = prefix(category).length;
    try (ResultScanner scanner = entries.getScanner(newest(category, limit))) {
      for (Result entry : scanner) {
        ByteBuffer key = ByteBuffer.wrap(entry.getRow()).position(dateAt);
        long millis = ~key.getLong();
        String user = untilZero(key);
        gets.add(new Get(key(user, millis, rest(key))));
      }
    }
    Rows read = new Rows();
    for (Result row : orders.get(gets)) {
      read.add(order(row).digest());
    }
    return read;
  }

  @Override
  public String plans() {
    return "";
  }

  private byte[] prefix(String first) {
    byte[] text = bytes(first);
    ByteBuffer key = ByteBuffer.allocate(text.length + (salted ? 2 : 1));
    salt(key, first);
    return key.put(text).put((byte) 0).array();
  }

  private byte[] prefix(String user, long millis) {
    byte[] prefix = prefix(user);
    return ByteBuffer.allocate(prefix.length + Long.BYTES).put(prefix).putLong(~millis).array();
  }

  private void salt(ByteBuffer key, String first) {
    if (salted) {
      key.put((byte) (Orders.mix(first.hashCode()) & (Variant.BUCKETS - 1)));
    }
  }

  private static byte[] behind(byte[] prefix) {
    byte[] end = prefix.clone();
    end[end.length - 1]++; // it is the zero after the text
    return end;
  }

  private byte[] key(String user, long millis, String id) {
    byte[] prefix = prefix(user, millis);
    byte[] last = bytes(id);
    return ByteBuffer.allocate(prefix.length + last.length).put(prefix).put(last).array();
  }

  private byte[] entry(Order order, long millis) {
    byte[] prefix = prefix(order.category(), millis);
    byte[] user = bytes(order.userId());
    byte[] id = bytes(order.orderId());
    return ByteBuffer.allocate(prefix.length + user.length + 1 + id.length)
        .put(prefix)
        .put(user)
        .put((byte) 0)
        .put(id)
        .array();
  }

  private static byte[] fields(Order order) {
    byte[] category = bytes(order.category());
    byte[] status = bytes(order.status());
    byte[] note = bytes(order.note());
    return ByteBuffer.allocate(Long.BYTES + category.length + status.length + note.length + 2)
        .putLong(order.amount())
        .put(category)
        .put((byte) 0)
        .put(status)
        .put((byte) 0)
        .put(note)
        .array();
  }

  private Order order(Result row) {
    ByteBuffer key = ByteBuffer.wrap(row.getRow()).position(salted ? 1 : 0);
    ByteBuffer fields = ByteBuffer.wrap(row.value());
    String user = untilZero(key);
    Instant date = Instant.ofEpochMilli(~key.getLong());
    String id = rest(key);
    long amount = fields.getLong();
    String category = untilZero(fields);
    String status = untilZero(fields);
    return new Order(user, date, id, category, amount, status, rest(fields));
  }

  private static String untilZero(ByteBuffer bytes) {
    int end = bytes.position();
    while (bytes.get(end) != 0) {
      end++;
    }
    String text = text(bytes, end);
    bytes.position(end + 1);
    return text;
  }

  private static String rest(ByteBuffer bytes) {
    return text(bytes, bytes.limit());
  }

  private static String text(ByteBuffer bytes, int end) {
    byte[] utf8 = new byte[end - bytes.position()];
    bytes.get(bytes.position(), utf8);
    return new String(utf8, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    orders.close();
    entries.close();
    connection.close();
  }
}
