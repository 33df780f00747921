package dev.keyfold.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.pg.message.FrontendDecoder;
import dev.keyfold.pg.message.FrontendMessage;
import dev.keyfold.pg.message.ProtocolException;
import dev.keyfold.testkit.Seeds;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Malformed and hostile bytes get an error or a close, and harm nobody else. */
class HostileClientTest {
  /** Random bytes, and valid messages with random changes, cut anywhere. */
  @Test
  void decoderTakesAnyBytes() {
    Seeds.each(HostileClientTest::decodeAnyBytes);
  }

  private static void decodeAnyBytes(Random random) throws IOException {
    for (int round = 0; round < 3_000; round++) {
      EmbeddedChannel channel = new EmbeddedChannel(new FrontendDecoder());
      byte[] bytes = round % 3 == 0 ? noise(random) : changed(random, conversation(random));
      try {
        for (int at = 0; at < bytes.length; ) {
          int part = 1 + random.nextInt(bytes.length - at);
          channel.writeInbound(Unpooled.wrappedBuffer(bytes, at, part));
          at += part;
        }
        Object message;
        while ((message = channel.readInbound()) != null) {
          assertThat(message).isInstanceOf(FrontendMessage.class);
        }
      } catch (DecoderException e) {
        assertThat(e).hasCauseInstanceOf(ProtocolException.class);
      } finally {
        channel.finishAndReleaseAll();
      }
    }
  }

  @Test
  void validMessagesSurviveBeingCut() throws IOException {
    Random random = new Random(1);
    byte[] bytes = conversation(random);
    EmbeddedChannel channel = new EmbeddedChannel(new FrontendDecoder());
    for (byte each : bytes) {
      channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {each}));
    }
    int count = 0;
    while (channel.readInbound() != null) {
      count++;
    }
    assertThat(count).isEqualTo(10);
    channel.finishAndReleaseAll();
  }

  private static byte[] noise(Random random) {
    byte[] bytes = new byte[1 + random.nextInt(200)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] changed(Random random, byte[] bytes) {
    for (int i = random.nextInt(4); i >= 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  private static byte[] conversation(Random random) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(all);
    byte[] startup = "\0\3\0\0user\0open\0database\0x\0\0".getBytes(StandardCharsets.US_ASCII);
    out.writeInt(startup.length + 4);
    out.write(startup);
    message(out, 'Q', "select 1\0".getBytes(StandardCharsets.US_ASCII));
    message(out, 'P', "s\0select $1\0\0\1\0\0\0\27".getBytes(StandardCharsets.ISO_8859_1));
    message(
        out, 'B', "p\0s\0\0\1\0\1\0\1\0\0\0\4\0\0\0\7\0\0".getBytes(StandardCharsets.ISO_8859_1));
    message(out, 'D', "Pp\0".getBytes(StandardCharsets.US_ASCII));
    message(
        out, 'E', ("p\0\0\0\0" + (char) random.nextInt(128)).getBytes(StandardCharsets.US_ASCII));
    message(out, 'C', "Ss\0".getBytes(StandardCharsets.US_ASCII));
    message(out, 'S', new byte[0]);
    message(out, 'd', noise(random));
    message(out, 'X', new byte[0]);
    return all.toByteArray();
  }

  private static void message(DataOutputStream out, char type, byte[] body) throws IOException {
    out.writeByte(type);
    out.writeInt(body.length + 4);
    out.write(body);
  }

  @Test
  void aServerSurvivesAndServesOthers() {
    Seeds.each(HostileClientTest::attack);
  }

  private static void attack(Random random) throws Exception {
    try (PgFixture fixture = new PgFixture();
        Connection connection = fixture.connect()) {
      for (int round = 0; round < 60; round++) {
        byte[] bytes = round % 3 == 0 ? noise(random) : changed(random, conversation(random));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.port.port())) {
          socket.setSoTimeout(20_000);
          socket.getOutputStream().write(bytes);
          socket.shutdownOutput();
          byte[] answer = socket.getInputStream().readAllBytes(); // until the server closes
          assertThat(answer.length).isLessThan(100_000);
        } catch (SocketException e) {
          // closed while it was still sending
        }
      }
      try (Statement statement = connection.createStatement();
          ResultSet result = statement.executeQuery("select 1")) {
        assertThat(result.next()).isTrue();
      }
    }
  }

  @Test
  void lengthsAreCheckedBeforeAnythingIsKept() throws Exception {
    try (PgFixture fixture = new PgFixture()) {
      assertThat(error(fixture, new byte[] {0x7f, -1, -1, -1})).contains("08P01", "length");
      byte[] startup = "\0\0\0\23\0\3\0\0user\0open\0\0".getBytes(StandardCharsets.US_ASCII);
      startup[3] = (byte) startup.length;
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.port.port())) {
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(startup);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        while (in.readByte() != 'Z') {
          in.skipNBytes(in.readInt() - 4);
        }
        in.skipNBytes(5);
        socket.getOutputStream().write(new byte[] {'Q', 0x7f, 0, 0, 0});
        assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
            .contains("FATAL", "08P01");
      }
    }
  }

  private static String error(PgFixture fixture, byte[] bytes) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.port.port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(bytes);
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void aLostConnectionRollsBackItsTransaction() throws Exception {
    try (PgFixture fixture = new PgFixture();
        Connection watcher = fixture.connect();
        Statement statement = watcher.createStatement()) {
      statement.execute("create table t (id int primary key)");
      byte[] startup = "\0\0\0\23\0\3\0\0user\0open\0\0".getBytes(StandardCharsets.US_ASCII);
      startup[3] = (byte) startup.length;
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.port.port())) {
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        DataInputStream in = new DataInputStream(socket.getInputStream());
        out.write(startup);
        message(out, 'Q', "begin; insert into t values (1)\0".getBytes(StandardCharsets.US_ASCII));
        int ready = 0;
        while (ready < 2) {
          ready += in.readByte() == 'Z' ? 1 : 0;
          in.skipNBytes(in.readInt() - 4);
        }
      }
      long end = System.nanoTime() + 10_000_000_000L;
      while (fixture.port.connections() > 1 && System.nanoTime() < end) {
        Thread.sleep(10);
      }
      assertThat(fixture.port.connections()).isEqualTo(1);
      statement.execute("insert into t values (1)"); // no conflict, no duplicate
    }
  }
}
