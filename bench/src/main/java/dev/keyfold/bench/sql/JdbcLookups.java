package dev.keyfold.bench.sql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Lookups through JDBC: one connection, prepared statements, autocommit. */
final class JdbcLookups implements Lookups {
  private final Connection connection;
  private final PreparedStatement point;
  private final PreparedStatement index;
  private final PreparedStatement covered;

  private JdbcLookups(Connection connection) throws SQLException {
    this.connection = connection;
    point = connection.prepareStatement("select name, price from items where id = ?");
    index = connection.prepareStatement("select id, name, price from items where grp = ?");
    covered = connection.prepareStatement("select id, price from items where grp = ?");
  }

  static Lookups load(SqlSubject subject, Path directory, boolean memory, int count)
      throws SQLException {
    Connection connection = subject.connect(directory, memory);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "create table items (id bigint not null, grp integer not null, name varchar(40) not null,"
              + " price bigint not null, primary key (id))");
      if (subject == SqlSubject.KEYFOLD) {
        statement.execute("create index by_grp on items (grp) include (price)");
      } else { // the id is part of both, if only as the place of the row
        statement.execute("create index by_grp on items (grp, id, price)");
      }
    }
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement("insert into items (id, grp, name, price) values (?,?,?,?)")) {
      for (int id = 0; id < count; id++) {
        insert.setLong(1, id);
        insert.setInt(2, Lookups.group(id, count));
        insert.setString(3, Lookups.name(id));
        insert.setLong(4, Lookups.price(id));
        insert.addBatch();
        if (id % 1000 == 999) {
          insert.executeBatch();
          connection.commit();
        }
      }
      insert.executeBatch();
    }
    connection.commit();
    connection.setAutoCommit(true);
    return new JdbcLookups(subject.settle(connection, directory, memory));
  }

  @Override
  public long point(long id) {
    try {
      point.setLong(1, id);
      try (ResultSet row = point.executeQuery()) {
        row.next();
        return Lookups.digest(0, id, row.getString(1), row.getLong(2));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public long index(int group) {
    try {
      long sum = 0;
      index.setInt(1, group);
      try (ResultSet row = index.executeQuery()) {
        while (row.next()) {
          sum = Lookups.digest(sum, row.getLong(1), row.getString(2), row.getLong(3));
        }
      }
      return sum;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public long covered(int group) {
    try {
      long sum = 0;
      covered.setInt(1, group);
      try (ResultSet row = covered.executeQuery()) {
        while (row.next()) {
          sum += row.getLong(1) * 31 + row.getLong(2);
        }
      }
      return sum;
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
