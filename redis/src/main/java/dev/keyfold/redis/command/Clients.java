package dev.keyfold.redis.command;

import dev.keyfold.redis.state.ByteKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The clients there are. */
public final class Clients {
  private final Server server;
  private final Map<Long, Client> byId = new LinkedHashMap<>();
  private final Set<Client> monitors = new LinkedHashSet<>();
  private long nextId = 1;

  Clients(Server server) {
    this.server = server;
  }

  /** A new client; null if there is one too many, which the caller has to tell. */
  public Client connect(Transport transport) {
    if (byId.size() >= server.config().integer("maxclients")) {
      server.stats().rejectedConnections++;
      return null;
    }
    server.stats().connections++;
    Client client = new Client(nextId++, server, transport, server.users().defaultUser());
    byId.put(client.id(), client);
    return client;
  }

  /** Forgets a client whose connection is gone. */
  public void disconnected(Client client) {
    if (byId.remove(client.id()) == null) {
      return;
    }
    client.markClosing();
    server.memory().forget(client);
    server.blocking().forget(client);
    server.pause().forget(client);
    server.watches().unwatch(client);
    server.tracking().disable(client);
    monitors.remove(client);
    unsubscribeAll(client);
    client.transaction(null);
  }

  private void unsubscribeAll(Client client) {
    for (ByteKey channel : client.channels()) {
      server.pubsub().unsubscribe(channel, client);
    }
    for (ByteKey pattern : client.patterns()) {
      server.pubsub().unsubscribePattern(pattern, client);
    }
    for (ByteKey channel : client.shards()) {
      server.pubsub().unsubscribeShard(channel, client);
    }
    client.channels().clear();
    client.patterns().clear();
    client.shards().clear();
  }

  /** Makes a client what it was when it came, but for its name and rights. */
  public void reset(Client client) {
    server.watches().unwatch(client);
    client.transaction(null);
    unsubscribeAll(client);
    server.tracking().disable(client);
    monitor(client, false);
    client.select(0);
    client.reply().protocol(2);
    client.replies().reset();
    client.noEvict(false);
    client.noTouch(false);
  }

  /** By id; null if there is none. */
  public Client find(long id) {
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

  boolean hasMonitors() {
    return !monitors.isEmpty();
  }

  void showMonitors(byte[] line) {
    for (Client monitor : new ArrayList<>(monitors)) {
      monitor.push(out -> out.simple(line));
    }
  }

  /**
   * Closes a client with more messages waiting than it may have: of channels, of MONITOR, or of
   * changed keys. Only messages: who waits for replies stops sending, which the connection sees to.
   */
  boolean checkOutput(Client client) {
    boolean listens = client.isSubscribed() || client.isMonitor() || client.isTold();
    long most = server.config().outputLimit(listens);
    boolean over = most > 0 && client.waitingMessages() > most;
    if (over) {
      server.stats().outputLimitDisconnections++;
      client.markClosing();
      client.transport().close();
    }
    return over;
  }

  /** Closes clients that have not logged in for longer than the configuration allows. */
  private void closeStrangers() {
    long seconds = server.config().integer("login-timeout");
    long since = server.millis() - seconds * 1000;
    for (Client client : seconds == 0 ? List.<Client>of() : new ArrayList<>(byId.values())) {
      if (!client.isAuthenticated() && client.strangeSinceMillis() < since) {
        client.evict("ERR connection closed: no login within " + seconds + " s (login-timeout)");
      }
    }
  }

  /** Closes clients that have sent nothing for longer than the configuration allows. */
  public void closeIdle() {
    closeStrangers();
    long seconds = server.config().integer("timeout");
    if (seconds == 0) {
      return;
    }
    long since = server.millis() - seconds * 1000;
    for (Client client : new ArrayList<>(byId.values())) {
      boolean waits = client.isBlocked() || client.isSubscribed() || client.isMonitor();
      if (!waits && client.lastActiveMillis() < since) {
        client.close();
      }
    }
  }
}
