package dev.keyfold.hbase;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * An HBase with Phoenix in it, and Phoenix's client in a process beside it, whose class path is
 * that of hbase/phoenix. One for all tests of a JVM, which ends with it. {@code -Dphoenix.port=}
 * names the ZooKeeper of one that runs already.
 */
final class PhoenixHBase {
  private static final Path PHOENIX =
      Path.of("..", "phoenix", "target").toAbsolutePath().normalize();
  private static final int RUNNING = Integer.getInteger("phoenix.port", 0);
  private static final Map<String, String> SETTINGS =
      Map.of(
          "hbase.regionserver.wal.codec",
          "org.apache.hadoop.hbase.regionserver.wal.IndexedWALEditCodec");

  private static PhoenixHBase shared;

  private final ObjectMapper json = new ObjectMapper();
  private final int port;
  private final Process client;
  private final Path errors;
  private final Writer statements;
  private final BufferedReader answers;

  private PhoenixHBase(int port) {
    this.port = port;
    try {
      Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
      errors = target.resolve("phoenix-client.err");
      client =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx600m",
                  "-Djava.net.preferIPv4Stack=true",
                  "-Duser.timezone=UTC",
                  "-cp",
                  classPath(),
                  "dev.keyfold.hbase.phoenix.SqlProcess",
                  Integer.toString(port))
              .redirectError(errors.toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    statements =
        new BufferedWriter(
            new OutputStreamWriter(client.getOutputStream(), StandardCharsets.UTF_8));
    answers =
        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
    answer("connecting");
  }

  /** The one of this JVM; the first who asks starts it. */
  static synchronized PhoenixHBase shared() {
    if (shared == null) {
      if (RUNNING > 0) {
        shared = new PhoenixHBase(RUNNING);
      } else {
        StandaloneHBase hbase = StandaloneHBase.start(classPath(), "1500m", SETTINGS);
        Runtime.getRuntime().addShutdownHook(new Thread(hbase::close, "stop-phoenix-hbase"));
        shared = new PhoenixHBase(hbase.port());
      }
      Runtime.getRuntime().addShutdownHook(new Thread(shared.client::destroy, "stop-phoenix"));
    }
    return shared;
  }

  private static String classPath() {
    try {
      return PHOENIX.resolve("classes")
          + File.pathSeparator
          + Files.readString(PHOENIX.resolve("classpath")).trim();
    } catch (IOException e) {
      throw new UncheckedIOException("build the module hbase/phoenix first", e);
    }
  }

  /** The URL of a table of HBase, to be read only. */
  String url(String table) {
    return "hbase://" + Site.LOOPBACK + ":" + port + "/" + table + "?foreign=true";
  }

  /** Runs a statement; the rows of a query, each value as a text of its exact meaning. */
  List<List<String>> sql(String statement) {
    try {
      statements.write(statement.replace('\n', ' ') + "\n");
      statements.flush();
      return answer(statement);
    } catch (IOException e) {
      throw new UncheckedIOException(statement, e);
    }
  }

  private List<List<String>> answer(String statement) {
    List<List<String>> rows = new ArrayList<>();
    try {
      while (true) {
        String line = answers.readLine();
        if (line == null) {
          throw new IllegalStateException(
              "Phoenix ended at " + statement + ": " + Files.readString(errors));
        }
        if (line.equals("ok")) {
          return rows;
        }
        if (line.startsWith("error ")) {
          throw new IllegalStateException(statement + ": " + line);
        }
        rows.add(Arrays.asList(json.readValue(line, String[].class)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(statement, e);
    }
  }
}
