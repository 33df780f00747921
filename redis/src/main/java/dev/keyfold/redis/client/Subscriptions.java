package dev.keyfold.redis.client;

import dev.keyfold.redis.state.ByteKey;
import java.util.Set;

/** The channels and patterns that a client is subscribed to. Confined to the event loop. */
public final class Subscriptions {
  private final NameSet channels = new NameSet();
  private final NameSet patterns = new NameSet();
  private final NameSet shards = new NameSet();

  Subscriptions() {}

  /** Channels (SUBSCRIBE). */
  public Set<ByteKey> channels() {
    return channels;
  }

  /** Patterns of channels (PSUBSCRIBE). */
  public Set<ByteKey> patterns() {
    return patterns;
  }

  /** Sharded channels (SSUBSCRIBE). */
  public Set<ByteKey> shards() {
    return shards;
  }

  /** The number of channels and patterns, which replies contain. */
  public int count() {
    return channels.size() + patterns.size();
  }

  /** Whether there is none; a RESP2 connection with one only receives messages. */
  public boolean isEmpty() {
    return channels.isEmpty() && patterns.isEmpty() && shards.isEmpty();
  }

  /** Forgets all of them. */
  void clear() {
    channels.clear();
    patterns.clear();
    shards.clear();
  }

  /** Approximate memory of the names. */
  long memory() {
    return channels.memory() + patterns.memory() + shards.memory();
  }
}
