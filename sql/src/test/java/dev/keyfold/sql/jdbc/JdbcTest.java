package dev.keyfold.sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdbcTest {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private String url;
  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    url = "jdbc:keyfold:memory:test" + NUMBER.incrementAndGet();
    connection = DriverManager.getConnection(url);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private int update(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  private String rows(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return text(rows);
    }
  }

  private static String text(ResultSet rows) throws SQLException {
    List<String> lines = new ArrayList<>();
    while (rows.next()) {
      List<String> line = new ArrayList<>();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        line.add(String.valueOf(rows.getString(i)));
      }
      lines.add(String.join(" ", line));
    }
    return String.join(" | ", lines);
  }

  @Test
  void connectionsToOneStoreShareIt() throws SQLException {
    update("create table t (id int primary key)");
    try (Connection other = DriverManager.getConnection(url);
        Statement statement = other.createStatement()) {
      assertThat(statement.executeUpdate("insert into t values (1), (2)")).isEqualTo(2);
    }
    assertThat(rows("select id from t order by id")).isEqualTo("1 | 2");
  }

  @Test
  void aStoreOnDiskIsClosedWithItsLastConnection(@TempDir Path directory) throws SQLException {
    String disk = "jdbc:keyfold:rocksdb:" + directory.resolve("data");
    for (int i = 1; i <= 2; i++) {
      try (Connection one = DriverManager.getConnection(disk);
          Connection two = DriverManager.getConnection(disk + "?profile=read-heavy");
          Statement statement = one.createStatement();
          Statement second = two.createStatement()) {
        statement.execute("create table if not exists t (id int primary key)");
        assertThat(second.executeUpdate("insert into t values (" + i + ")")).isEqualTo(1);
      }
    }
    try (Connection again = DriverManager.getConnection(disk);
        Statement statement = again.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from t")) {
      assertThat(text(rows)).isEqualTo("2");
    }
  }

  @Test
  void parametersAndGettersOfAllTypes() throws SQLException {
    update(
        "create table t (id int primary key, l bigint, d numeric(10,2), r double precision, b"
            + " boolean, s text, y bytea, u uuid, day date, tm time, ts timestamp, xs int[])");
    UUID uuid = UUID.randomUUID();
    Instant moment = Instant.parse("2024-02-29T10:11:12.345Z");
    LocalDateTime wall = LocalDateTime.ofInstant(moment, ZoneOffset.UTC);
    try (PreparedStatement insert =
        connection.prepareStatement("insert into t values (?,?,?,?,?,?,?,?,?,?,?,?)")) {
      Object[] values = {
        1,
        2L,
        new BigDecimal("3.45"),
        6.5,
        true,
        "text",
        new byte[] {7},
        uuid,
        LocalDate.of(2024, 2, 29),
        LocalTime.of(10, 11, 12),
        wall,
        connection.createArrayOf("int", new Object[] {1, null, 3})
      };
      for (int i = 0; i < values.length; i++) {
        insert.setObject(i + 1, values[i]);
      }
      assertThat(insert.executeUpdate()).isEqualTo(1);
      insert.setInt(1, 2);
      insert.setTimestamp(11, Timestamp.valueOf(wall));
      insert.setDate(9, Date.valueOf("2024-02-29"));
      assertThat(insert.executeUpdate()).isEqualTo(1);
      insert.setInt(1, 3);
      insert.setTimestamp(
          11, Timestamp.from(moment), Calendar.getInstance(TimeZone.getTimeZone("UTC")));
      assertThat(insert.executeUpdate()).isEqualTo(1);
      insert.setInt(1, 4);
      insert.setObject(11, OffsetDateTime.ofInstant(moment, ZoneOffset.ofHours(5)));
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select * from t where id <= 4 order by id")) {
      ResultSetMetaData columns = rows.getMetaData();
      assertThat(columns.getColumnType(3)).isEqualTo(Types.DECIMAL);
      assertThat(columns.getColumnClassName(11)).isEqualTo("java.sql.Timestamp");
      int count = 0;
      while (rows.next()) {
        count++;
        assertThat(rows.getInt("id")).isEqualTo(count);
        assertThat(rows.getLong("L")).isEqualTo(2);
        assertThat(rows.getBigDecimal(3)).isEqualTo("3.45");
        assertThat(rows.getDouble(4)).isEqualTo(6.5);
        assertThat(rows.getBoolean(5)).isTrue();
        assertThat(rows.getString(6)).isEqualTo("text");
        assertThat(rows.getBytes(7)).containsExactly(7);
        assertThat(rows.getObject(8)).isEqualTo(uuid);
        assertThat(rows.getObject(8, UUID.class)).isEqualTo(uuid);
        assertThat(rows.getDate(9)).isEqualTo("2024-02-29");
        assertThat(rows.getObject(9, LocalDate.class)).isEqualTo("2024-02-29");
        assertThat(rows.getObject(10, LocalTime.class)).isEqualTo("10:11:12");
        assertThat(rows.getTimestamp(11)).isEqualTo(Timestamp.valueOf(wall));
        assertThat(rows.getObject(11, LocalDateTime.class)).isEqualTo(wall);
        assertThat(rows.getObject(11, Instant.class)).isEqualTo(moment);
        assertThat(
                rows.getTimestamp(11, Calendar.getInstance(TimeZone.getTimeZone("UTC")))
                    .toInstant())
            .isEqualTo(moment);
        assertThat((Object[]) rows.getArray(12).getArray()).containsExactly(1, null, 3);
      }
      assertThat(count).isEqualTo(4);
      assertThatThrownBy(() -> rows.getInt(1)).hasMessageContaining("no more rows");
    }
  }

  @Test
  void nullsAndConversions() throws SQLException {
    update("create table t (id int primary key, n bigint, s text)");
    update("insert into t values (1, null, '12'), (2, 3000000000, 'x')");
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select n, s from t where id > 0 order by id")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getLong(1)).isZero();
      assertThat(rows.wasNull()).isTrue();
      assertThat(rows.getObject(1)).isNull();
      assertThat(rows.getInt(2)).isEqualTo(12);
      assertThat(rows.wasNull()).isFalse();
      assertThat(rows.next()).isTrue();
      assertThatThrownBy(() -> rows.getInt(1)).hasMessageContaining("out of range");
      assertThatThrownBy(() -> rows.getInt(2)).hasMessageContaining("expected a number");
      assertThatThrownBy(() -> rows.getInt("none")).hasMessageContaining("expected one of n, s");
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void generatedKeysAndBatches() throws SQLException {
    update("create table t (id bigint generated always as identity primary key, a text unique)");
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into t (a) values (?)", Statement.RETURN_GENERATED_KEYS)) {
      insert.setString(1, "x");
      assertThat(insert.executeUpdate()).isEqualTo(1);
      assertThat(text(insert.getGeneratedKeys())).isEqualTo("1");
      for (String each : List.of("y", "z")) {
        insert.setString(1, each);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).containsExactly(1, 1);
      assertThat(text(insert.getGeneratedKeys())).isEqualTo("2 | 3");
      for (String each : List.of("w", "x")) {
        insert.setString(1, each);
        insert.addBatch();
      }
      assertThatThrownBy(insert::executeBatch)
          .isInstanceOf(BatchUpdateException.class)
          .hasMessageContaining("entry 2 of the batch");
    }
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("insert into t (a) values ('v')", new String[] {"ID", "a"});
      assertThat(text(statement.getGeneratedKeys())).endsWith(" v");
      assertThatThrownBy(() -> statement.executeQuery("insert into t (a) values ('q')"))
          .hasMessageContaining("returned no rows");
    }
  }

  @Test
  void transactions() throws SQLException {
    update("create table t (id int primary key)");
    connection.setAutoCommit(false);
    update("insert into t values (1)");
    var savepoint = connection.setSavepoint("here");
    update("insert into t values (2)");
    connection.rollback(savepoint);
    connection.commit();
    update("insert into t values (3)");
    connection.rollback();
    assertThatThrownBy(() -> update("insert into t values (1)"))
        .isInstanceOf(SQLIntegrityConstraintViolationException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("23505");
    connection.rollback();
    connection.setAutoCommit(true);
    assertThat(rows("select id from t")).isEqualTo("1");
    assertThatThrownBy(connection::commit).hasMessageContaining("setAutoCommit(false)");
  }

  @Test
  void aConflictIsARollbackException() throws SQLException {
    update("create table t (id int primary key, n int)");
    update("insert into t values (1, 1)");
    try (Connection other = DriverManager.getConnection(url);
        Statement statement = other.createStatement()) {
      connection.setAutoCommit(false);
      update("update t set n = n + 1 where id = 1");
      statement.executeUpdate("update t set n = n + 10 where id = 1");
      assertThatThrownBy(connection::commit)
          .isInstanceOf(SQLTransactionRollbackException.class)
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("40001");
      update("update t set n = n + 1 where id = 1");
      connection.commit();
      assertThat(rows("select n from t")).isEqualTo("12");
    }
  }

  @Test
  void metaData() throws SQLException {
    update(
        "create table orders (user_id text, at timestamp, amount numeric(10,2) not null default 1,"
            + " constraint pk primary key (user_id, at desc))");
    update("create table log (id int generated always as identity, line varchar(20))");
    update("create unique index by_amount on orders (amount desc) where amount > 5");
    update("create view cheap as select user_id, amount from orders where amount < 5");
    var meta = connection.getMetaData();
    assertThat(meta.getDatabaseProductName()).isEqualTo("Keyfold");
    try (ResultSet tables = meta.getTables(null, "public", "%", new String[] {"TABLE", "VIEW"})) {
      List<String> names = new ArrayList<>();
      while (tables.next()) {
        names.add(tables.getString("TABLE_NAME") + " " + tables.getString("TABLE_TYPE"));
      }
      assertThat(names).containsExactly("log TABLE", "orders TABLE", "cheap VIEW");
    }
    assertThat(columns(meta.getColumns(null, null, "orders", null)))
        .containsExactly(
            "user_id 12 text NO null NO",
            "at 93 timestamp without time zone NO null NO",
            "amount 3 numeric NO 1 NO");
    assertThat(columns(meta.getColumns(null, null, "log", "%")))
        .containsExactly("id 4 integer NO null YES", "line 12 character varying YES null NO");
    assertThat(columns(meta.getColumns(null, null, "cheap", "%"))).hasSize(2);
    assertThat(text(meta.getPrimaryKeys(null, null, "orders")))
        .isEqualTo("null public orders at 2 pk | null public orders user_id 1 pk");
    assertThat(text(meta.getPrimaryKeys(null, null, "log"))).isEmpty();
    List<String> indexes = new ArrayList<>();
    try (ResultSet rows = meta.getIndexInfo(null, null, "orders", false, true)) {
      while (rows.next()) {
        indexes.add(
            rows.getString("INDEX_NAME")
                + " "
                + rows.getBoolean("NON_UNIQUE")
                + " "
                + rows.getString("COLUMN_NAME")
                + " "
                + rows.getString("ASC_OR_DESC")
                + " "
                + rows.getString("FILTER_CONDITION"));
      }
    }
    assertThat(indexes)
        .containsExactly(
            "by_amount false amount D amount > 5", "pk false user_id A null", "pk false at D null");
    assertThat(text(meta.getSchemas())).contains("public");
    assertThat(text(meta.getTypeInfo())).contains("numeric");
    assertThat(text(meta.getImportedKeys(null, null, "orders"))).isEmpty();
  }

  private static List<String> columns(ResultSet rows) throws SQLException {
    List<String> lines = new ArrayList<>();
    while (rows.next()) {
      lines.add(
          String.join(
              " ",
              rows.getString("COLUMN_NAME"),
              rows.getString("DATA_TYPE"),
              rows.getString("TYPE_NAME"),
              rows.getString("IS_NULLABLE"),
              rows.getString("COLUMN_DEF"),
              rows.getString("IS_AUTOINCREMENT")));
    }
    return lines;
  }

  @Test
  void errors() throws SQLException {
    assertThatThrownBy(() -> update("selct 1"))
        .isInstanceOf(SQLSyntaxErrorException.class)
        .hasMessageContaining("position: 1")
        .hasMessageContaining("Did you mean SELECT?");
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:keyfold:nothing:x"))
        .hasMessageContaining("nothing");
    try (PreparedStatement insert = connection.prepareStatement("values (cast(? as int))")) {
      assertThatThrownBy(insert::executeQuery)
          .hasMessageContaining("parameter 1 of 1 has no value");
      assertThatThrownBy(() -> insert.setInt(2, 1)).hasMessageContaining("expected 1 to 1");
    }
    connection.close();
    assertThatThrownBy(() -> connection.createStatement()).hasMessageContaining("closed");
  }
}
