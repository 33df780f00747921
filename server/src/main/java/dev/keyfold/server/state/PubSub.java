package dev.keyfold.server.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who listens to which channels and patterns. */
public final class PubSub {
  /** Somebody who listens. */
  public interface Subscriber {
    /** A message of a channel, or of a sharded channel. */
    void message(String kind, byte[] channel, byte[] message);

    /** A message of a channel that fits a pattern. */
    void message(byte[] pattern, byte[] channel, byte[] message);
  }

  private final Map<Bytes, Set<Subscriber>> channels = new LinkedHashMap<>();
  private final Map<Bytes, Set<Subscriber>> shards = new LinkedHashMap<>();
  private final Map<Bytes, Set<Subscriber>> patterns = new LinkedHashMap<>();

  /** Adds a listener of a channel. */
  public void subscribe(Bytes channel, Subscriber who) {
    channels.computeIfAbsent(channel, c -> new LinkedHashSet<>()).add(who);
  }

  /** Adds a listener of a pattern. */
  public void subscribePattern(Bytes pattern, Subscriber who) {
    patterns.computeIfAbsent(pattern, c -> new LinkedHashSet<>()).add(who);
  }

  /** Adds a listener of a sharded channel. */
  public void subscribeShard(Bytes channel, Subscriber who) {
    shards.computeIfAbsent(channel, c -> new LinkedHashSet<>()).add(who);
  }

  /** Takes a listener of a channel away. */
  public void unsubscribe(Bytes channel, Subscriber who) {
    remove(channels, channel, who);
  }

  /** Takes a listener of a pattern away. */
  public void unsubscribePattern(Bytes pattern, Subscriber who) {
    remove(patterns, pattern, who);
  }

  /** Takes a listener of a sharded channel away. */
  public void unsubscribeShard(Bytes channel, Subscriber who) {
    remove(shards, channel, who);
  }

  private static void remove(Map<Bytes, Set<Subscriber>> map, Bytes name, Subscriber who) {
    Set<Subscriber> all = map.get(name);
    if (all != null && all.remove(who) && all.isEmpty()) {
      map.remove(name);
    }
  }

  /** Whether anybody listens to anything but sharded channels. */
  public boolean isEmpty() {
    return channels.isEmpty() && patterns.isEmpty();
  }

  /** Sends a message to all who listen; how many did. */
  public int publish(byte[] channel, byte[] message) {
    int count = 0;
    Set<Subscriber> direct = channels.get(new Bytes(channel));
    if (direct != null) {
      for (Subscriber who : new ArrayList<>(direct)) {
        who.message("message", channel, message);
        count++;
      }
    }
    if (patterns.isEmpty()) {
      return count;
    }
    for (Map.Entry<Bytes, Set<Subscriber>> entry : new ArrayList<>(patterns.entrySet())) {
      if (Glob.matches(entry.getKey().array(), channel)) {
        for (Subscriber who : new ArrayList<>(entry.getValue())) {
          who.message(entry.getKey().array(), channel, message);
          count++;
        }
      }
    }
    return count;
  }

  /** Sends a message to the listeners of a sharded channel; how many there were. */
  public int publishShard(byte[] channel, byte[] message) {
    List<Subscriber> all =
        new ArrayList<>(shards.getOrDefault(new Bytes(channel), Collections.emptySet()));
    all.forEach(who -> who.message("smessage", channel, message));
    return all.size();
  }

  /** Channels that somebody listens to. */
  public Collection<Bytes> channels() {
    return Collections.unmodifiableCollection(channels.keySet());
  }

  /** Sharded channels that somebody listens to. */
  public Collection<Bytes> shardChannels() {
    return Collections.unmodifiableCollection(shards.keySet());
  }

  /** Number of different patterns. */
  public int patternCount() {
    return patterns.size();
  }

  /** Listeners of a channel. */
  public int subscribers(Bytes channel) {
    return channels.getOrDefault(channel, Collections.emptySet()).size();
  }

  /** Listeners of a sharded channel. */
  public int shardSubscribers(Bytes channel) {
    return shards.getOrDefault(channel, Collections.emptySet()).size();
  }
}
