package dev.keyfold.structures;

import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The process that is killed: does one work after the other and says the number of each as soon as
 * it was acknowledged as durable. Ends when its standard input does, so that it does not outlive
 * whoever started it.
 */
final class CrashWriter {
  private CrashWriter() {}

  /** Arguments: URL, seed. */
  public static void main(String[] args) throws IOException {
    Thread watcher = new Thread(CrashWriter::awaitEndOfInput, "parent-watcher");
    watcher.setDaemon(true);
    watcher.start();
    try (Store store = Stores.open(args[0]);
        FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
      FakeClock clock = new FakeClock();
      Structures structures =
          Structures.over(
              store, StructuresOptions.defaults().withDurability(Durability.SYNC).withClock(clock));
      CrashOperations operations = new CrashOperations(structures, clock, Long.parseLong(args[1]));
      long next = operations.progress() + 1;
      while (true) {
        operations.run(next);
        out.write((next + "\n").getBytes(StandardCharsets.US_ASCII));
        next++;
      }
    } catch (RuntimeException | Error thrown) {
      thrown.printStackTrace();
      Runtime.getRuntime().halt(3);
    }
  }

  private static void awaitEndOfInput() {
    try {
      while (System.in.read() >= 0) {
        Thread.onSpinWait();
      }
      Runtime.getRuntime().halt(4);
    } catch (IOException thrown) {
      Runtime.getRuntime().halt(5);
    }
  }
}
