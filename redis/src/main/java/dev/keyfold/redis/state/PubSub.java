package dev.keyfold.redis.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The subscribers of channels and patterns. */
public final class PubSub {
  /** Without subscribers. */
  public PubSub() {}

  /** A subscriber. */
  public interface Subscriber {
    /** A message of a channel, or of a sharded channel. */
    void message(String kind, byte[] channel, byte[] message);

    /** A message of a channel that fits a pattern. */
    void message(byte[] pattern, byte[] channel, byte[] message);
  }

  private final Map<ByteKey, Set<Subscriber>> channels = new LinkedHashMap<>();
  private final Map<ByteKey, Set<Subscriber>> shards = new LinkedHashMap<>();
  private final Map<ByteKey, Set<Subscriber>> patterns = new LinkedHashMap<>();

  /** Adds a listener of a channel. */
  public void subscribe(ByteKey channel, Subscriber who) {
    channels.computeIfAbsent(channel, c -> new LinkedHashSet<>()).add(who);
  }

  /** Adds a listener of a pattern. */
  public void subscribePattern(ByteKey pattern, Subscriber who) {
    patterns.computeIfAbsent(pattern, c -> new LinkedHashSet<>()).add(who);
  }

  /** Adds a listener of a sharded channel. */
  public void subscribeShard(ByteKey channel, Subscriber who) {
    shards.computeIfAbsent(channel, c -> new LinkedHashSet<>()).add(who);
  }

  /** Takes a listener of a channel away. */
  public void unsubscribe(ByteKey channel, Subscriber who) {
    remove(channels, channel, who);
  }

  /** Takes a listener of a pattern away. */
  public void unsubscribePattern(ByteKey pattern, Subscriber who) {
    remove(patterns, pattern, who);
  }

  /** Takes a listener of a sharded channel away. */
  public void unsubscribeShard(ByteKey channel, Subscriber who) {
    remove(shards, channel, who);
  }

  private static void remove(Map<ByteKey, Set<Subscriber>> map, ByteKey name, Subscriber who) {
    Set<Subscriber> all = map.get(name);
    if (all != null && all.remove(who) && all.isEmpty()) {
      map.remove(name);
    }
  }

  /** Whether there is no subscription except to sharded channels. */
  public boolean isEmpty() {
    return channels.isEmpty() && patterns.isEmpty();
  }

  /** Sends a message to all who listen; how many did. */
  public int publish(byte[] channel, byte[] message) {
    List<Runnable> deliveries = deliveries(channel, message, false);
    deliveries.forEach(Runnable::run);
    return deliveries.size();
  }

  /** What sends a message to each who listens to the channel now; one that is sharded or not. */
  public List<Runnable> deliveries(byte[] channel, byte[] message, boolean sharded) {
    List<Runnable> deliveries = new ArrayList<>(0);
    String kind = sharded ? "smessage" : "message";
    for (Subscriber who :
        (sharded ? shards : channels).getOrDefault(new ByteKey(channel), Collections.emptySet())) {
      deliveries.add(() -> who.message(kind, channel, message));
    }
    if (sharded || patterns.isEmpty()) {
      return deliveries;
    }
    for (Map.Entry<ByteKey, Set<Subscriber>> entry : patterns.entrySet()) {
      byte[] pattern = entry.getKey().array();
      if (Glob.matches(pattern, channel)) {
        entry
            .getValue()
            .forEach(who -> deliveries.add(() -> who.message(pattern, channel, message)));
      }
    }
    return deliveries;
  }

  /** Channels with subscribers. */
  public Collection<ByteKey> channels() {
    return Collections.unmodifiableCollection(channels.keySet());
  }

  /** Sharded channels with subscribers. */
  public Collection<ByteKey> shardChannels() {
    return Collections.unmodifiableCollection(shards.keySet());
  }

  /** Number of different patterns. */
  public int patternCount() {
    return patterns.size();
  }

  /** Listeners of a channel. */
  public int subscribers(ByteKey channel) {
    return channels.getOrDefault(channel, Collections.emptySet()).size();
  }

  /** Listeners of a sharded channel. */
  public int shardSubscribers(ByteKey channel) {
    return shards.getOrDefault(channel, Collections.emptySet()).size();
  }
}
