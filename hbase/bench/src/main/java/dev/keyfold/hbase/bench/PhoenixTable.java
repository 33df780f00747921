package dev.keyfold.hbase.bench;

import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;

/**
 * A table of Phoenix with a global covered index, through JDBC as its documentation says: prepared
 * statements, no commit before a batch is complete. The table may be changed any time (as ours
 * may); what the client knows of its columns is not asked again for every statement.
 */
final class PhoenixTable implements TableSubject {
  private final Connection connection;
  private final String table;
  private final String index;
  private final Variant variant;
  private final PreparedStatement upsert;
  private final PreparedStatement byKey;
  private final PreparedStatement byUser;
  private final PreparedStatement byDate;
  private final PreparedStatement amounts;
  private final PreparedStatement byCategory;

  PhoenixTable(int port, Variant variant) throws SQLException {
    this.variant = variant;
    table = "ORDERS_" + variant.name();
    index = "BY_CATEGORY_" + variant.name();
    connection = DriverManager.getConnection("jdbc:phoenix+zk:127.0.0.1:" + port);
    connection.setAutoCommit(false);
    create();
    upsert = prepare("UPSERT INTO " + table + " VALUES (?, ?, ?, ?, ?, ?, ?)");
    byKey = prepare(byKeySql());
    byUser = prepare(byUserSql());
    byDate = prepare(byDateSql());
    amounts = prepare(amountsSql());
    byCategory = prepare(byCategorySql());
  }

  private String all() {
    return "SELECT * FROM " + table + " WHERE ";
  }

  private String byKeySql() {
    return all() + "USER_ID = ? AND ORDER_DATE = ? AND ORDER_ID = ?";
  }

  private String byUserSql() {
    return all() + "USER_ID = ? ORDER BY ORDER_DATE DESC, ORDER_ID";
  }

  private String byDateSql() {
    return all()
        + "USER_ID = ? AND ORDER_DATE >= ? AND ORDER_DATE < ?"
        + " ORDER BY ORDER_DATE DESC, ORDER_ID LIMIT ?";
  }

  private String amountsSql() {
    return "SELECT ORDER_DATE, AMOUNT FROM "
        + table
        + " WHERE CATEGORY = ? ORDER BY ORDER_DATE DESC LIMIT ?";
  }

  /** With a hint: an index that lacks fields is only used where a query asks for it. */
  private String byCategorySql() {
    return "SELECT /*+ INDEX("
        + table
        + " "
        + index
        + ") */ * FROM "
        + table
        + " WHERE CATEGORY = ? ORDER BY ORDER_DATE DESC LIMIT ?";
  }

  private PreparedStatement prepare(String sql) throws SQLException {
    return connection.prepareStatement(sql);
  }

  private void create() throws SQLException {
    String salt = variant == Variant.SALTED ? ", SALT_BUCKETS = " + Variant.BUCKETS : "";
    try (Statement sql = connection.createStatement()) {
      sql.execute(
          "CREATE TABLE IF NOT EXISTS "
              + table
              + " (USER_ID VARCHAR NOT NULL, ORDER_DATE DATE NOT NULL, ORDER_ID VARCHAR NOT NULL,"
              + " CATEGORY VARCHAR, AMOUNT BIGINT, STATUS VARCHAR, NOTE VARCHAR"
              + " CONSTRAINT PK PRIMARY KEY (USER_ID, ORDER_DATE DESC, ORDER_ID))"
              + " UPDATE_CACHE_FREQUENCY = 900000"
              + salt);
      sql.execute(
          "CREATE INDEX IF NOT EXISTS "
              + index
              + " ON "
              + table
              + " (CATEGORY, ORDER_DATE DESC) INCLUDE (AMOUNT)");
    }
  }

  @Override
  public void write(List<Order> batch) throws SQLException {
    for (Order order : batch) {
      upsert.setString(1, order.userId());
      upsert.setDate(2, date(order.orderDate()));
      upsert.setString(3, order.orderId());
      upsert.setString(4, order.category());
      upsert.setLong(5, order.amount());
      upsert.setString(6, order.status());
      upsert.setString(7, order.note());
      upsert.executeUpdate();
    }
    connection.commit();
  }

  private static Date date(Instant instant) {
    return new Date(instant.toEpochMilli());
  }

  @Override
  public long get(String user, Instant date, String id) throws SQLException {
    byKey.setString(1, user);
    byKey.setDate(2, date(date));
    byKey.setString(3, id);
    try (ResultSet rows = byKey.executeQuery()) {
      if (!rows.next()) {
        throw new IllegalStateException("found no order " + user + " " + date + " " + id);
      }
      return order(rows).digest();
    }
  }

  @Override
  public Rows ofUser(String user) throws SQLException {
    byUser.setString(1, user);
    return rows(byUser);
  }

  @Override
  public Rows ofUser(String user, Instant from, Instant to, int limit) throws SQLException {
    byDate.setString(1, user);
    byDate.setDate(2, date(from));
    byDate.setDate(3, date(to));
    byDate.setInt(4, limit);
    return rows(byDate);
  }

  @Override
  public Rows amounts(String category, int limit) throws SQLException {
    amounts.setString(1, category);
    amounts.setInt(2, limit);
    Rows read = new Rows();
    try (ResultSet rows = amounts.executeQuery()) {
      while (rows.next()) {
        read.add(Order.digest(rows.getDate(1).getTime(), rows.getLong(2)));
      }
    }
    return read;
  }

  @Override
  public Rows ofCategory(String category, int limit) throws SQLException {
    byCategory.setString(1, category);
    byCategory.setInt(2, limit);
    return rows(byCategory);
  }

  private static Rows rows(PreparedStatement query) throws SQLException {
    Rows read = new Rows();
    try (ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        read.add(order(rows).digest());
      }
    }
    return read;
  }

  private static Order order(ResultSet row) throws SQLException {
    return new Order(
        row.getString(1),
        Instant.ofEpochMilli(row.getDate(2).getTime()),
        row.getString(3),
        row.getString(4),
        row.getLong(5),
        row.getString(6),
        row.getString(7));
  }

  @Override
  public String plans() throws SQLException {
    Date from = new Date(0);
    Date to = new Date(1);
    return explain(byKeySql(), "POINT LOOKUP ON 1 KEY OVER " + table, "user", from, "id")
        + explain(byUserSql(), "RANGE SCAN OVER " + table, "user")
        + explain(byDateSql(), "RANGE SCAN OVER " + table, "user", from, to, 100)
        + explain(amountsSql(), "RANGE SCAN OVER " + index, "category", 20)
        + explain(byCategorySql(), "RANGE SCAN OVER " + index, "category", 20);
  }

  /** Fails unless the plan has those words, and sorts nothing that the key has sorted. */
  private String explain(String query, String words, Object... values) throws SQLException {
    StringBuilder plan = new StringBuilder();
    try (PreparedStatement sql = prepare("EXPLAIN " + query)) {
      for (int i = 0; i < values.length; i++) {
        sql.setObject(i + 1, values[i]);
      }
      try (ResultSet rows = sql.executeQuery()) {
        while (rows.next()) {
          plan.append(rows.getString(1)).append('\n');
        }
      }
    }
    if (plan.indexOf(words) < 0 || plan.indexOf("SORTED BY") >= 0) {
      throw new IllegalStateException(
          "expected " + words + " and nothing SORTED BY, found the plan\n" + plan);
    }
    return plan.toString();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
