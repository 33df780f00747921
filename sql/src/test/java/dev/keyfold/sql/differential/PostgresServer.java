package dev.keyfold.sql.differential;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL 15 of its own, with its data in a temporary directory, on a free port of 127.0.0.1.
 * PostgreSQL refuses to run as root, so that root runs it as the user of Debian's package. {@code
 * -Dpostgres.bin=} is where its programs are.
 */
final class PostgresServer implements AutoCloseable {
  private static final String BIN =
      System.getProperty("postgres.bin", "/usr/lib/postgresql/15/bin");
  private static final boolean ROOT = System.getProperty("user.name").equals("root");

  private final Path directory;
  private final Process process;
  private final String url;

  PostgresServer() throws IOException, InterruptedException {
    if (!Files.isExecutable(Path.of(BIN, "postgres"))) {
      throw new IOException("no PostgreSQL in " + BIN + ": install postgresql-15");
    }
    directory = Files.createTempDirectory("keyfold-postgres");
    if (ROOT) {
      run("chown", "postgres", directory.toString());
    }
    Path data = directory.resolve("data");
    run(
        asServer(
            "initdb",
            "-D",
            data.toString(),
            "-A",
            "trust",
            "-U",
            "keyfold",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync"));
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    process =
        start(
            asServer(
                "postgres",
                "-D",
                data.toString(),
                "-h",
                "127.0.0.1",
                "-p",
                "" + port,
                "-c",
                "unix_socket_directories=",
                "-c",
                "fsync=off"));
    url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=keyfold";
    awaitAnswer();
  }

  String url() {
    return url;
  }

  private static String[] asServer(String program, String... arguments) {
    List<String> command = new ArrayList<>();
    if (ROOT) {
      command.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"));
    }
    command.add(Path.of(BIN, program).toString());
    command.addAll(List.of(arguments));
    return command.toArray(new String[0]);
  }

  private Process start(String... command) throws IOException {
    return new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile()))
        .start();
  }

  private void run(String... command) throws IOException, InterruptedException {
    if (start(command).waitFor() != 0) {
      throw new IOException(
          Arrays.toString(command) + ": " + Files.readString(directory.resolve("log")));
    }
  }

  private void awaitAnswer() throws IOException, InterruptedException {
    for (int i = 0; i < 600 && process.isAlive(); i++) {
      try {
        DriverManager.getConnection(url).close();
        return;
      } catch (SQLException notYet) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
    throw new IOException(
        "PostgreSQL did not start: " + Files.readString(directory.resolve("log")));
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    process.onExit().join();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
