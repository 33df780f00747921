package dev.keyfold.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One measurement in a JVM of its own, because what ran before shapes how a JVM compiles. */
public final class Fork {
  private Fork() {}

  /**
   * Runs the main class on this JVM's class path and returns what it printed; its errors go to
   * ours. Throws if it fails.
   */
  public static String run(List<String> jvmOptions, Class<?> main, List<String> args)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(args);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    int code = process.waitFor();
    if (code != 0) {
      throw new IllegalStateException(
          main.getSimpleName()
              + " "
              + args
              + " ended with "
              + code
              + ", printed '"
              + printed
              + "'");
    }
    return printed;
  }
}
