package dev.keyfold.hbase;

import dev.keyfold.hbase.WriteLog.Operation;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A {@link RowsWriter} in a process of its own, which writes until it is killed and prints what its
 * log is told. {@link #main} is that process, an object of this class the handle on it.
 */
final class WriterProcess implements AutoCloseable {
  private final Process process;
  private final WriteLog log;
  private final List<String> others = new ArrayList<>();
  private final Thread reading = new Thread(this::read, "writer-output");

  WriterProcess(String url, int first, long seed, WriteLog log) {
    this.log = log;
    process = start(WriterProcess.class, url, Integer.toString(first), Long.toString(seed));
    reading.start();
  }

  /** A JVM like this one that runs a class; its standard input stays open, see {@link #tether}. */
  static Process start(Class<?> main, String... args) {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                "-Dslf4j.internal.verbosity=ERROR",
                main.getName()));
    line.addAll(List.of(args));
    try {
      return new ProcessBuilder(line).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends this process with whoever started it. */
  static void tether() {
    Thread tether =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  // Only the end counts.
                }
              } catch (IOException gone) {
                // as good as an end
              }
              Runtime.getRuntime().halt(0);
            },
            "tether");
    tether.setDaemon(true);
    tether.start();
  }

  /** Arguments: URL, first row, seed. */
  public static void main(String[] args) {
    tether();
    Store store = Stores.open(args[0]); // never closed: it is killed
    WriteLog printing =
        new WriteLog() {
          @Override
          public void tried(int id, String state) {
            System.out.println("tried " + id + " " + state);
          }

          @Override
          public void acknowledged(Operation operation, int id) {
            System.out.println("acknowledged " + id + " " + operation);
          }

          @Override
          public void refused(Operation operation, int id) {
            System.out.println("refused " + id + " " + operation);
          }

          @Override
          public void unknown(Operation operation, int id, String why) {
            System.out.println(
                "unknown " + id + " " + operation + " " + why.replaceAll("\\s+", " "));
          }
        };
    new RowsWriter(
            RowsWriter.tables(store), Integer.parseInt(args[1]), Long.parseLong(args[2]), printing)
        .runWhile(() -> true);
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        read(line);
      }
    } catch (IOException gone) {
      // It was killed.
    }
  }

  private void read(String line) {
    String[] words = line.split(" ", 4);
    switch (words[0]) {
      case "tried" -> log.tried(Integer.parseInt(words[1]), words[2]);
      case "acknowledged" -> log.acknowledged(operation(words), Integer.parseInt(words[1]));
      case "refused" -> log.refused(operation(words), Integer.parseInt(words[1]));
      case "unknown" -> log.unknown(operation(words), Integer.parseInt(words[1]), words[3]);
      default -> others.add(line);
    }
  }

  private static Operation operation(String[] words) {
    return Operation.valueOf(words[2]);
  }

  /** kill -9, and everything it has said is in the log. Throws if it had ended by itself. */
  void kill() throws InterruptedException {
    boolean alive = process.isAlive();
    process.destroyForcibly().waitFor();
    reading.join();
    if (!alive) {
      throw new AssertionError("the writing process ended: " + String.join("\n", others));
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
