package dev.keyfold.redis.client;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The clients there are, by number, and who of them sees what others do. {@link ClientLifecycle}
 * lets them come and go. Confined to the loop thread.
 */
public final class Clients {
  private final Map<Long, Client> byId = new LinkedHashMap<>();
  private final Set<Client> monitors = new LinkedHashSet<>();

  /** None yet. */
  public Clients() {}

  void add(Client client) {
    byId.put(client.id(), client);
  }

  /** Forgets a client; whether it was one. */
  boolean remove(Client client) {
    monitors.remove(client);
    return byId.remove(client.id()) != null;
  }

  /** By id; null if there is none. */
  public @Nullable Client find(long id) {
    return byId.get(id);
  }

  /** In the order they came. */
  public Collection<Client> all() {
    return Collections.unmodifiableCollection(byId.values());
  }

  /** How many there are. */
  public int size() {
    return byId.size();
  }

  /** Shows a client what others do, or not any more. */
  public void monitor(Client client, boolean on) {
    client.monitor(on);
    if (on) {
      monitors.add(client);
    } else {
      monitors.remove(client);
    }
  }

  /** Whether anybody wants to see what others do. */
  public boolean hasMonitors() {
    return !monitors.isEmpty();
  }

  /** Shows them a command. */
  public void showMonitors(byte[] line) {
    for (Client monitor : new ArrayList<>(monitors)) {
      monitor.push(line.length, out -> out.simple(line));
    }
  }
}
