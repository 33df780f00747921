package dev.keyfold.store.rocksdb.crash;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Store;
import dev.keyfold.store.rocksdb.RocksStore;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/** A running {@link CrashWriter}: waits for its first words, kills it, and hears it out. */
final class Victim implements AutoCloseable {
  /** A JVM starts in a second, on a busy machine in ten; longer than this is a hang. */
  private static final int PATIENCE_SECONDS = 60;

  private static final int KILLED = 128 + 9;

  private final Process process;
  private final Path errors;
  private final Acknowledged acknowledged;
  private final Thread listener;
  private final CountDownLatch opening = new CountDownLatch(1);
  private final CountDownLatch first = new CountDownLatch(1);
  private volatile Throwable misheard;

  Victim(Path scratch, Acknowledged acknowledged, String... arguments) throws IOException {
    this.acknowledged = acknowledged;
    errors = Files.createTempFile(scratch, "errors", ".txt");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Xshare:auto",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-Djava.library.path=" + nativeLibrary(scratch),
                "-Djava.io.tmpdir=" + scratch,
                "-cp",
                classPath(),
                CrashWriter.class.getName()));
    command.addAll(Arrays.asList(arguments));
    process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    listener = new Thread(this::listen, "crash-listener");
    listener.setDaemon(true);
    listener.start();
  }

  private void listen() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.US_ASCII)) {
      for (String line; (line = lines.readLine()) != null; ) {
        opening.countDown();
        if (acknowledged.take(line)) {
          first.countDown();
        }
      }
    } catch (IOException | RuntimeException | AssertionError thrown) {
      misheard = thrown;
    }
  }

  void awaitOpening() throws InterruptedException, IOException {
    await(opening, "said that it opens the store");
  }

  void awaitFirstAcknowledgement() throws InterruptedException, IOException {
    await(first, "acknowledged anything");
  }

  private void await(CountDownLatch latch, String what) throws InterruptedException, IOException {
    for (int tenth = 0; tenth < PATIENCE_SECONDS * 10; tenth++) {
      if (latch.await(100, TimeUnit.MILLISECONDS)) {
        return;
      }
      if (!process.isAlive()) {
        break;
      }
    }
    throw new AssertionError(
        "the writing process "
            + (process.isAlive() ? "hangs" : "ended with " + process.exitValue())
            + " and never "
            + what
            + ": "
            + Files.readString(errors));
  }

  /** SIGKILL, and then everything it had said before. */
  void kill() throws InterruptedException, IOException {
    // By its handle: the process's own method would also close the pipe with what is still in it.
    process.toHandle().destroyForcibly();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the writing process survives SIGKILL");
    }
    listener.join(PATIENCE_SECONDS * 1_000L);
    if (listener.isAlive() || misheard != null) {
      throw new AssertionError("its output was not understood: " + misheard, misheard);
    }
    if (process.exitValue() != KILLED) {
      throw new AssertionError(
          "the writing process was not killed but ended with "
              + process.exitValue()
              + ": "
              + Files.readString(errors));
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** Only what it needs, in its own order: a short class path starts faster. */
  private static String classPath() {
    return Stream.of(
            CrashWriter.class, RocksStore.class, Store.class, KeyRange.class, RocksDB.class)
        .map(Victim::location)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException thrown) {
      throw new IllegalStateException(thrown);
    }
  }

  /**
   * The engine's library, unpacked once for all: each process would else unpack it for itself, and
   * one that is killed leaves its copy of fifty megabytes lying about.
   */
  private static synchronized Path nativeLibrary(Path scratch) throws IOException {
    String name = Environment.getJniLibraryFileName("rocksdb");
    Path directory = scratch.resolve("native");
    Path file = directory.resolve(name);
    if (!Files.exists(file)) {
      Files.createDirectories(directory);
      try (InputStream packed = RocksDB.class.getResourceAsStream("/" + name)) {
        Files.copy(packed, file);
      }
    }
    return directory;
  }
}
