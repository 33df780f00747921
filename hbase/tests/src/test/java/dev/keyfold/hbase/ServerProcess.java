package dev.keyfold.hbase;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM with the class path of HBase, and nothing of ours but what ties it to this one: it ends
 * with us, however we end. What it prints is in a file beside its data.
 */
final class ServerProcess implements AutoCloseable {
  private static final Path CLUSTER =
      Path.of("..", "cluster", "target").toAbsolutePath().normalize();

  private final String name;
  private final Path output;
  private final Process process;

  /**
   * Starts it.
   *
   * @param conf a directory that goes first on the class path
   * @param jars the rest of it, with all of HBase; null for HBase alone
   * @param heap as in -Xmx
   */
  ServerProcess(
      String name, Path conf, String jars, Path output, String heap, List<String> command) {
    this.name = name;
    this.output = output;
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Without the last one, ZooKeeper serves its status on 0.0.0.0:8080.
    line.addAll(
        List.of(
            "-Xmx" + heap,
            "-Djava.net.preferIPv4Stack=true",
            "-Dzookeeper.admin.enableServer=false",
            "-cp"));
    line.add(
        String.join(
            File.pathSeparator,
            conf.toString(),
            CLUSTER.resolve("classes").toString(),
            jars == null ? hbase() : jars));
    line.add("dev.keyfold.hbase.cluster.Tethered");
    line.addAll(command);
    try {
      // Standard input stays open and unused: its end is what the other side waits for.
      process =
          new ProcessBuilder(line)
              .directory(conf.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hbase() {
    Path resolved = CLUSTER.resolve("classpath");
    if (!Files.exists(resolved)) {
      throw new IllegalStateException("no " + resolved + ": build the module hbase/cluster first");
    }
    try {
      return Files.readString(resolved).trim();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Throws with the end of what it printed if it is no longer there. */
  void checkAlive() {
    if (!process.isAlive()) {
      throw new IllegalStateException(
          name + " ended with status " + process.exitValue() + ": " + lastWords());
    }
  }

  String lastWords() {
    try {
      List<String> lines = Files.readAllLines(output);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
    } catch (IOException e) {
      return "(" + e + ")";
    }
  }

  /** Waits for one that ends by itself; throws if it was not content. */
  void awaitSuccess() {
    await();
    if (process.exitValue() != 0) {
      checkAlive();
    }
  }

  /** As if the machine had lost power: SIGKILL. */
  void kill() {
    process.destroyForcibly();
    await();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    await();
  }

  private void await() {
    process.onExit().join();
  }
}
