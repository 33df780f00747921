package dev.keyfold.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.PSQLException;

/** Statements through pgjdbc, as programs send them. */
class PgJdbcTest {
  /** Nine million pairs. */
  private static final String LONG =
      "select count(*) from t a, t b"
          + " where upper(cast(a.id as text) || 'x' || cast(b.id as text)) = 'y'";

  private static PgFixture fixture;
  private Connection connection;

  @BeforeAll
  static void start() {
    fixture = new PgFixture();
  }

  @AfterAll
  static void stop() {
    fixture.close();
  }

  @BeforeEach
  void connect() throws SQLException {
    connection = fixture.connect();
    run("drop table if exists t");
    run("create table t (id int primary key, name text, price numeric(10,2))");
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> rows(String sql) throws SQLException {
    return rows(connection, sql);
  }

  private static List<String> rows(Connection on, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = on.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(result.getString(i));
        }
        rows.add(String.join(" ", row.stream().map(String::valueOf).toList()));
      }
    }
    return rows;
  }

  @Test
  void insertsAndReads() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into t (id, name, price) values (?, ?, ?)")) {
      for (int i = 1; i <= 3; i++) {
        insert.setInt(1, i);
        insert.setString(2, i == 2 ? null : "name " + i);
        insert.setBigDecimal(3, new BigDecimal(i + ".50"));
        assertThat(insert.executeUpdate()).isEqualTo(1);
      }
    }
    assertThat(rows("select id, name, price from t order by id"))
        .containsExactly("1 name 1 1.50", "2 null 2.50", "3 name 3 3.50");
    try (PreparedStatement select =
        connection.prepareStatement("select name from t where id = ? and price < ?")) {
      for (int round = 0; round < 12; round++) { // becomes a named statement with binary values
        select.setInt(1, 3);
        select.setBigDecimal(2, BigDecimal.TEN);
        try (ResultSet result = select.executeQuery()) {
          assertThat(result.next()).isTrue();
          assertThat(result.getString(1)).isEqualTo("name 3");
          assertThat(result.next()).isFalse();
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"true,extended", "false,extended", "false,simple"})
  void everyTypeInBothFormats(boolean binary, String mode) throws SQLException {
    UUID id = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    try (Connection own =
            fixture.connect(
                "binaryTransfer",
                Boolean.toString(binary),
                "prepareThreshold",
                binary ? "-1" : "5",
                "preferQueryMode",
                mode);
        Statement statement = own.createStatement()) {
      statement.execute("drop table if exists every");
      statement.execute(
          "create table every (id int primary key, b boolean, s smallint, l bigint, r real,"
              + " d double precision, n numeric(20,5), v varchar(20), x bytea, u uuid, da date,"
              + " ti time, ts timestamp, a int[])");
      try (PreparedStatement insert =
          own.prepareStatement(
              "insert into every values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
        insert.setInt(1, 1);
        insert.setBoolean(2, true);
        insert.setShort(3, (short) -7);
        insert.setLong(4, Long.MIN_VALUE);
        insert.setFloat(5, 1.5f);
        insert.setDouble(6, -2.25e100);
        insert.setBigDecimal(7, new BigDecimal("-123456789012345.67891"));
        insert.setString(8, "äöü 漢 '\"\\");
        insert.setBytes(9, new byte[] {0, 1, -1, 92});
        insert.setObject(10, id);
        insert.setDate(11, Date.valueOf("1969-12-31"));
        insert.setTime(12, Time.valueOf("23:59:58"));
        insert.setObject(13, LocalDateTime.parse("2024-02-29T12:34:56.789"));
        insert.setArray(14, own.createArrayOf("int4", new Integer[] {1, null, -3}));
        insert.executeUpdate();
      }
      try (PreparedStatement select = own.prepareStatement("select * from every where id = ?")) {
        select.setInt(1, 1);
        try (ResultSet row = select.executeQuery()) {
          assertThat(row.next()).isTrue();
          assertThat(row.getBoolean("b")).isTrue();
          assertThat(row.getShort("s")).isEqualTo((short) -7);
          assertThat(row.getLong("l")).isEqualTo(Long.MIN_VALUE);
          assertThat(row.getFloat("r")).isEqualTo(1.5f);
          assertThat(row.getDouble("d")).isEqualTo(-2.25e100);
          assertThat(row.getBigDecimal("n")).isEqualTo("-123456789012345.67891");
          assertThat(row.getString("v")).isEqualTo("äöü 漢 '\"\\");
          assertThat(row.getBytes("x")).containsExactly(0, 1, -1, 92);
          assertThat(row.getObject("u")).isEqualTo(id);
          assertThat(row.getDate("da")).isEqualTo(Date.valueOf("1969-12-31"));
          assertThat(row.getTime("ti")).isEqualTo(Time.valueOf("23:59:58"));
          assertThat(row.getObject("ts", LocalDateTime.class))
              .isEqualTo(LocalDateTime.parse("2024-02-29T12:34:56.789"));
          assertThat((Integer[]) row.getArray("a").getArray()).containsExactly(1, null, -3);
          ResultSetMetaData meta = row.getMetaData();
          assertThat(meta.getColumnTypeName(7)).isEqualTo("numeric");
          assertThat(meta.getPrecision(7)).isEqualTo(20);
          assertThat(meta.getScale(7)).isEqualTo(5);
          assertThat(meta.getColumnTypeName(14)).isEqualTo("_int4");
        }
      }
    }
  }

  @Test
  void transactionsCommitAndRollBack() throws SQLException {
    connection.setAutoCommit(false);
    run("insert into t (id, name) values (1, 'one')");
    try (Connection other = fixture.connect()) {
      assertThat(rows(other, "select * from t")).isEmpty();
      connection.commit();
      assertThat(rows(other, "select name from t")).containsExactly("one");
    }
    run("delete from t where id = 1");
    connection.rollback();
    assertThat(rows("select name from t")).containsExactly("one");
  }

  @Test
  void anErrorFailsTheTransactionUntilItsEnd() throws SQLException {
    connection.setAutoCommit(false);
    run("insert into t (id) values (1)");
    PSQLException duplicate =
        catchThrowableOfType(PSQLException.class, () -> run("insert into t (id) values (2), (1)"));
    assertThat(duplicate.getSQLState()).isEqualTo("23505");
    assertThatThrownBy(() -> rows("select * from t"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25P02"));
    connection.rollback();
    assertThat(rows("select * from t")).isEmpty();
    connection.commit();
  }

  @Test
  void savepointsUndoAPart() throws SQLException {
    connection.setAutoCommit(false);
    run("insert into t (id) values (1)");
    var savepoint = connection.setSavepoint();
    assertThatThrownBy(() -> run("insert into t (id) values (1)")).isInstanceOf(SQLException.class);
    connection.rollback(savepoint);
    run("insert into t (id) values (2)");
    connection.commit();
    assertThat(rows("select id from t order by id")).containsExactly("1", "2");
  }

  @Test
  void conflictsAreSerializationFailures() throws SQLException {
    run("insert into t (id, price) values (1, 1)");
    try (Connection other = fixture.connect()) {
      connection.setAutoCommit(false);
      assertThat(rows("select price from t where id = 1")).containsExactly("1.00");
      try (Statement statement = other.createStatement()) {
        statement.execute("update t set price = 5 where id = 1");
      }
      run("update t set price = 2 where id = 1");
      PSQLException conflict = catchThrowableOfType(PSQLException.class, () -> connection.commit());
      assertThat(conflict.getSQLState()).isEqualTo("40001");
      connection.rollback();
      assertThat(rows("select price from t where id = 1")).containsExactly("5.00");
      connection.rollback();
    }
  }

  @Test
  void errorsHaveStatePositionAndHint() throws SQLException {
    run("create table if not exists customers (id int primary key, email text)");
    PSQLException error =
        catchThrowableOfType(PSQLException.class, () -> rows("select emial from customers"));
    assertThat(error.getSQLState()).isEqualTo("42703");
    assertThat(error.getServerErrorMessage().getPosition()).isEqualTo(8);
    assertThat(error.getServerErrorMessage().getHint()).contains("email");
    PSQLException shifted =
        catchThrowableOfType(
            PSQLException.class, () -> rows("select '漢😀'::text, emial from customers"));
    assertThat(shifted.getServerErrorMessage().getPosition()).isEqualTo(20);
  }

  @Test
  void batchesAreOneTransaction() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("insert into t (id) values (?)")) {
      for (int i = 0; i < 200; i++) { // the driver sends Sync after some more
        insert.setInt(1, i == 199 ? 3 : i); // the last one is a duplicate
        insert.addBatch();
      }
      assertThatThrownBy(insert::executeBatch).isInstanceOf(SQLException.class);
    }
    assertThat(rows("select count(*) from t")).containsExactly("0");
    try (PreparedStatement insert = connection.prepareStatement("insert into t (id) values (?)")) {
      for (int i = 0; i < 500; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(500);
    }
    assertThat(rows("select count(*) from t")).containsExactly("500");
  }

  @Test
  void cursorsFetchInParts() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("insert into t (id) values (?)")) {
      for (int i = 0; i < 1000; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(70);
      try (ResultSet result = statement.executeQuery("select id from t order by id")) {
        int count = 0;
        while (result.next()) {
          assertThat(result.getInt(1)).isEqualTo(count++);
        }
        assertThat(count).isEqualTo(1000);
      }
      statement.setMaxRows(5);
      try (ResultSet result = statement.executeQuery("select id from t")) {
        int count = 0;
        while (result.next()) {
          count++;
        }
        assertThat(count).isEqualTo(5);
      }
    }
    connection.commit();
  }

  @Test
  void severalStatementsAreOneTransaction() throws SQLException {
    assertThatThrownBy(
            () -> run("insert into t (id) values (1); insert into t (id) values (2), (1)"))
        .isInstanceOf(SQLException.class);
    assertThat(rows("select * from t")).isEmpty();
    run("insert into t (id) values (1); insert into t (id) values (2); select 1");
    assertThat(rows("select id from t order by id")).containsExactly("1", "2");
  }

  @Test
  void generatedKeysAndReturning() throws SQLException {
    run("drop table if exists g");
    run("create table g (id bigint generated always as identity primary key, name text)");
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into g (name) values (?)", Statement.RETURN_GENERATED_KEYS)) {
      insert.setString(1, "a");
      insert.executeUpdate();
      try (ResultSet keys = insert.getGeneratedKeys()) {
        assertThat(keys.next()).isTrue();
        assertThat(keys.getLong("id")).isEqualTo(1);
      }
    }
  }

  @Test
  void parametersWithoutATypeAreTheDeclaredOne() throws SQLException {
    try (PreparedStatement select = connection.prepareStatement("select ? as a, ? as b")) {
      select.setInt(1, 7);
      select.setString(2, "x");
      try (ResultSet result = select.executeQuery()) {
        assertThat(result.next()).isTrue();
        assertThat(result.getInt(1)).isEqualTo(7);
        assertThat(result.getString(2)).isEqualTo("x");
      }
    }
  }

  @Test
  void copiesInAndOut() throws Exception {
    var copy = connection.unwrap(org.postgresql.PGConnection.class).getCopyAPI();
    String data = "1\tone\t1.50\n2\t\\N\t\\N\n";
    assertThat(copy.copyIn("copy t from stdin", new java.io.StringReader(data))).isEqualTo(2);
    java.io.StringWriter out = new java.io.StringWriter();
    assertThat(copy.copyOut("copy t to stdout", out)).isEqualTo(2);
    assertThat(out.toString()).isEqualTo(data);
    out = new java.io.StringWriter();
    copy.copyOut(
        "copy (select name, id from t order by id desc) to stdout (format csv, header)", out);
    assertThat(out.toString()).isEqualTo("name,id\n,2\none,1\n");
    PSQLException wrong =
        catchThrowableOfType(
            PSQLException.class,
            () -> copy.copyIn("copy t from stdin csv", new java.io.StringReader("3,x,1\n4,y,z\n")));
    assertThat(wrong.getSQLState()).isEqualTo("22P02");
    assertThat(wrong.getMessage()).contains("line 2");
    assertThat(rows("select count(*) from t")).containsExactly("2");
    var stream = copy.copyIn("copy t from stdin");
    byte[] row = "9\tnine\t9\n".getBytes(StandardCharsets.UTF_8);
    stream.writeToCopy(row, 0, row.length);
    stream.cancelCopy();
    assertThat(rows("select count(*) from t")).containsExactly("2");
    assertThatThrownBy(() -> run("copy t to '/tmp/keyfold-never.txt'"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"));
  }

  @Test
  void logsInWithScramAndRefusesWrongPasswords() throws SQLException {
    fixture.connect("user", "ann", "password", "secret").close();
    fixture.connect("user", "ann", "password", "older").close();
    for (String[] wrong : new String[][] {{"ann", "Secret"}, {"nobody", "secret"}}) {
      assertThatThrownBy(() -> fixture.connect("user", wrong[0], "password", wrong[1]))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28P01"));
    }
    assertThatThrownBy(() -> fixture.connect("user", "hashed", "password", "secret"))
        .hasMessageContaining("TLS");
  }

  @Test
  void cancelsAStatement() throws Exception {
    try (PreparedStatement insert = connection.prepareStatement("insert into t (id) values (?)")) {
      for (int i = 0; i < 3000; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    try (Statement statement = connection.createStatement()) {
      Thread canceler =
          new Thread(
              () -> {
                try {
                  Thread.sleep(1000);
                  statement.cancel();
                } catch (SQLException | InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      canceler.start();
      assertThatThrownBy(() -> statement.executeQuery(LONG))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"));
      canceler.join();
      statement.execute("set statement_timeout = 300");
      assertThatThrownBy(() -> statement.executeQuery(LONG))
          .hasMessageContaining("statement_timeout");
      statement.execute("set statement_timeout = 0");
    }
    assertThat(rows("select count(*) from t")).containsExactly("3000");
  }

  @Test
  void settingsAreShownAndReported() throws SQLException {
    run("set application_name = 'my app'");
    assertThat(rows("show application_name")).containsExactly("my app");
    assertThat(connection.getClientInfo("ApplicationName")).isEqualTo("my app");
    assertThat(connection.isValid(5)).isTrue();
    assertThatThrownBy(() -> run("set client_encoding = 'LATIN1'")).hasMessageContaining("UTF8");
    assertThat(connection.getMetaData().getDatabaseProductVersion()).startsWith("15");
    assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
  }
}
