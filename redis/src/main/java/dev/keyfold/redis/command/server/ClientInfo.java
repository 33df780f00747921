package dev.keyfold.redis.command.server;

import dev.keyfold.redis.client.Clients;
import dev.keyfold.redis.client.Tracking;
import dev.keyfold.redis.dispatch.Blocking;
import dev.keyfold.redis.dispatch.Pause;
import dev.keyfold.redis.state.Config;
import dev.keyfold.redis.state.PubSub;

/** The sections of INFO about clients: connected, blocked, subscribed and tracking. */
public final class ClientInfo {
  private final Config config;
  private final Clients clients;
  private final Blocking blocking;
  private final Pause pause;
  private final Tracking tracking;
  private final PubSub pubsub;

  /** Reports on these clients. */
  public ClientInfo(
      Config config,
      Clients clients,
      Blocking blocking,
      Pause pause,
      Tracking tracking,
      PubSub pubsub) {
    this.config = config;
    this.clients = clients;
    this.blocking = blocking;
    this.pause = pause;
    this.tracking = tracking;
    this.pubsub = pubsub;
  }

  void clients(StringBuilder out) {
    InfoCommand.line(out, "connected_clients", clients.size());
    InfoCommand.line(out, "cluster_connections", 0);
    InfoCommand.line(out, "maxclients", config.get("maxclients"));
    InfoCommand.line(out, "client_recent_max_input_buffer", 0);
    InfoCommand.line(out, "client_recent_max_output_buffer", 0);
    InfoCommand.line(out, "blocked_clients", blocking.clients() + pause.clients());
    InfoCommand.line(out, "tracking_clients", tracking.clientCount());
    InfoCommand.line(out, "clients_in_timeout_table", blocking.clients());
  }

  void listeners(StringBuilder out) {
    InfoCommand.line(out, "pubsub_channels", pubsub.channels().size());
    InfoCommand.line(out, "pubsub_patterns", pubsub.patternCount());
    InfoCommand.line(out, "pubsubshard_channels", pubsub.shardChannels().size());
    InfoCommand.line(out, "tracking_total_keys", tracking.keyCount());
    InfoCommand.line(out, "tracking_total_items", tracking.itemCount());
    InfoCommand.line(out, "tracking_total_prefixes", tracking.prefixCount());
  }
}
