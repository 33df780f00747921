package dev.keyfold.redis.dispatch;

import dev.keyfold.redis.client.Tracking;
import dev.keyfold.redis.client.Watches;
import dev.keyfold.redis.command.KeyspaceEvents;
import dev.keyfold.redis.state.Accesses;
import dev.keyfold.redis.state.Stats;
import dev.keyfold.structures.type.ChangeListener;
import java.time.InstantSource;

/**
 * What every committed change means to the clients: watches break, caches are invalidated, blocked
 * commands get ready. Called while the work has its lock, so it only notes. Confined to the loop
 * thread.
 */
public final class KeyspaceChanges implements ChangeListener {
  private final InstantSource clock;
  private final TurnSync sync;
  private final Stats stats;
  private final Accesses accesses;
  private final Watches watches;
  private final Tracking tracking;
  private final Blocking blocking;
  private final CopyJobs copyJobs;
  private final KeyspaceEvents events;
  private final FollowUps followUps;

  /** With everybody who has to know. */
  public KeyspaceChanges(
      InstantSource clock,
      TurnSync sync,
      Stats stats,
      Accesses accesses,
      Watches watches,
      Tracking tracking,
      Blocking blocking,
      CopyJobs copyJobs,
      KeyspaceEvents events,
      FollowUps followUps) {
    this.clock = clock;
    this.sync = sync;
    this.stats = stats;
    this.accesses = accesses;
    this.watches = watches;
    this.tracking = tracking;
    this.blocking = blocking;
    this.copyJobs = copyJobs;
    this.events = events;
    this.followUps = followUps;
  }

  @Override
  public void changed(int database, byte[] name) {
    sync.changed();
    stats.changes++;
    accesses.used(database, name, clock.millis());
    watches.changed(database, name);
    tracking.changed(name);
    blocking.changed(database, name);
  }

  @Override
  public void expired(int database, byte[] name) {
    sync.changed();
    stats.expired++;
    watches.expired(database, name);
    tracking.expired(name);
    events.expired(database, name);
  }

  @Override
  public void flushed(int database) {
    sync.changed();
    stats.changes++;
    copyJobs.flushed(database);
    watches.flushed(database);
    tracking.flushed();
  }

  @Override
  public void swapped(int database, int other) {
    sync.changed();
    copyJobs.swapped(database, other);
    followUps.swapped(database, other);
  }
}
