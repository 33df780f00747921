package dev.keyfold.hbase.bench;

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
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A subject in its JVM, as seen from here. Closing ends it. */
final class SubjectProcess implements AutoCloseable {
  /** Requests are counted. */
  private static final String SITE =
      """
      <configuration>
        <property><name>hbase.client.metrics.enable</name><value>true</value></property>
      </configuration>
      """;

  private final Subject subject;
  private final Path errors;
  private final Process process;
  private final Writer orders;
  private final BufferedReader answers;

  /**
   * Starts it.
   *
   * @param directory for its settings and what it prints
   */
  SubjectProcess(Subject subject, int port, int rows, Path directory) throws IOException {
    this.subject = subject;
    Path conf = Files.createDirectories(directory.resolve("conf-" + subject));
    Files.writeString(conf.resolve("hbase-site.xml"), SITE);
    errors = directory.resolve(subject + ".err");
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-Djava.net.preferIPv4Stack=true",
                "-Duser.timezone=UTC",
                "-cp",
                conf + File.pathSeparator + ClassPaths.of(subject),
                SubjectMain.class.getName(),
                subject.name(),
                Integer.toString(port),
                Integer.toString(rows))
            .redirectError(errors.toFile())
            .start();
    orders =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  Subject subject() {
    return subject;
  }

  /** Tells it to do something and waits until that is done. */
  String tell(String order, Variant variant, Object... arguments) {
    StringBuilder words = new StringBuilder(order).append(' ').append(variant);
    List.of(arguments).forEach(argument -> words.append(' ').append(argument));
    String line = words.toString();
    try {
      orders.write(line + "\n");
      orders.flush();
      String answer = answers.readLine();
      if (answer == null) {
        throw new IllegalStateException(
            subject.label + " ended at '" + line + "': " + Files.readString(errors));
      }
      if (!answer.startsWith("ok ")) {
        throw new IllegalStateException(
            subject.label + " failed at '" + line + "': " + answer.replace('\t', '\n'));
      }
      return answer.substring("ok ".length()).replace('\t', '\n');
    } catch (IOException e) {
      throw new UncheckedIOException(subject.label + " at '" + line + "'", e);
    }
  }

  Measurement measure(Variant variant, Operation operation, int round, int times) {
    return Measurement.parse(tell("run", variant, operation, round, times));
  }

  @Override
  public void close() {
    try {
      orders.close();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
