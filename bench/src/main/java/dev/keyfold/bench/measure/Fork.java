package dev.keyfold.bench.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** One measurement in a JVM of its own, because what ran before shapes how a JVM compiles. */
public final class Fork {
  /** With it, all that a fork has to say goes to standard error. */
  private static final boolean DEBUG = System.getenv("KEYFOLD_DEBUG") != null;

  private static volatile Process running;

  private Fork() {}

  /**
   * Runs the main class on this JVM's class path and returns what it printed. Throws if it fails,
   * with the first line of its errors.
   */
  public static String run(List<String> jvmOptions, Class<?> main, List<String> args)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(args);
    Path errors = Files.createTempFile("keyfold-fork", ".txt");
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.redirectError(
          DEBUG ? ProcessBuilder.Redirect.INHERIT : ProcessBuilder.Redirect.to(errors.toFile()));
      Process process = builder.start();
      running = process;
      String printed =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      int code = process.waitFor();
      running = null;
      if (code != 0) {
        throw new IllegalStateException(
            String.format(
                "%s %s ended with %d: %s (KEYFOLD_DEBUG=1 shows where)",
                main.getSimpleName(), args, code, firstLine(errors)));
      }
      return printed;
    } finally {
      Files.deleteIfExists(errors);
    }
  }

  private static String firstLine(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.findFirst().orElse("it said nothing");
    }
  }

  /** Ends the fork that is running, if one is; the program itself is about to end. */
  public static void stop() {
    Process process = running;
    if (process != null) {
      process.destroyForcibly();
      process.onExit().join();
    }
  }
}
