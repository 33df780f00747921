package dev.keyfold.redis.dispatch;

import dev.keyfold.redis.client.Watches;
import dev.keyfold.redis.command.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Effects of changes on WATCH and on blocked clients. A change breaks watches and marks waiting
 * commands as ready; after the command that made it, {@link #run} checks watched keys of swapped
 * databases and serves blocked clients. Confined to the loop thread.
 */
public final class FollowUps {
  private final Supplier<Unit> units;
  private final Watches watches;
  private final Blocking blocking;
  private final List<int[]> swaps = new ArrayList<>(0);

  /** Nothing to do yet. */
  public FollowUps(Supplier<Unit> units, Watches watches, Blocking blocking) {
    this.units = units;
    this.watches = watches;
    this.blocking = blocking;
  }

  /** A key was changed. */
  void changed(int database, byte[] name) {
    watches.changed(database, name);
    blocking.changed(database, name);
  }

  /** A key has expired. */
  void expired(int database, byte[] name) {
    watches.expired(database, name);
  }

  /** All keys of a database are deleted. */
  void flushed(int database) {
    watches.flushed(database);
  }

  /** Two databases were swapped; the commit still holds its lock, so keys are checked later. */
  void swapped(int database, int other) {
    swaps.add(new int[] {database, other});
  }

  /** Does it now. */
  public void run() {
    if (!swaps.isEmpty()) {
      List<int[]> pending = new ArrayList<>(swaps);
      swaps.clear();
      pending.forEach(pair -> compare(pair[0], pair[1]));
    }
    blocking.serve();
  }

  private void compare(int first, int second) {
    Unit unit = units.get();
    try {
      for (int database : new int[] {first, second}) {
        watches.swapped(
            database, key -> unit.work().space(database).keys().exists(key.name().array()));
        blocking.swapped(database);
      }
    } finally {
      unit.drop();
    }
  }
}
