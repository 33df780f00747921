package dev.keyfold.redis.client;

import dev.keyfold.redis.auth.Users;
import dev.keyfold.redis.state.Stats;
import java.time.InstantSource;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Connects clients within {@code maxclients}, resets them, and removes disconnected ones from
 * everything they are registered in. Confined to the loop thread.
 */
public final class ClientLifecycle {
  private final Clients clients;
  private final ClientMemory memory;
  private final ClientRegistrations registrations;
  private final Users users;
  private final Stats stats;
  private final InstantSource clock;
  private long nextId = 1;

  /** For the clients of one server. */
  public ClientLifecycle(
      Clients clients,
      ClientMemory memory,
      ClientRegistrations registrations,
      Users users,
      Stats stats,
      InstantSource clock) {
    this.clients = clients;
    this.memory = memory;
    this.registrations = registrations;
    this.users = users;
    this.stats = stats;
    this.clock = clock;
  }

  /** A new client; null if {@code maxclients} are connected, which the caller has to report. */
  public @Nullable Client connect(Transport transport) {
    if (clients.isFull()) {
      stats.rejectedConnections++;
      return null;
    }
    stats.connections++;
    Client client = new Client(nextId++, this, transport, users.defaultUser(), clock);
    clients.add(client);
    return client;
  }

  /** Removes a client whose connection is closed. */
  public void disconnected(Client client) {
    if (!clients.remove(client)) {
      return;
    }
    client.markClosing();
    memory.forget(client);
    registrations.remove(client);
  }

  /** Restores the state of a new connection, except the client's name and user. */
  public void reset(Client client) {
    registrations.reset(client);
    clients.monitor(client, false);
    client.select(0);
    client.reply().protocol(2);
    client.replies().reset();
    client.noEvict(false);
    client.noTouch(false);
  }

  /** The memory that all clients share. */
  ClientMemory memory() {
    return memory;
  }

  /** Closes all, after their replies. */
  public void closeAll() {
    new ArrayList<>(clients.all()).forEach(Client::close);
  }
}
