package dev.keyfold.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.store.Stores;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The users of the Redis port log in to the PostgreSQL port, with rights to tables. */
class SqlUsersTest {
  private KeyfoldServer server;

  @BeforeEach
  void start() throws IOException {
    ServerOptions options = ServerOptions.defaults().withPort(0).withPassword("top secret");
    server = KeyfoldServer.start(Stores.open("memory:"), options, KeyfoldServer.NO_HTTP, 0);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Connection connect(String user, String password) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + server.pgPort() + "/shop?sslmode=disable", user, password);
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Sends words to the Redis port as the user default; the first line of the reply. */
  private String redis(String... words) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.redisPort())) {
      OutputStream out = socket.getOutputStream();
      send(out, "auth", "top secret");
      send(out, words);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      assertThat(line(in)).isEqualTo("+OK");
      return line(in);
    }
  }

  private static void send(OutputStream out, String... words) throws IOException {
    StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
    for (String word : words) {
      text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
    }
    out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
  }

  private static String line(DataInputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    int c;
    while ((c = in.readUnsignedByte()) != '\r') {
      line.append((char) c);
    }
    in.readByte();
    return line.toString();
  }

  @Test
  void rightsToTablesAreGrantedAndRevoked() throws Exception {
    assertThatThrownBy(() -> connect("default", "wrong")).hasMessageContaining("default");
    try (Connection admin = connect("default", "top secret")) {
      run(admin, "create table orders (id int primary key)");
      run(admin, "create table carts (id int primary key)");
      run(admin, "insert into orders values (1)");
    }
    assertThat(redis("acl", "setuser", "ann", "on", ">pass", "table:r~orders", "table:rw~carts"))
        .isEqualTo("+OK");
    try (Connection ann = connect("ann", "pass")) {
      try (Statement statement = ann.createStatement();
          ResultSet result = statement.executeQuery("select id from orders")) {
        assertThat(result.next()).isTrue();
      }
      run(ann, "insert into carts values (7)");
      refused(ann, "insert into orders values (2)", "table:w~orders");
      refused(ann, "drop table carts", "table:d~carts");
      refused(ann, "create table other (id int primary key)", "table:d~other");
      refused(ann, "select * from kv.strings", "kv");
      assertThat(redis("acl", "setuser", "ann", "resettables")).isEqualTo("+OK");
      refused(ann, "select id from orders", "table:r~orders");
      assertThat(redis("acl", "setuser", "ann", "alltables")).isEqualTo("+OK");
      run(ann, "create table other (id int primary key)");
      assertThat(redis("acl", "deluser", "ann")).isEqualTo(":1");
      refused(ann, "select id from orders", "permission denied");
    }
    assertThatThrownBy(() -> connect("ann", "pass"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28P01"));
    assertThat(redis("acl", "setuser", "bob", "table:x~a")).startsWith("-ERR");
  }

  /** has_table_privilege and its siblings say what statements may do. */
  @Test
  void privilegesAreThoseOfTheUser() throws Exception {
    try (Connection admin = connect("default", "top secret")) {
      run(admin, "create table orders (id int primary key)");
      run(admin, "create table carts (id int primary key)");
      run(admin, "create view both as select o.id from orders o join carts c on c.id = o.id");
      run(admin, "create view some as select id from orders");
      run(admin, "create sequence tickets");
      assertThat(may(admin, "has_table_privilege('carts', 'TRIGGER')")).isTrue();
      assertThat(may(admin, "has_schema_privilege('public', 'CREATE')")).isTrue();
      assertThat(may(admin, "has_schema_privilege('kv', 'USAGE')")).isTrue();
    }
    assertThat(redis("acl", "setuser", "ann", "on", ">pass", "table:r~orders", "table:rw~tick*"))
        .isEqualTo("+OK");
    try (Connection ann = connect("ann", "pass")) {
      assertThat(may(ann, "has_table_privilege('orders', 'SELECT')")).isTrue();
      assertThat(may(ann, "has_table_privilege('ann', 'public.orders', 'select')")).isTrue();
      assertThat(may(ann, "has_table_privilege('orders', 'INSERT')")).isFalse();
      assertThat(may(ann, "has_table_privilege('orders', 'INSERT, SELECT')")).isTrue();
      assertThat(may(ann, "has_table_privilege('orders', 'SELECT WITH GRANT OPTION')")).isFalse();
      assertThat(may(ann, "has_table_privilege('carts', 'SELECT')")).isFalse();
      assertThat(may(ann, "has_table_privilege('orders'::regclass::oid, 'SELECT')")).isTrue();
      assertThat(may(ann, "has_any_column_privilege('orders', 'UPDATE')")).isFalse();
      assertThat(may(ann, "has_column_privilege('orders', 'id', 'SELECT')")).isTrue();
      assertThat(may(ann, "has_sequence_privilege('tickets', 'USAGE')")).isTrue();
      assertThat(may(ann, "has_table_privilege('some', 'SELECT')")).isTrue();
      assertThat(may(ann, "has_table_privilege('both', 'SELECT')")).isFalse();
      assertThat(may(ann, "has_table_privilege('pg_class', 'SELECT')")).isTrue();
      assertThat(may(ann, "has_table_privilege('pg_class', 'DELETE')")).isFalse();
      assertThat(may(ann, "has_schema_privilege('public', 'USAGE')")).isTrue();
      assertThat(may(ann, "has_schema_privilege('public', 'CREATE')")).isFalse();
      assertThat(may(ann, "has_schema_privilege('kv', 'USAGE')")).isFalse();
      assertThat(may(ann, "has_database_privilege('shop', 'CONNECT')")).isTrue();
      assertThat(may(ann, "has_database_privilege('shop', 'TEMP')")).isFalse();
      assertThat(redis("acl", "setuser", "ann", "table:rwd~carts")).isEqualTo("+OK");
      assertThat(may(ann, "has_table_privilege('both', 'SELECT')")).isTrue();
      assertThat(may(ann, "has_table_privilege('carts', 'REFERENCES')")).isTrue();
      fails(ann, "has_table_privilege('bob', 'orders', 'SELECT')", "42704");
      fails(ann, "has_table_privilege('orders', 'FLY')", "22023");
      fails(ann, "has_table_privilege('nope', 'SELECT')", "42P01");
    }
  }

  private static boolean may(Connection connection, String call) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("select " + call)) {
      assertThat(result.next()).isTrue();
      return result.getBoolean(1);
    }
  }

  private static void fails(Connection connection, String call, String state) {
    assertThatThrownBy(() -> may(connection, call))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
  }

  private static void refused(Connection connection, String sql, String part) {
    assertThatThrownBy(() -> run(connection, sql))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"))
        .hasMessageContaining(part);
  }
}
