package dev.keyfold.hbase;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Another process that owns a table, and writes to it until it is killed or refused: batches of
 * three keys each, the number of the batch in all of them. It prints each number that was
 * acknowledged. {@link #main} is that process, an object of this class the handle on it.
 */
final class OwnerProcess implements AutoCloseable {
  static final byte[] FIRST = {'a'};
  static final byte[] LAST = {'z'};

  private final Process process;
  private final Thread reading = new Thread(this::read, "owner-output");
  private volatile int acknowledged = -1;
  private volatile String refusal;

  OwnerProcess(String url) {
    try {
      process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx256m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  "-Dslf4j.internal.verbosity=ERROR",
                  OwnerProcess.class.getName(),
                  url)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    reading.start();
  }

  static byte[] key(int number) {
    byte[] key = new byte[5];
    key[0] = 'k';
    Bytes.putInt(key, 1, number);
    return key;
  }

  static byte[] value(int number) {
    byte[] value = new byte[4];
    Bytes.putInt(value, 0, number);
    return value;
  }

  /** Owns the table and writes until that is refused. Ends with whoever started it. */
  public static void main(String[] args) {
    WriterProcess.tether();
    try (Store store = Stores.open(args[0])) {
      byte[] before = store.get(FIRST);
      for (int i = before == null ? 0 : Bytes.getInt(before, 0) + 1; ; i++) {
        Batch batch = new Batch();
        batch.put(FIRST, value(i));
        batch.put(key(i), value(i));
        batch.delete(key(i - 50));
        batch.put(LAST, value(i));
        store.write(batch, i % 10 == 0 ? Durability.SYNC : Durability.ASYNC);
        System.out.println("ack " + i);
      }
    } catch (StoreException e) {
      System.out.println("refused " + e.getClass().getSimpleName() + " " + e.getMessage());
    }
    Runtime.getRuntime().halt(0);
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("ack ")) {
          acknowledged = Integer.parseInt(line.substring(4));
        } else {
          refusal = line;
        }
      }
    } catch (IOException gone) {
      // It was killed.
    }
  }

  /** The last number of which it was told that it is written. */
  int acknowledged() {
    return acknowledged;
  }

  /** What it said at its end. */
  String refusal() {
    return refusal;
  }

  /** STOP or CONT: Java has no method for these. */
  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  /** kill -9, and everything it has said is read. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
    reading.join();
  }

  void awaitEnd() throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new AssertionError("the owner goes on; acknowledged " + acknowledged);
    }
    reading.join();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
