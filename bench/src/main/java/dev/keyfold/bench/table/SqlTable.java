package dev.keyfold.bench.table;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.UUID;

/**
 * A table of an embedded SQL database: one connection, prepared statements, as much cache as it
 * likes. Dates are stored as milliseconds and amounts as cents, which both databases read fastest;
 * ids as what they have for sixteen bytes.
 */
final class SqlTable implements TableSubject {
  private static final String ALL = "select user_id, order_date, order_id, amount, category";
  private static final String TWO = "select order_date, amount";
  private static final String OF_USER = " from orders where user_id = ?";
  private static final String DATES = " and order_date >= ? and order_date < ?";
  private static final String BY_KEY = " order by user_id, order_date, order_id";

  private final Connection connection;
  private final boolean uuids;
  private final String checkpoint;
  private final PreparedStatement put;
  private final PreparedStatement get;
  private final PreparedStatement scan;
  private final PreparedStatement scanRange;
  private final PreparedStatement glance;
  private final PreparedStatement glanceRange;
  private final PreparedStatement byCategory;
  private boolean inBatch;

  private SqlTable(Connection connection, boolean uuids, String put, String checkpoint)
      throws SQLException {
    this.connection = connection;
    this.uuids = uuids;
    this.checkpoint = checkpoint;
    this.put = connection.prepareStatement(put + " into orders values (?, ?, ?, ?, ?)");
    get = connection.prepareStatement(ALL + OF_USER + " and order_date = ? and order_id = ?");
    scan = connection.prepareStatement(ALL + OF_USER + BY_KEY);
    scanRange = connection.prepareStatement(ALL + OF_USER + DATES + BY_KEY);
    glance = connection.prepareStatement(TWO + OF_USER + BY_KEY);
    glanceRange = connection.prepareStatement(TWO + OF_USER + DATES + BY_KEY);
    byCategory =
        connection.prepareStatement(
            ALL
                + " from orders where category = ?"
                + DATES
                + " order by category, order_date, user_id, order_id");
  }

  /** SQLite: the table is its primary key's tree, the log is written ahead and not synced. */
  static TableSubject sqlite(Path directory, boolean indexed) {
    return open(
        "jdbc:sqlite:" + directory.resolve("orders.sqlite"),
        indexed,
        "blob",
        " without rowid",
        "insert or replace",
        "pragma wal_checkpoint(truncate)",
        "pragma journal_mode=wal",
        "pragma synchronous=off",
        "pragma cache_size=-524288",
        "pragma mmap_size=1073741824");
  }

  /** H2, whose writes reach the file within half a second and are not synced. */
  static TableSubject h2(Path directory, boolean indexed) {
    return open(
        "jdbc:h2:file:" + directory.resolve("orders") + ";CACHE_SIZE=524288",
        indexed,
        "uuid",
        "",
        "merge",
        "checkpoint");
  }

  private static TableSubject open(
      String url,
      boolean indexed,
      String idType,
      String tableOptions,
      String put,
      String checkpoint,
      String... settings) {
    try {
      Connection connection = DriverManager.getConnection(url);
      try (Statement statement = connection.createStatement()) {
        for (String setting : settings) {
          statement.execute(setting);
        }
        statement.execute(
            "create table orders (user_id varchar(32) not null, order_date bigint not null,"
                + " order_id "
                + idType
                + " not null, amount bigint not null, category varchar(32) not null,"
                + " primary key (user_id, order_date, order_id))"
                + tableOptions);
        if (indexed) {
          statement.execute(
              "create index by_category on orders (category, order_date, user_id, order_id)");
        }
      }
      return new SqlTable(connection, idType.equals("uuid"), put, checkpoint);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void add(Order order) {
    try {
      if (!inBatch) {
        connection.setAutoCommit(false);
        inBatch = true;
      }
      execute(order);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void write() {
    try {
      connection.commit();
      connection.setAutoCommit(true);
      inBatch = false;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void put(Order order) {
    try {
      execute(order);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void execute(Order order) throws SQLException {
    put.setString(1, order.userId());
    put.setLong(2, order.orderDate().toEpochMilli());
    setId(put, 3, order.orderId());
    put.setLong(4, order.amount().unscaledValue().longValue());
    put.setString(5, order.category());
    put.executeUpdate();
  }

  private void setId(PreparedStatement statement, int at, UUID id) throws SQLException {
    if (uuids) {
      statement.setObject(at, id);
    } else {
      byte[] bytes = new byte[16];
      ByteBuffer.wrap(bytes)
          .putLong(id.getMostSignificantBits())
          .putLong(id.getLeastSignificantBits());
      statement.setBytes(at, bytes);
    }
  }

  private Order order(ResultSet row) throws SQLException {
    UUID id;
    if (uuids) {
      id = (UUID) row.getObject(3);
    } else {
      ByteBuffer bytes = ByteBuffer.wrap(row.getBytes(3));
      id = new UUID(bytes.getLong(), bytes.getLong());
    }
    return new Order(
        row.getString(1),
        Instant.ofEpochMilli(row.getLong(2)),
        id,
        BigDecimal.valueOf(row.getLong(4), 2),
        row.getString(5));
  }

  @Override
  public long get(String userId, Instant orderDate, UUID orderId) {
    try {
      get.setString(1, userId);
      get.setLong(2, orderDate.toEpochMilli());
      setId(get, 3, orderId);
      try (ResultSet row = get.executeQuery()) {
        row.next();
        return order(row).digest();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public long scan(String userId, long fromMillis, long toMillis) {
    return orders(scanRange, userId, fromMillis, toMillis);
  }

  @Override
  public long byCategory(String category, long fromMillis, long toMillis) {
    return orders(byCategory, category, fromMillis, toMillis);
  }

  private long orders(PreparedStatement query, String equal, long fromMillis, long toMillis) {
    try {
      query.setString(1, equal);
      query.setLong(2, fromMillis);
      query.setLong(3, toMillis);
      return orders(query);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public long scan(String userId) {
    try {
      scan.setString(1, userId);
      return orders(scan);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private long orders(PreparedStatement query) throws SQLException {
    long sum = 1;
    try (ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        sum = TableSubject.add(sum, order(rows).digest());
      }
    }
    return sum;
  }

  @Override
  public long glance(String userId, long fromMillis, long toMillis) {
    try {
      glanceRange.setString(1, userId);
      glanceRange.setLong(2, fromMillis);
      glanceRange.setLong(3, toMillis);
      return glance(glanceRange);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public long glance(String userId) {
    try {
      glance.setString(1, userId);
      return glance(glance);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long glance(PreparedStatement query) throws SQLException {
    long sum = 1;
    try (ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        BigDecimal amount = BigDecimal.valueOf(rows.getLong(2), 2);
        sum = TableSubject.add(sum, Order.digest(rows.getLong(1), amount));
      }
    }
    return sum;
  }

  @Override
  public void settle() {
    try (Statement statement = connection.createStatement()) {
      statement.execute(checkpoint);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
