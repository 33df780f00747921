package dev.keyfold.redis.client;

import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.redis.state.PubSub;
import java.util.List;

/**
 * Everything a client may be registered in besides the list of clients: watched keys, tracked keys,
 * channels, and the queues of blocked and paused commands. Confined to the loop thread.
 */
public final class ClientRegistrations {
  private final Watches watches;
  private final Tracking tracking;
  private final PubSub pubsub;
  private final List<WaitingList> waits;

  /**
   * The registrations of one server's clients.
   *
   * @param waits all queues that hold commands of clients
   */
  public ClientRegistrations(
      Watches watches, Tracking tracking, PubSub pubsub, List<WaitingList> waits) {
    this.watches = watches;
    this.tracking = tracking;
    this.pubsub = pubsub;
    this.waits = List.copyOf(waits);
  }

  /** Removes a disconnected client from all of them. */
  void remove(Client client) {
    waits.forEach(each -> each.forget(client));
    reset(client);
  }

  /** Ends what RESET ends: watches, tracking, subscriptions and the open transaction. */
  void reset(Client client) {
    watches.unwatch(client);
    tracking.disable(client);
    unsubscribeAll(client);
    client.transaction(null);
  }

  private void unsubscribeAll(Client client) {
    for (ByteKey channel : client.subscriptions().channels()) {
      pubsub.unsubscribe(channel, client);
    }
    for (ByteKey pattern : client.subscriptions().patterns()) {
      pubsub.unsubscribePattern(pattern, client);
    }
    for (ByteKey channel : client.subscriptions().shards()) {
      pubsub.unsubscribeShard(channel, client);
    }
    client.subscriptions().clear();
  }
}
