package dev.keyfold.peers.phoenix;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The oracle, running; stopping it ends its process. */
final class PhoenixProcess {
  private static final Path BUILT = Path.of("..", "oracle", "target").toAbsolutePath().normalize();

  private final Process process;
  private final Writer questions;
  private final BufferedReader answers;

  /**
   * Starts it.
   *
   * @param properties of the connection, as {@code name=value}
   */
  PhoenixProcess(String... properties) throws IOException {
    Path classPath = BUILT.resolve("classpath");
    if (!Files.exists(classPath)) {
      throw new IllegalStateException("no " + classPath + ": build the module oracle first");
    }
    Path errors = Files.createDirectories(Path.of("target")).resolve("oracle.err");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-Duser.timezone=UTC",
                "-cp",
                BUILT.resolve("classes") + ":" + Files.readString(classPath).trim(),
                "dev.keyfold.peers.phoenix.Oracle"));
    command.addAll(List.of(properties));
    process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    questions =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** The columns of the answer; the first is {@code error} if Phoenix said no. */
  List<String> ask(String... question) {
    try {
      questions.write(String.join("\t", question) + "\n");
      questions.flush();
      String answer = answers.readLine();
      if (answer == null) {
        throw new IllegalStateException(
            "the oracle ended: " + Files.readString(Path.of("target", "oracle.err")));
      }
      return List.of(answer.split("\t", -1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks what must succeed. */
  List<String> must(String... question) {
    List<String> answer = ask(question);
    if (answer.get(0).equals("error")) {
      throw new AssertionError(String.join(" ", question) + ": " + answer.get(1));
    }
    return answer;
  }

  void stop() throws IOException, InterruptedException {
    questions.close();
    if (!process.waitFor(10, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
