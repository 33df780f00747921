package dev.keyfold.table.schema;

import dev.keyfold.store.RetryPolicy;
import java.time.Duration;

/**
 * Timing for processes that share the tables of one store without atomic batches. A process reads
 * definitions again every {@code refresh}, and never writes with one that is older than {@code
 * oldest}; a process that has changed a definition waits for {@code settle}, until all others know
 * it. All processes must use the same values, each larger than the one before.
 *
 * @param refresh zero: before each operation, without waiting; for a process that is alone
 * @param patience how long a write waits for a transaction that holds its record, before it aborts
 *     that transaction
 * @param retry how often a write is retried after conflicts
 */
public record Sharing(
    Duration refresh, Duration oldest, Duration settle, Duration patience, RetryPolicy retry) {
  /** Sixty attempts with pauses up to half a second. */
  private static final RetryPolicy PATIENT =
      new RetryPolicy(60, Duration.ofMillis(1), Duration.ofMillis(500));

  /** Five, ten and fifteen seconds; {@code -Dkeyfold.definition.seconds} changes the five. */
  public static final Sharing DEFAULT = every(Integer.getInteger("keyfold.definition.seconds", 5));

  /** Definitions are read again after so many seconds, the other times to match. */
  public static Sharing every(int seconds) {
    return new Sharing(
        Duration.ofSeconds(seconds),
        Duration.ofSeconds(2L * seconds),
        Duration.ofSeconds(3L * seconds),
        Duration.ofMillis(200),
        PATIENT);
  }
}
