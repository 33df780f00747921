package dev.keyfold.store.rocksdb.crash;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RetryPolicy;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.layer.buffer.WriteBufferStore;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/**
 * The process that is killed. Writes from several threads until then, and says on its standard
 * output what the store has acknowledged, a line each and at once:
 *
 * <pre>
 *   opening                          before the store is opened
 *   S thread batches transfers       what it finds there of the thread, and continues from
 *   B thread n                       batch n of the thread was acknowledged
 *   T thread n                       transfer n of the thread was committed
 * </pre>
 *
 * <p>Ends by itself, with status 3, only if something fails; and when its standard input ends, so
 * that it does not outlive whoever started it.
 */
final class CrashWriter {
  private static final RetryPolicy PATIENT =
      new RetryPolicy(100_000, Duration.ofNanos(20_000), Duration.ofMillis(2));

  private final Store store;
  private final String mode;

  /** One of so many steps is a transfer; few over a buffer, for each of them empties it. */
  private final int transferEvery;

  /** Unbuffered: each write is one system call, and a line is too short to be torn. */
  private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);

  private CrashWriter(Store store, String mode, int transferEvery) {
    this.store = store;
    this.mode = mode;
    this.transferEvery = transferEvery;
  }

  /** Arguments: URL, mode, {@code buffer} or {@code plain}, seed. */
  public static void main(String[] args) throws Exception {
    watchStandardInput();
    say("opening");
    Store store = Stores.open(args[0]);
    boolean buffered = args[2].equals("buffer");
    if (buffered) {
      store = WriteBufferStore.over(store).timeout(Duration.ofMillis(80)).open();
    }
    CrashWriter writer = new CrashWriter(store, args[1], buffered ? 80 : 6);
    for (int thread = 0; thread < Ledger.THREADS; thread++) {
      int number = thread;
      Random random = new Random(Long.parseLong(args[3]) + thread);
      long batches = Ledger.lastBatch(store, thread);
      long transfers = Ledger.transfers(store, thread);
      say("S " + thread + " " + batches + " " + transfers);
      new Thread(() -> writer.writeOn(number, batches, transfers, random), "writer-" + thread)
          .start();
    }
    new CountDownLatch(1).await(); // for ever
  }

  private void writeOn(int thread, long lastBatch, long lastTransfer, Random random) {
    try {
      Batch batch = new Batch();
      long transfers = lastTransfer;
      for (long n = lastBatch + 1; ; n++) {
        batch.clear();
        Ledger.fill(batch, thread, n);
        store.write(batch, Ledger.durability(mode, n));
        say("B " + thread + " " + n);
        if (random.nextInt(transferEvery) == 0) {
          long number = ++transfers;
          Durability durability = Ledger.durability(mode, number);
          store.transact(
              PATIENT,
              durability,
              transaction -> {
                Ledger.transfer(transaction, thread, number, random);
                return null;
              });
          say("T " + thread + " " + number);
        }
      }
    } catch (Throwable thrown) {
      fail(thrown);
    }
  }

  private static void say(String line) throws IOException {
    OUT.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
  }

  private static void watchStandardInput() {
    Thread watcher =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  // nothing is ever sent
                }
                Runtime.getRuntime().halt(4);
              } catch (IOException thrown) {
                fail(thrown);
              }
            },
            "parent-watcher");
    watcher.setDaemon(true);
    watcher.start();
  }

  private static void fail(Throwable thrown) {
    thrown.printStackTrace();
    Runtime.getRuntime().halt(3);
  }
}
