package dev.keyfold.redis.dispatch;

import dev.keyfold.redis.client.Tracking;
import dev.keyfold.redis.command.KeyspaceEvents;
import dev.keyfold.structures.type.ChangeListener;

/**
 * Applies every committed change to the clients: it breaks watches, invalidates client-side caches
 * and marks blocked commands as ready. Called while the commit holds its lock, so it only records;
 * {@link FollowUps#run} does the work. Confined to the loop thread.
 */
public final class KeyspaceChanges implements ChangeListener {
  private final ChangeCounts counts;
  private final Tracking tracking;
  private final CopyJobs copyJobs;
  private final KeyspaceEvents events;
  private final FollowUps followUps;

  /** Reports changes to each of these. */
  public KeyspaceChanges(
      ChangeCounts counts,
      Tracking tracking,
      CopyJobs copyJobs,
      KeyspaceEvents events,
      FollowUps followUps) {
    this.counts = counts;
    this.tracking = tracking;
    this.copyJobs = copyJobs;
    this.events = events;
    this.followUps = followUps;
  }

  @Override
  public void changed(int database, byte[] name) {
    counts.changed(database, name);
    followUps.changed(database, name);
    tracking.changed(name);
  }

  @Override
  public void expired(int database, byte[] name) {
    counts.expired();
    followUps.expired(database, name);
    tracking.expired(name);
    events.expired(database, name);
  }

  @Override
  public void flushed(int database) {
    counts.flushed();
    copyJobs.flushed(database);
    followUps.flushed(database);
    tracking.flushed();
  }

  @Override
  public void swapped(int database, int other) {
    counts.swapped();
    copyJobs.swapped(database, other);
    followUps.swapped(database, other);
  }
}
