package dev.keyfold.redis.client;

import dev.keyfold.redis.state.ByteKey;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Which clients watch which keys. */
public final class Watches {
  /** A key of a database. */
  public record Key(int database, ByteKey name) implements Comparable<Key> {
    /** Lets a hash bucket with many collisions become a balanced tree. */
    @Override
    public int compareTo(Key other) {
      int order = Integer.compare(database, other.database);
      return order != 0 ? order : name.compareTo(other.name);
    }
  }

  private final Map<Key, Set<Client>> watchers = new HashMap<>();

  /** No watched keys yet. */
  public Watches() {}

  /** Watches a key for a client. */
  public void watch(Client client, Key key, boolean exists) {
    if (client.watched().putIfAbsent(key, exists) == null) {
      long more = (long) NameSet.NAME_BYTES + key.name().array().length;
      client.watchedMemory(client.watchedMemory() + more);
      watchers.computeIfAbsent(key, k -> new LinkedHashSet<>()).add(client);
    }
  }

  /** Removes all watches of a client and its broken state. */
  public void unwatch(Client client) {
    for (Key key : client.watched().keySet()) {
      watchers.computeIfPresent(
          key,
          (same, all) -> {
            all.remove(client);
            return all.isEmpty() ? null : all;
          });
    }
    client.watched().clear();
    client.watchedMemory(0);
    client.breakWatch(false);
  }

  /** A key was changed. */
  public void changed(int database, byte[] name) {
    if (!watchers.isEmpty()) {
      touch(new Key(database, new ByteKey(name)), false);
    }
  }

  /**
   * A key that was already expired when it was watched counts as missing, so its removal is no
   * change.
   */
  public void expired(int database, byte[] name) {
    if (!watchers.isEmpty()) {
      touch(new Key(database, new ByteKey(name)), true);
    }
  }

  private static boolean wasThere(Client client, Key key) {
    return client.watched().getOrDefault(key, false);
  }

  private void touch(Key key, boolean onlyIfThere) {
    for (Client client : watchers.getOrDefault(key, Set.of())) {
      if (!onlyIfThere || wasThere(client, key)) {
        client.breakWatch(true);
      }
    }
  }

  /** All keys of a database were deleted. */
  public void flushed(int database) {
    swapped(database, key -> false);
  }

  /** The database was swapped: keys that were watched as missing may exist now. */
  public void swapped(int database, Predicate<Key> isThereNow) {
    for (Map.Entry<Key, Set<Client>> entry : watchers.entrySet()) {
      Key key = entry.getKey();
      if (key.database() == database) {
        boolean now = isThereNow.test(key);
        entry.getValue().stream()
            .filter(client -> now || wasThere(client, key))
            .forEach(client -> client.breakWatch(true));
      }
    }
  }
}
