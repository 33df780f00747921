package dev.keyfold.redis.client;

import dev.keyfold.redis.state.Config;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connected clients by id, and those of them that use MONITOR. {@link ClientLifecycle} adds and
 * removes them. Confined to the loop thread.
 */
public final class Clients {
  private final Map<Long, Client> byId = new LinkedHashMap<>();
  private final Set<Client> monitors = new LinkedHashSet<>();
  private final Config config;

  /** No clients yet; {@code maxclients} of the configuration is the limit. */
  public Clients(Config config) {
    this.config = config;
  }

  void add(Client client) {
    byId.put(client.id(), client);
  }

  /** Removes a client; false if it was not connected. */
  boolean remove(Client client) {
    monitors.remove(client);
    return byId.remove(client.id()) != null;
  }

  /** By id; null if none exists. */
  public @Nullable Client find(long id) {
    return byId.get(id);
  }

  /** In the order in which they connected. */
  public Collection<Client> all() {
    return Collections.unmodifiableCollection(byId.values());
  }

  /** Whether {@code maxclients} are connected. */
  boolean isFull() {
    return size() >= config.integer("maxclients");
  }

  /** How many there are. */
  public int size() {
    return byId.size();
  }

  /** Turns MONITOR on or off for a client. */
  public void monitor(Client client, boolean on) {
    client.monitor(on);
    if (on) {
      monitors.add(client);
    } else {
      monitors.remove(client);
    }
  }

  /** Whether a client uses MONITOR. */
  public boolean hasMonitors() {
    return !monitors.isEmpty();
  }

  /** Sends a command's line to all clients that use MONITOR. */
  public void showMonitors(byte[] line) {
    for (Client monitor : new ArrayList<>(monitors)) {
      monitor.push(line.length, out -> out.simple(line));
    }
  }
}
