package dev.keyfold.redis;

import dev.keyfold.redis.client.ClientLifecycle;
import dev.keyfold.redis.client.ClientMemory;
import dev.keyfold.redis.client.ClientRegistrations;
import dev.keyfold.redis.client.Clients;
import dev.keyfold.redis.client.IdleClients;
import dev.keyfold.redis.client.Loop;
import dev.keyfold.redis.client.Tracking;
import dev.keyfold.redis.client.WaitingList;
import dev.keyfold.redis.client.Watches;
import java.util.List;

/** The parts that know the connected clients. Confined to the loop thread. */
final class ClientParts {
  final Clients clients;
  final ClientMemory memory;
  final Tracking tracking;
  final Watches watches = new Watches();
  final IdleClients idle;

  ClientParts(ServerState state, Loop loop) {
    clients = new Clients(state.config);
    memory = new ClientMemory(clients, state.config, state.stats, state.clock);
    tracking = new Tracking(clients, memory, state.config, loop);
    idle = new IdleClients(clients, state.config, state.clock);
  }

  /** Connects and disconnects clients; {@code waits} are the queues that hold their commands. */
  ClientLifecycle lifecycle(ServerState state, List<WaitingList> waits) {
    ClientRegistrations registrations =
        new ClientRegistrations(watches, tracking, state.pubsub, waits);
    return new ClientLifecycle(
        clients, memory, registrations, state.users, state.stats, state.clock);
  }
}
