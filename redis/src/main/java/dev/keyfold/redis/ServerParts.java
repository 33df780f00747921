package dev.keyfold.redis;

import dev.keyfold.port.Durations;
import dev.keyfold.redis.auth.Users;
import dev.keyfold.redis.client.ClientLifecycle;
import dev.keyfold.redis.client.ClientMemory;
import dev.keyfold.redis.client.Clients;
import dev.keyfold.redis.client.Loop;
import dev.keyfold.redis.client.Tracking;
import dev.keyfold.redis.client.Watches;
import dev.keyfold.redis.command.CommandEffects;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.command.KeyspaceEvents;
import dev.keyfold.redis.command.TableCatalog;
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
import dev.keyfold.redis.dispatch.ActiveExpiry;
import dev.keyfold.redis.dispatch.Blocking;
import dev.keyfold.redis.dispatch.CommandMeasures;
import dev.keyfold.redis.dispatch.CommandRunner;
import dev.keyfold.redis.dispatch.CopyJobs;
import dev.keyfold.redis.dispatch.Dispatcher;
import dev.keyfold.redis.dispatch.FollowUps;
import dev.keyfold.redis.dispatch.KeyspaceChanges;
import dev.keyfold.redis.dispatch.Logins;
import dev.keyfold.redis.dispatch.LoopListener;
import dev.keyfold.redis.dispatch.Pause;
import dev.keyfold.redis.dispatch.Transactions;
import dev.keyfold.redis.dispatch.TurnSync;
import dev.keyfold.redis.dispatch.WriteHealth;
import dev.keyfold.redis.net.Connections;
import dev.keyfold.redis.state.Accesses;
import dev.keyfold.redis.state.Config;
import dev.keyfold.redis.state.HeldClock;
import dev.keyfold.redis.state.Latency;
import dev.keyfold.redis.state.PubSub;
import dev.keyfold.redis.state.Slowlog;
import dev.keyfold.redis.state.Stats;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Puts a server together, without its network: makes each part with exactly what it needs, in the
 * order in which they need each other. No part knows this class. What it makes belongs to the loop
 * thread.
 */
final class ServerParts {
  final long startMillis;
  final HeldClock clock;
  final Structures structures;
  final Users users;
  final Stats stats = new Stats();
  final Durations durations = new Durations();
  final Clients clients = new Clients();
  final ClientMemory memory;
  final Tracking tracking;
  final ClientLifecycle lifecycle;
  final CommandTable commands = new CommandTable();
  final Connections connections;
  final CopyJobs copyJobs;
  final WriteHealth writeHealth;
  final TurnSync sync;
  final ActiveExpiry activeExpiry;

  private final Config config;
  private final Loop loop;
  private final PubSub pubsub = new PubSub();
  private final Slowlog slowlog = new Slowlog();
  private final Latency latency = new Latency();
  private final Watches watches = new Watches();
  private final Accesses accesses;
  private final CommandRunner runner;
  private final Blocking blocking;
  private final Pause pause;

  /**
   * The parts of one server.
   *
   * @param durable whether replies wait until what they acknowledge is on disk
   * @param open opens the data with options that are completed here
   * @param writeDown hands everything to the engine
   * @param stop stops the whole server when SHUTDOWN asks for it
   * @param lost ends the process, for an error after which nobody knows what is in memory
   */
  ServerParts(
      Config config,
      InstantSource realClock,
      Loop loop,
      boolean durable,
      Function<StructuresOptions, Structures> open,
      Runnable writeDown,
      Runnable stop,
      Consumer<Throwable> lost) {
    this.config = config;
    this.loop = loop;
    startMillis = realClock.millis();
    clock = new HeldClock(realClock);
    accesses = new Accesses(startMillis);
    LoopListener listener = new LoopListener(loop);
    structures = open.apply(options(listener));
    Supplier<Unit> units = () -> new Unit(structures, lost);
    writeHealth = new WriteHealth(structures.store(), writeDown);
    sync = new TurnSync(durable ? structures::sync : writeDown, writeHealth);
    users = new Users(new TableCatalog(commands));

    memory = new ClientMemory(clients, config, stats, clock);
    tracking = new Tracking(clients, memory, config, loop);
    KeyspaceEvents events = new KeyspaceEvents(config, pubsub);
    CommandMeasures measures = new CommandMeasures(config, stats, durations, slowlog, latency);
    runner =
        new CommandRunner(units, clock, clients, memory, tracking, events, writeHealth, measures);
    copyJobs = new CopyJobs(structures, loop, clock, commands, runner);
    blocking = new Blocking(loop, copyJobs, runner);
    pause = new Pause(clock, loop);
    FollowUps followUps = new FollowUps(units, watches, blocking);
    CommandEffects effects =
        new CommandEffects(
            config,
            events,
            pubsub,
            accesses,
            stats,
            blocking,
            (call, result, filler) -> copyJobs.begin(call, result, filler, followUps::run));
    Dispatcher dispatcher =
        new Dispatcher(
            commands,
            runner,
            effects,
            clock,
            users,
            stats,
            watches,
            writeHealth,
            pause,
            copyJobs,
            followUps);
    lifecycle =
        new ClientLifecycle(
            clients,
            memory,
            watches,
            tracking,
            pubsub,
            List.of(blocking, pause),
            users,
            config,
            stats,
            clock);
    connections = new Connections(config, stats, lifecycle, memory, dispatcher);
    activeExpiry = new ActiveExpiry(structures, clock, loop, pause, writeHealth, followUps);
    listener.tell(
        new KeyspaceChanges(
            clock, sync, stats, accesses, watches, tracking, blocking, copyJobs, events, followUps),
        followUps::run);

    commands.fill(families(stop));
    users.begin();
    config.whenChanged("requirepass", users::defaultPassword);
    config.whenChanged("acllog-max-len", text -> users.log().limit(Integer.parseInt(text)));
    config.whenChanged("slowlog-max-len", text -> slowlog.trim(Long.parseLong(text)));
  }

  private StructuresOptions options(LoopListener listener) {
    return StructuresOptions.defaults()
        .withClock(clock)
        .withListener(listener)
        .withDatabases((int) config.integer("databases"))
        .withBackgroundExpiry(false);
  }

  /** Those that need parts of the server, and those that are found because they need none. */
  private List<Family> families(Runnable stop) {
    List<Family> families = new ArrayList<>(CommandTable.found());
    families.add(new GenericFamily(config, accesses));
    families.add(new PubSubFamily(pubsub));
    families.add(new TransactionFamily(watches, new Transactions(commands, runner, users, clock)));
    families.add(new AclFamily(users, clients, commands, clock));
    Logins logins = new Logins(users, stats, clock, runner);
    families.add(new ConnectionFamily(users, logins, lifecycle, config));
    families.add(new ClientCommands(clients, users, tracking, blocking, pause, loop, clock));
    families.add(new CommandCommand(commands));
    families.add(new ConfigCommands(config, stats, commands));
    families.add(new DatabaseCommands(config, clock));
    families.add(new DebugCommands(activeExpiry));
    ClientInfo clientInfo = new ClientInfo(config, clients, blocking, pause, tracking, pubsub);
    families.add(
        new InfoCommand(config, clock, startMillis, commands, stats, writeHealth, clientInfo));
    families.add(new LogCommands(slowlog, latency, clients, commands));
    families.add(new MemoryCommands(clients));
    families.add(new PersistenceCommands(structures, stats, clock, stop));
    return families;
  }
}
