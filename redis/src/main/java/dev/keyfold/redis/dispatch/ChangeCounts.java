package dev.keyfold.redis.dispatch;

import dev.keyfold.redis.state.Accesses;
import dev.keyfold.redis.state.Stats;
import java.time.InstantSource;

/**
 * Counts committed changes: for the sync before the next replies, for INFO, and for the access
 * times of keys (OBJECT IDLETIME). Confined to the loop thread.
 */
public final class ChangeCounts {
  private final IterationSync sync;
  private final Stats stats;
  private final Accesses accesses;
  private final InstantSource clock;

  /** Counts into these. */
  public ChangeCounts(IterationSync sync, Stats stats, Accesses accesses, InstantSource clock) {
    this.sync = sync;
    this.stats = stats;
    this.accesses = accesses;
    this.clock = clock;
  }

  void changed(int database, byte[] name) {
    sync.changed();
    stats.changes++;
    accesses.used(database, name, clock.millis());
  }

  void expired() {
    sync.changed();
    stats.expired++;
  }

  void flushed() {
    sync.changed();
    stats.changes++;
  }

  void swapped() {
    sync.changed();
  }
}
