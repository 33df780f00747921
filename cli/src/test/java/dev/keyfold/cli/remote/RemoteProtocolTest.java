package dev.keyfold.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.cli.Main;
import dev.keyfold.cli.RunningServer;
import dev.keyfold.pg.command.FileFacts;
import dev.keyfold.pg.command.Wire;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that do not behave, and servers that ask for too much. */
class RemoteProtocolTest {
  private static final int ROWS = 40_000;

  @TempDir private Path directory;

  private static String run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = Main.run(args, InputStream.nullInputStream(), out, err);
    return status + out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aNewerClientIsRefused() throws Exception {
    try (RunningServer server = new RunningServer("memory:");
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.pgPort())) {
      byte[] parameters =
          "user\0default\0keyfold_protocol\0002\0\0".getBytes(StandardCharsets.UTF_8);
      ByteBuffer startup = ByteBuffer.allocate(8 + parameters.length);
      startup.putInt(8 + parameters.length).putInt(3 << 16).put(parameters);
      socket.getOutputStream().write(startup.array());
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("found version 2 of the Keyfold protocol, supported is 1");
    }
  }

  @Test
  void garbageClosesTheSession() throws Exception {
    long seed = Long.getLong("seed", System.nanoTime());
    Random random = new Random(seed);
    try (RunningServer server = new RunningServer("memory:")) {
      ServerAddress address = ServerAddress.parse(server.url());
      for (int i = 0; i < 200; i++) {
        try (Connection connection = Connection.open(address, "default", "")) {
          byte[] body = new byte[random.nextInt(64)];
          random.nextBytes(body);
          char type =
              random.nextInt(3) == 0
                  ? (char) random.nextInt(256)
                  : "rdfec".charAt(random.nextInt(5));
          assertThatThrownBy(
                  () -> {
                    connection.send(type, body);
                    connection.send('?', new byte[0]); // whatever it was, this ends the session
                    while (true) {
                      Connection.Message unused = connection.receive();
                    }
                  })
              .as("seed " + seed)
              .isInstanceOfAny(IOException.class, RemoteException.class);
        }
      }
      assertThat(run("table", "list", "--store", server.url())).startsWith("0");
    }
  }

  @Test
  void onlyFilesOfTheCommandLineAreRead() throws Exception {
    Path named = Files.writeString(directory.resolve("named"), "x");
    Path other = Files.writeString(directory.resolve("other"), "secret");
    String[] args = {"import", "orders", "--ddl=" + named, "-"};
    try (NamedFiles files = new NamedFiles(args)) {
      byte[] buffer = new byte[10];
      assertThat(files.read(named.toString(), 0, buffer, 0, 10)).isEqualTo(1);
      assertThatThrownBy(() -> files.read(other.toString(), 0, buffer, 0, 10))
          .isInstanceOf(AccessDeniedException.class)
          .hasMessageContaining("it is not named on the command line");
      assertThatThrownBy(() -> files.facts(named + "/../other"))
          .isInstanceOf(AccessDeniedException.class);
      files.allowWords("import t " + other.toString().substring(0, 5));
      files.allowWords(other.toString().substring(5) + "\n");
      assertThat(files.facts(other.toString()).size()).isEqualTo(6);
    }
  }

  /** A client is gone in the middle of an import: the server works, and the import resumes. */
  @Test
  void aLostImportResumes() throws Exception {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      rows.append("{\"id\":").append(i).append(",\"text\":\"row number ").append(i).append("\"}\n");
    }
    Path file = Files.writeString(directory.resolve("rows.jsonl"), rows);
    try (RunningServer server = new RunningServer("memory:")) {
      String url = server.url();
      String schema = "id int64, text string";
      assertThat(run("table", "create", "--store", url, "t", "--schema", schema, "--key", "id"))
          .isEqualTo("0");
      String[] args = {"import", "--store", url, "t", file.toString()};
      byte[] all = Files.readAllBytes(file);
      try (Connection connection = Connection.open(ServerAddress.parse(url), "default", "")) {
        connection.run(args, Map.of());
        answer(connection, file, all, all.length / 2);
      }
      String again = run(args);
      while (again.contains("another import")) {
        again = run(args);
      }
      assertThat(again).startsWith("0");
      assertThat(run("sql", "--store", url, "set scan_limit = 100000; select count(*) from t"))
          .contains(Integer.toString(ROWS));
      assertThat(run("check", "--store", url)).startsWith("0");
    }
  }

  /** Answers until so many bytes were sent. */
  private static void answer(Connection connection, Path file, byte[] all, int most)
      throws IOException {
    for (int sent = 0; sent < most; ) {
      Connection.Message message = connection.receive();
      ByteBuffer body = message.buffer();
      int number = message.type() == Wire.READ || message.type() == Wire.STAT ? body.getInt() : 0;
      if (message.type() == Wire.STAT) {
        FileFacts facts = FileFacts.of(file);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(number);
        out.writeByte(facts.kind().number());
        out.writeBoolean(true);
        out.writeLong(facts.size());
        out.writeLong(facts.modified());
        Connection.text(out, facts.path());
        connection.send(Wire.FACTS, bytes.toByteArray());
      } else if (message.type() == Wire.READ) {
        byte[] name = new byte[body.getInt()];
        body.get(name);
        int offset = (int) Math.min(body.getLong(), all.length);
        int count = Math.min(body.getInt(), all.length - offset);
        ByteBuffer data = ByteBuffer.allocate(4 + count).putInt(number).put(all, offset, count);
        connection.send(Wire.DATA, data.array());
        sent += count;
      }
    }
  }

  @Test
  void theHolderOfALockIsExplained() {
    List<String> locks =
        List.of(
            "1: POSIX  ADVISORY  WRITE 99 fd:01:55 0 EOF",
            "2: FLOCK ADVISORY WRITE 7 fd:01:5 0 EOF");
    assertThat(LockHolder.pid(locks, "5")).isEqualTo("7");
    assertThat(LockHolder.pid(locks, "6")).isNull();
    assertThat(
            LockHolder.explain(
                "7",
                List.of(
                    "java", "dev.keyfold.cli.Main", "serve", "--store", "s", "--pg-port", "off")))
        .isEqualTo(
            "Process 7 has it open: keyfold serve --store s --pg-port off. Commands run in a server"
                + " through its PostgreSQL port: start it without --pg-port off");
    assertThat(LockHolder.explain("7", List.of("ldb", "scan")))
        .isEqualTo("Process 7 has it open: ldb scan. End it, or stop using the store there");
  }

  @Test
  void urlsSayWhetherToEncrypt() {
    assertThat(ServerAddress.parse("keyfold://localhost").tls()).isEqualTo(ServerAddress.Tls.OFF);
    assertThat(ServerAddress.parse("keyfold://[::1]:7")).hasToString("keyfold://[::1]:7");
    assertThat(ServerAddress.parse("keyfold://db.example").tls()).isEqualTo(ServerAddress.Tls.ON);
    assertThat(ServerAddress.parse("keyfold://h?tls=unverified").tls())
        .isEqualTo(ServerAddress.Tls.UNVERIFIED);
    for (String wrong :
        List.of("keyfold://", "keyfold://h/x", "keyfold://h?tls=maybe", "keyfold://h?a=b")) {
      assertThatThrownBy(() -> ServerAddress.parse(wrong))
          .isInstanceOf(ServerAddress.MalformedException.class)
          .hasMessageContaining("expected keyfold://HOST:PORT");
    }
  }
}
