package dev.keyfold.redis;

import dev.keyfold.redis.client.ClientLifecycle;
import dev.keyfold.redis.client.Loop;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.command.Unit;
import dev.keyfold.redis.command.acl.AclFamily;
import dev.keyfold.redis.command.connection.ClientCommands;
import dev.keyfold.redis.command.connection.ConnectionFamily;
import dev.keyfold.redis.command.generic.GenericFamily;
import dev.keyfold.redis.command.pubsub.PubSubFamily;
import dev.keyfold.redis.command.server.ClientInfo;
import dev.keyfold.redis.command.server.CommandCommand;
import dev.keyfold.redis.command.server.ConfigCommands;
import dev.keyfold.redis.command.server.DatabaseCommands;
import dev.keyfold.redis.command.server.DebugCommands;
import dev.keyfold.redis.command.server.InfoCommand;
import dev.keyfold.redis.command.server.LogCommands;
import dev.keyfold.redis.command.server.MemoryCommands;
import dev.keyfold.redis.command.server.PersistenceCommands;
import dev.keyfold.redis.command.transaction.TransactionFamily;
import dev.keyfold.redis.dispatch.Logins;
import dev.keyfold.redis.dispatch.LoopListener;
import dev.keyfold.redis.net.ConnectionParts;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Composition root of a server, without its network: creates each part with exactly what it needs,
 * in the order of their dependencies. No part knows this class. The parts are confined to the loop
 * thread.
 */
final class ServerParts {
  final ServerState state;
  final ClientParts clients;
  final DispatchParts dispatch;
  final Structures structures;
  final ClientLifecycle lifecycle;
  final ConnectionParts connections;
  private final Loop loop;

  /**
   * The parts of one server.
   *
   * @param data the store with the server's layers
   * @param stop stops the whole server, for SHUTDOWN
   * @param lost ends the process, for an error after which the content of memory is unknown
   */
  ServerParts(
      ServerState state, Loop loop, ServerStore data, Runnable stop, Consumer<Throwable> lost) {
    this.state = state;
    this.loop = loop;
    LoopListener listener = new LoopListener(loop);
    structures = data.open(options(listener));
    Supplier<Unit> units = () -> new Unit(structures, lost);
    clients = new ClientParts(state, loop);
    dispatch = new DispatchParts(state, clients, data, structures, loop, units);
    lifecycle = clients.lifecycle(state, List.of(dispatch.blocking, dispatch.pause));
    connections =
        new ConnectionParts(state.config, state.stats, lifecycle, clients.memory, dispatch.entry);
    listener.tell(dispatch.changes, dispatch.followUps::run);
    state.commands.fill(families(stop));
    state.applyConfig();
  }

  private StructuresOptions options(LoopListener listener) {
    return StructuresOptions.defaults()
        .withClock(state.clock)
        .withListener(listener)
        .withDatabases((int) state.config.integer("databases"))
        .withBackgroundExpiry(false);
  }

  /** Families that need parts of the server, and those found as services, which need none. */
  private List<Family> families(Runnable stop) {
    List<Family> families = new ArrayList<>(CommandTable.found());
    families.add(new GenericFamily(state.config, state.accesses));
    families.add(new PubSubFamily(state.pubsub));
    families.add(new TransactionFamily(clients.watches, dispatch.transactions));
    addClientFamilies(families);
    addServerFamilies(families, stop);
    return families;
  }

  private void addClientFamilies(List<Family> families) {
    families.add(
        new AclFamily(state.users, state.aclFile, clients.clients, state.commands, state.clock));
    Logins logins = new Logins(state.users, state.stats, state.clock, dispatch.runner);
    families.add(new ConnectionFamily(state.users, logins, lifecycle, state.config));
    families.add(
        new ClientCommands(
            clients.clients,
            state.users,
            clients.tracking,
            dispatch.blocking,
            dispatch.pause,
            loop,
            state.clock));
  }

  private void addServerFamilies(List<Family> families, Runnable stop) {
    families.add(new CommandCommand(state.commands));
    families.add(new ConfigCommands(state.config, state.stats, state.commands));
    families.add(new DatabaseCommands(state.config, state.clock));
    families.add(new DebugCommands(dispatch.activeExpiry));
    families.add(info());
    families.add(new LogCommands(state.slowlog, state.latency, clients.clients, state.commands));
    families.add(new MemoryCommands(clients.clients));
    families.add(
        new PersistenceCommands(structures, state.stats, state.clock, state.backups, stop));
  }

  private InfoCommand info() {
    ClientInfo clientInfo =
        new ClientInfo(
            state.config,
            clients.clients,
            dispatch.blocking,
            dispatch.pause,
            clients.tracking,
            state.pubsub);
    return new InfoCommand(
        state.config,
        state.clock,
        state.startMillis,
        state.commands,
        state.stats,
        state.backups,
        dispatch.writeHealth,
        clientInfo);
  }
}
