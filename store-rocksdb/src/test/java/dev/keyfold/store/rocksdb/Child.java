package dev.keyfold.store.rocksdb;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** A second Java process that runs the {@code main} of a test class and prints what happened. */
final class Child {
  private Child() {}

  /** The command; a wrapper such as {@code setpriv …} may stand before it. */
  static List<String> command(Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx128m");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return command;
  }

  /** Runs it to its end; what it printed. */
  static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    // To the end of its output, which it does not reach if it hangs.
    CompletableFuture<Process> late =
        process
            .onExit()
            .orTimeout(60, TimeUnit.SECONDS)
            .whenComplete((ended, failure) -> process.destroyForcibly());
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
    try {
      late.join();
    } catch (CompletionException e) {
      throw new AssertionError("the child did not end within a minute: " + output, e);
    }
    return output;
  }

  /** Starts it and waits for its first line. */
  static Process startAndAwait(List<String> command, String line) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder seen = new StringBuilder();
    for (String next; (next = reader.readLine()) != null; ) {
      if (next.equals(line)) {
        return process;
      }
      seen.append(next).append('\n');
    }
    throw new AssertionError("the child said: " + seen);
  }
}
