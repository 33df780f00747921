package dev.keyfold.store.rocksdb.crash;

import java.util.Arrays;

/**
 * How far each thread got: the last batch and transfer that were acknowledged, and the last ones
 * that must survive. Written by the thread that listens, read when that has ended.
 */
final class Acknowledged {
  final long[] batches;
  final long[] transfers;
  final long[] durableBatches;
  final long[] durableTransfers;
  private final String mode;
  private final boolean buffered;

  /** From what was found in the store before. */
  Acknowledged(long[] batches, long[] transfers, String mode, boolean buffered) {
    this.batches = batches.clone();
    this.transfers = transfers.clone();
    this.durableBatches = batches.clone();
    this.durableTransfers = transfers.clone();
    this.mode = mode;
    this.buffered = buffered;
  }

  /** Takes a line of {@link CrashWriter}; true if it acknowledges something. */
  boolean take(String line) {
    String[] words = line.split(" ", -1);
    switch (words[0]) {
      case "opening" -> {
        return false;
      }
      case "S" -> {
        int thread = Integer.parseInt(words[1]);
        found(batches, durableBatches, thread, Long.parseLong(words[2]));
        found(transfers, durableTransfers, thread, Long.parseLong(words[3]));
        return false;
      }
      case "B" -> note(batches, durableBatches, words);
      case "T" -> note(transfers, durableTransfers, words);
      default -> throw new AssertionError("the writing process said '" + line + "'");
    }
    return true;
  }

  /** A thread does one thing at a time: at most one was under way and not acknowledged. */
  private static void found(long[] last, long[] durable, int thread, long number) {
    if (number < durable[thread] || number > last[thread] + 1) {
      throw new AssertionError(
          "the writing process found "
              + number
              + " of thread "
              + thread
              + ", expected "
              + durable[thread]
              + " to "
              + (last[thread] + 1));
    }
    last[thread] = number;
    durable[thread] = number;
  }

  private void note(long[] last, long[] durable, String[] words) {
    int thread = Integer.parseInt(words[1]);
    long number = Long.parseLong(words[2]);
    if (number != last[thread] + 1) {
      throw new AssertionError("thread " + thread + " said " + number + " after " + last[thread]);
    }
    last[thread] = number;
    // Without a buffer also what is async survives: the process died, not the machine.
    if (!buffered || Ledger.durability(mode, number).isDurable()) {
      durable[thread] = number;
    }
  }

  static long sum(long[] numbers) {
    return Arrays.stream(numbers).sum();
  }
}
