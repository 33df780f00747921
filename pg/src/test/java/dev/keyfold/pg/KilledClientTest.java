package dev.keyfold.pg;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A client that dies after any message, or in the middle of one, leaves nothing behind. */
class KilledClientTest {
  /** A message, and whether the server answers it with ReadyForQuery. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Step(byte[] bytes, boolean ready) {}

  private static Step step(boolean ready, char type, String body) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(all);
    byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
    out.writeByte(type);
    out.writeInt(bytes.length + 4);
    out.write(bytes);
    return new Step(all.toByteArray(), ready);
  }

  /** A transaction with all kinds of messages; it never commits. */
  private static List<Step> conversation() throws IOException {
    List<Step> steps = new ArrayList<>();
    byte[] startup = "\0\0\0\0\0\3\0\0user\0open\0\0".getBytes(StandardCharsets.US_ASCII);
    startup[3] = (byte) startup.length;
    steps.add(new Step(startup, true));
    steps.add(step(true, 'Q', "begin\0"));
    steps.add(step(true, 'Q', "insert into t values (1, 'simple')\0"));
    steps.add(step(true, 'Q', "update t set name = 'changed' where id = 100\0"));
    steps.add(step(true, 'Q', "declare c cursor for select id from t\0"));
    steps.add(step(true, 'Q', "fetch 2 from c\0"));
    steps.add(step(false, 'P', "s\0insert into t values ($1, 'extended')\0\0\1\0\0\0\27"));
    steps.add(step(false, 'B', "p\0s\0\0\1\0\1\0\1\0\0\0\4\0\0\0\2\0\0"));
    steps.add(step(false, 'D', "Pp\0"));
    steps.add(step(false, 'E', "p\0\0\0\0\0"));
    steps.add(step(true, 'S', ""));
    steps.add(step(false, 'P', "\0select id from t\0\0\0"));
    steps.add(step(false, 'B', "rows\0\0\0\0\0\0\0\0"));
    steps.add(step(false, 'E', "rows\0\0\0\0\1"));
    steps.add(step(false, 'H', ""));
    steps.add(step(true, 'S', ""));
    steps.add(step(false, 'Q', "copy t from stdin\0"));
    steps.add(step(false, 'd', "3\tcopied\n"));
    steps.add(step(true, 'c', ""));
    steps.add(step(false, 'P', "\0copy t from stdin\0\0\0"));
    steps.add(step(false, 'B', "\0\0\0\0\0\0\0\0"));
    steps.add(step(false, 'E', "\0\0\0\0\0"));
    steps.add(step(false, 'd', "4\tcopied\n"));
    steps.add(step(false, 'c', ""));
    steps.add(step(true, 'S', ""));
    return steps;
  }

  @Test
  void nothingIsLeftAfterAnyMessage() throws Exception {
    List<Step> steps = conversation();
    try (PgFixture fixture = new PgFixture();
        Connection watcher = fixture.connect();
        Statement statement = watcher.createStatement()) {
      statement.execute("create table t (id int primary key, name text)");
      statement.execute("insert into t values (100, 'old'), (101, 'old'), (102, 'old')");
      for (int last = 0; last < steps.size(); last++) {
        for (boolean whole : new boolean[] {true, false}) {
          kill(fixture, steps, last, whole);
          awaitGone(fixture);
          // The same rows: a lock that was left would block or conflict, a row would be there.
          statement.execute("begin");
          statement.execute("insert into t values (1, ''), (2, ''), (3, ''), (4, '')");
          statement.execute("update t set name = 'old' where id = 100");
          statement.execute("commit");
          assertThat(statement.executeUpdate("delete from t where id < 100")).isEqualTo(4);
          assertThat(name(statement)).as("after message %s", last).isEqualTo("old");
        }
      }
    }
  }

  private static void kill(PgFixture fixture, List<Step> steps, int last, boolean whole)
      throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.port.port())) {
      socket.setSoTimeout(30_000);
      socket.setSoLinger(true, 0); // closing resets the connection, as the death of a machine may
      DataInputStream in = new DataInputStream(socket.getInputStream());
      for (int i = 0; i <= last; i++) {
        byte[] bytes = steps.get(i).bytes;
        boolean cut = i == last && !whole;
        socket.getOutputStream().write(bytes, 0, cut ? bytes.length / 2 : bytes.length);
        if (steps.get(i).ready && !cut) {
          awaitReady(in);
        }
      }
    }
  }

  private static void awaitReady(DataInputStream in) throws IOException {
    while (true) {
      int type = in.readByte();
      byte[] body = in.readNBytes(in.readInt() - 4);
      assertThat(type).as(new String(body, StandardCharsets.UTF_8)).isNotEqualTo((int) 'E');
      if (type == 'Z') {
        return;
      }
    }
  }

  private static void awaitGone(PgFixture fixture) throws InterruptedException {
    long end = System.nanoTime() + 30_000_000_000L;
    while (fixture.port.connections() > 1 && System.nanoTime() < end) {
      Thread.sleep(2);
    }
    assertThat(fixture.port.connections()).isEqualTo(1);
  }

  private static String name(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("select name from t where id = 100")) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }
}
