package dev.keyfold.redis.command;

import dev.keyfold.redis.state.Accesses;
import dev.keyfold.redis.state.Config;
import dev.keyfold.redis.state.PubSub;
import dev.keyfold.redis.state.Stats;

/**
 * What a {@link Call} does outside of its unit of work, for all calls of one server. Handlers do
 * not see it: they say to their call what they want.
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
   * The effects of one server's calls.
   *
   * @param waits takes over a call that waits for keys
   * @param background takes over a call whose result is big
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
