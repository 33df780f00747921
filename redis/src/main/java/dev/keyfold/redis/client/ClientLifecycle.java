package dev.keyfold.redis.client;

import dev.keyfold.redis.auth.Users;
import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.redis.state.Config;
import dev.keyfold.redis.state.PubSub;
import dev.keyfold.redis.state.Stats;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How clients come and go: connects them within {@code maxclients}, closes those that are idle, log
 * in too late or do not take their messages, and takes those who are gone from everything that
 * knows them. Confined to the loop thread.
 */
public final class ClientLifecycle {
  private final Clients clients;
  private final ClientMemory memory;
  private final Watches watches;
  private final Tracking tracking;
  private final PubSub pubsub;
  private final List<WaitingList> waits;
  private final Users users;
  private final Config config;
  private final Stats stats;
  private final InstantSource clock;
  private long nextId = 1;

  /**
   * For the clients of one server.
   *
   * @param waits all that a client may wait in
   */
  public ClientLifecycle(
      Clients clients,
      ClientMemory memory,
      Watches watches,
      Tracking tracking,
      PubSub pubsub,
      List<WaitingList> waits,
      Users users,
      Config config,
      Stats stats,
      InstantSource clock) {
    this.clients = clients;
    this.memory = memory;
    this.watches = watches;
    this.tracking = tracking;
    this.pubsub = pubsub;
    this.waits = waits;
    this.users = users;
    this.config = config;
    this.stats = stats;
    this.clock = clock;
  }

  /** A new client; null if there is one too many, which the caller has to tell. */
  public @Nullable Client connect(Transport transport) {
    if (clients.size() >= config.integer("maxclients")) {
      stats.rejectedConnections++;
      return null;
    }
    stats.connections++;
    Client client = new Client(nextId++, this, transport, users.defaultUser(), clock);
    clients.add(client);
    return client;
  }

  /** Forgets a client whose connection is gone. */
  public void disconnected(Client client) {
    if (!clients.remove(client)) {
      return;
    }
    client.markClosing();
    memory.forget(client);
    waits.forEach(each -> each.forget(client));
    watches.unwatch(client);
    tracking.disable(client);
    unsubscribeAll(client);
    client.transaction(null);
  }

  private void unsubscribeAll(Client client) {
    for (ByteKey channel : client.channels()) {
      pubsub.unsubscribe(channel, client);
    }
    for (ByteKey pattern : client.patterns()) {
      pubsub.unsubscribePattern(pattern, client);
    }
    for (ByteKey channel : client.shards()) {
      pubsub.unsubscribeShard(channel, client);
    }
    client.channels().clear();
    client.patterns().clear();
    client.shards().clear();
  }

  /** Makes a client what it was when it came, but for its name and rights. */
  public void reset(Client client) {
    watches.unwatch(client);
    client.transaction(null);
    unsubscribeAll(client);
    tracking.disable(client);
    clients.monitor(client, false);
    client.select(0);
    client.reply().protocol(2);
    client.replies().reset();
    client.noEvict(false);
    client.noTouch(false);
  }

  /**
   * Closes a client with more messages waiting than it may have: of channels, of MONITOR, or of
   * changed keys. Only messages: who waits for replies stops sending, which the connection sees to.
   */
  boolean checkOutput(Client client) {
    boolean listens = client.isSubscribed() || client.isMonitor() || client.isTold();
    long most = config.outputLimit(listens);
    boolean over = most > 0 && client.waitingMessages() > most;
    if (over) {
      stats.outputLimitDisconnections++;
      client.markClosing();
      client.transport().close();
    }
    return over;
  }

  /** Whether a message of so many bytes, or a few more, can be written to the client. */
  boolean hasRoom(Client client, long bytes) {
    return memory.hasRoom(client, bytes);
  }

  /** A message of so many bytes was written to the client. */
  void wrote(Client client, long bytes) {
    memory.wrote(client, bytes);
  }

  /** Closes clients that have not logged in for longer than the configuration allows. */
  private void closeStrangers() {
    long seconds = config.integer("login-timeout");
    long since = clock.millis() - seconds * 1000;
    for (Client client : seconds == 0 ? List.<Client>of() : new ArrayList<>(clients.all())) {
      if (!client.isAuthenticated() && client.strangeSinceMillis() < since) {
        client.evict("ERR connection closed: no login within " + seconds + " s (login-timeout)");
      }
    }
  }

  /** Closes all, after their replies. */
  public void closeAll() {
    new ArrayList<>(clients.all()).forEach(Client::close);
  }

  /** Closes clients that have sent nothing for longer than the configuration allows. */
  public void closeIdle() {
    closeStrangers();
    long seconds = config.integer("timeout");
    if (seconds == 0) {
      return;
    }
    long since = clock.millis() - seconds * 1000;
    for (Client client : new ArrayList<>(clients.all())) {
      boolean waits = client.isBlocked() || client.isSubscribed() || client.isMonitor();
      if (!waits && client.lastActiveMillis() < since) {
        client.close();
      }
    }
  }
}
