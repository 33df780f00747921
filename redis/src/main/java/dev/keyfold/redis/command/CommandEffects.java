package dev.keyfold.redis.command;

import dev.keyfold.redis.state.Accesses;
import dev.keyfold.redis.state.Config;
import dev.keyfold.redis.state.PubSub;
import dev.keyfold.redis.state.Stats;

/**
 * The side effects of a {@link Call} outside its unit of work, shared by all calls of one server.
 * Handlers do not see it; they call methods of {@link Call}.
 */
public final class CommandEffects {
  final Config config;
  final KeyspaceEvents events;
  final PubSub pubsub;
  final Accesses accesses;
  final Stats stats;
  final ScanCursors cursors = new ScanCursors();
  final Call.Waits waits;
  final StoredResult.Background background;

  /**
   * The side effects of one server's calls.
   *
   * @param waits blocks a call until keys change
   * @param background computes a big result on another thread
   */
  public CommandEffects(
      Config config,
      KeyspaceEvents events,
      PubSub pubsub,
      Accesses accesses,
      Stats stats,
      Call.Waits waits,
      StoredResult.Background background) {
    this.config = config;
    this.events = events;
    this.pubsub = pubsub;
    this.accesses = accesses;
    this.stats = stats;
    this.waits = waits;
    this.background = background;
  }
}
