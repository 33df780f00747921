package dev.keyfold.pg;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Idle connections are cheap. */
class ManyConnectionsTest {
  private static final int COUNT = 1_000;
  private static final long MOST_BYTES = 50L << 20;

  @Test
  void aThousandIdleConnectionsTakeLessThan50Megabytes() throws Exception {
    try (PgFixture fixture = new PgFixture();
        Connection connection = fixture.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create table t (id int primary key)"); // loads what SQL needs
      long before = used();
      List<Socket> sockets = new ArrayList<>();
      try {
        byte[] startup = "\0\0\0\0\0\3\0\0user\0open\0\0".getBytes(StandardCharsets.US_ASCII);
        startup[3] = (byte) startup.length;
        for (int i = 0; i < COUNT; i++) {
          Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.port.port());
          sockets.add(socket);
          socket.getOutputStream().write(startup);
          DataInputStream in = new DataInputStream(socket.getInputStream());
          while (in.readByte() != 'Z') {
            in.skipNBytes(in.readInt() - 4);
          }
        }
        assertThat(fixture.port.connections()).isEqualTo(COUNT + 1);
        long taken = used() - before;
        System.out.printf("%d idle connections: %.1f MB of heap%n", COUNT, taken / 1048576.0);
        assertThat(taken).isLessThan(MOST_BYTES);
      } finally {
        for (Socket socket : sockets) {
          socket.close();
        }
      }
    }
  }

  private static long used() throws InterruptedException {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(50);
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
