package dev.keyfold.db.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A Java process that writes until it is killed, and prints what was acknowledged. */
final class KilledProcess {
  private static final int KILLED = 128 + 9;

  private KilledProcess() {}

  /**
   * Runs a main class and kills it that long after its first line.
   *
   * @param directory for its temporary files
   * @param lines receives each line that it printed before it was killed
   */
  static void run(
      Class<?> main, Path directory, int millis, Consumer<String> lines, List<String> arguments)
      throws IOException, InterruptedException {
    Path errors = Files.createTempFile(directory, "errors", ".txt");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-Djava.io.tmpdir=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    try (BufferedReader output = process.inputReader(StandardCharsets.US_ASCII)) {
      String first = output.readLine();
      assertThat(first).as("its first words; errors: %s", Files.readString(errors)).isNotNull();
      lines.accept(first);
      Thread killer =
          new Thread(
              () -> {
                try {
                  Thread.sleep(millis);
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                // By its handle: the process's own method would close the pipe with what is in it.
                process.toHandle().destroyForcibly();
              });
      killer.start();
      for (String line; (line = output.readLine()) != null; ) {
        lines.accept(line);
      }
      killer.join();
    }
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue())
        .as("killed, not failed: %s", Files.readString(errors))
        .isEqualTo(KILLED);
  }
}
