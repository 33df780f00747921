package dev.keyfold.table.schema;

import dev.keyfold.store.RetryPolicy;
import java.time.Duration;

/**
 * What processes that share the tables of one store go by, where the store has no atomic batches
 * and so anybody may write. Definitions are read again every {@code refresh}; nobody writes by one
 * that was read longer ago than {@code oldest}; and who has changed one waits for {@code settle}
 * before relying on everybody knowing it. All processes must have the same; each longer than the
 * one before.
 *
 * @param refresh zero: before each operation, and nobody waits; for a process that is alone
 * @param patience how long a write waits for a transaction over several records that has one of
 *     them, before it puts an end to it
 * @param retry how often a write begins again when others come first
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
