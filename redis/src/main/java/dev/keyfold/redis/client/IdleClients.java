package dev.keyfold.redis.client;

import dev.keyfold.redis.state.Config;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Closes clients that have been idle longer than {@code timeout}, or have not logged in within
 * {@code login-timeout}. Confined to the loop thread.
 */
public final class IdleClients {
  private final Clients clients;
  private final Config config;
  private final InstantSource clock;

  /** Checks those clients. */
  public IdleClients(Clients clients, Config config, InstantSource clock) {
    this.clients = clients;
    this.config = config;
    this.clock = clock;
  }

  /** Closes those whose time is up; to be called about every second. */
  public void close() {
    closeUnauthenticated();
    long seconds = config.integer("timeout");
    if (seconds == 0) {
      return;
    }
    long since = clock.millis() - seconds * 1000;
    for (Client client : new ArrayList<>(clients.all())) {
      boolean waits = client.isBlocked() || !client.subscriptions().isEmpty() || client.isMonitor();
      if (!waits && client.lastActiveMillis() < since) {
        client.close();
      }
    }
  }

  private void closeUnauthenticated() {
    long seconds = config.integer("login-timeout");
    long since = clock.millis() - seconds * 1000;
    for (Client client : seconds == 0 ? List.<Client>of() : new ArrayList<>(clients.all())) {
      if (!client.isAuthenticated() && client.strangeSinceMillis() < since) {
        client.evict("ERR connection closed: no login within " + seconds + " s (login-timeout)");
      }
    }
  }
}
