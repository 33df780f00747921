package dev.keyfold.redis.command;

import dev.keyfold.port.BackOff;
import dev.keyfold.port.Durations;
import dev.keyfold.redis.auth.Users;
import dev.keyfold.redis.state.Accesses;
import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.redis.state.Config;
import dev.keyfold.redis.state.Events;
import dev.keyfold.redis.state.PubSub;
import dev.keyfold.redis.state.Slowlog;
import dev.keyfold.redis.state.Stats;
import dev.keyfold.store.StoreException;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.type.ChangeListener;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A server without its network: the data, the clients, and everything commands know. Of the loop
 * thread, except {@link #listener}.
 */
public final class Server {
  /** The version of Redis whose behaviour this is. */
  public static final String REDIS_VERSION = "7.0.15";

  /** Most names that a command removes for being due before it counts names. */
  public static final int EXPIRE_TO_COUNT = 1000;

  /** Names removed for being due in one work: their batch is big enough to go past the buffer. */
  private static final int EXPIRE_AT_ONCE = 256;

  /** While names are overdue, the loop alternates between removing them and its clients. */
  private static final long EXPIRE_NANOS = 4_000_000;

  private static final long EXPIRE_PAUSE_MILLIS = 1;

  private final CommandTable commands;
  private final Config config;
  private final HeldClock clock;
  private final Loop loop;
  private final Structures structures;
  private final Users users;
  private final Stats stats = new Stats();
  private final PubSub pubsub = new PubSub();
  private final Slowlog slowlog = new Slowlog();
  private final Latency latency = new Latency();
  private final Durations durations = new Durations();
  private final Watches watches = new Watches();
  private final Tracking tracking = new Tracking(this);
  private final ScanCursors cursors = new ScanCursors();
  private final Accesses accesses;
  private final Blocking blocking = new Blocking(this);
  private final Clients clients = new Clients(this);
  private final ClientMemory memory;
  private final WebRequests webRequests = new WebRequests(this);
  private final WriteHealth writeHealth = new WriteHealth(this);
  private final Pause pause = new Pause(this);
  private final CopyJobs copyJobs = new CopyJobs(this);
  private final Dispatcher dispatcher = new Dispatcher(this);
  private final Logins logins = new Logins(this);
  private final List<int[]> swaps = new ArrayList<>(0);
  private final Runnable stop;
  private final Consumer<Throwable> lost;
  private final long startMillis;
  private boolean activeExpire = true;
  private final BackOff expiryBackOff = new BackOff("removing names that are due");
  private boolean expiresSoon;
  private final Runnable writeDown;
  private boolean unsynced;
  private Client running;
  private int eventKinds;

  /**
   * A server.
   *
   * @param open opens the data with options that this server has completed
   * @param stop stops the whole server when SHUTDOWN asks for it
   * @param lost ends the process, for an error after which nobody knows what is in memory
   */
  public Server(
      CommandTable commands,
      Config config,
      InstantSource clock,
      Loop loop,
      Function<StructuresOptions, Structures> open,
      Runnable writeDown,
      Runnable stop,
      Consumer<Throwable> lost) {
    this.commands = commands;
    this.config = config;
    this.clock = new HeldClock(clock);
    this.loop = loop;
    this.writeDown = writeDown;
    this.stop = stop;
    this.lost = lost;
    this.memory = new ClientMemory(this, config);
    this.startMillis = clock.millis();
    this.accesses = new Accesses(startMillis);
    this.users = new Users(new TableCatalog(commands));
    this.structures =
        open.apply(
            StructuresOptions.defaults()
                .withClock(this.clock)
                .withListener(listener())
                .withDatabases((int) config.integer("databases"))
                .withBackgroundExpiry(false));
    config.whenChanged("notify-keyspace-events", text -> eventKinds = Events.parse(text));
    config.whenChanged("requirepass", users::defaultPassword);
    config.whenChanged("acllog-max-len", text -> users.log().limit(Integer.parseInt(text)));
    config.whenChanged("slowlog-max-len", text -> slowlog.trim(Long.parseLong(text)));
  }

  /** All commands. */
  public CommandTable commands() {
    return commands;
  }

  /** Its configuration. */
  public Config config() {
    return config;
  }

  /** Its counters. */
  public Stats stats() {
    return stats;
  }

  /** Its clients. */
  public Clients clients() {
    return clients;
  }

  /** What all clients take together. */
  public ClientMemory memory() {
    return memory;
  }

  /** Whether the store takes writes. */
  public WriteHealth writeHealth() {
    return writeHealth;
  }

  WebRequests webRequests() {
    return webRequests;
  }

  /** Who listens to what. */
  public PubSub pubsub() {
    return pubsub;
  }

  /** Slow commands. */
  public Slowlog slowlog() {
    return slowlog;
  }

  /** Slow moments. */
  public Latency latency() {
    return latency;
  }

  /** How long commands took. */
  public Durations durations() {
    return durations;
  }

  /** Users and rights. */
  public Users users() {
    return users;
  }

  /** Watched keys. */
  public Watches watches() {
    return watches;
  }

  /** Who hears of changed keys. */
  public Tracking tracking() {
    return tracking;
  }

  /** Whose command runs now; null if none does. */
  void running(Client client) {
    running = client;
  }

  /** When keys were used. */
  public Accesses accesses() {
    return accesses;
  }

  /** Where scans stand. */
  public ScanCursors cursors() {
    return cursors;
  }

  /** Waiting clients. */
  public Blocking blocking() {
    return blocking;
  }

  /** CLIENT PAUSE. */
  public Pause pause() {
    return pause;
  }

  /** Big results under way. */
  public CopyJobs copyJobs() {
    return copyJobs;
  }

  /** Runs commands. */
  public Dispatcher dispatcher() {
    return dispatcher;
  }

  /** Logs clients in. */
  public Logins logins() {
    return logins;
  }

  /** The thread all this belongs to. */
  public Loop loop() {
    return loop;
  }

  /** The data. A command goes through {@link Call#work} instead. */
  public Structures structures() {
    return structures;
  }

  /** What time it is; for a command that runs, when it began. */
  public long millis() {
    return clock.millis();
  }

  HeldClock clock() {
    return clock;
  }

  /** When the server was started. */
  public long startMillis() {
    return startMillis;
  }

  /** Stops the server, after the replies written so far are sent. */
  public void stop() {
    stop.run();
  }

  /** Whether due names are removed before somebody asks for them; DEBUG SET-ACTIVE-EXPIRE. */
  public void activeExpire(boolean on) {
    activeExpire = on;
  }

  /** A new unit of work. */
  Unit unit() {
    return new Unit(structures, lost);
  }

  // --- what the loop does between commands ---

  /**
   * Removes names that are due, for a few milliseconds at most; if some are left, again after
   * clients had their turn. What fails is tried again later: the tick that calls this goes on.
   */
  public void expireDue() {
    boolean may = activeExpire && !pause.isOn() && !writeHealth.isFull();
    if (may && expiryBackOff.run(millis(), this::expireSome)) {
      if (structures.hasDue(millis()) && !expiresSoon) {
        expiresSoon = true;
        loop.schedule(EXPIRE_PAUSE_MILLIS, this::expireAgain);
      }
    }
  }

  private void expireAgain() {
    expiresSoon = false;
    expireDue();
  }

  private void expireSome() {
    long end = System.nanoTime() + EXPIRE_NANOS;
    while (structures.hasDue(millis())) {
      structures.expireDue(EXPIRE_AT_ONCE);
      if (System.nanoTime() >= end) {
        break;
      }
    }
    afterCommand();
  }

  /**
   * Hands what was acknowledged to the engine, and sees to it that it is on disk if that was asked
   * for; before replies are sent.
   *
   * @return the error that commands which have changed something get instead of their reply, if the
   *     store did not take it; else null
   */
  public String syncBeforeReplies(boolean durable) {
    if (!unsynced) {
      return null;
    }
    // What the store does not take stays in the buffer above it, and goes down when it can.
    unsynced = false;
    try {
      if (durable) {
        structures.sync();
      } else {
        writeDown.run();
      }
      return null;
    } catch (StoreException e) {
      return writeHealth.unstored(e);
    }
  }

  /** Hands everything to the engine. */
  void writeDown() {
    writeDown.run();
  }

  /** Does what changes have made possible. */
  void afterCommand() {
    if (!swaps.isEmpty()) {
      List<int[]> pending = new ArrayList<>(swaps);
      swaps.clear();
      pending.forEach(pair -> swapped(pair[0], pair[1]));
    }
    blocking.serve();
  }

  private void swapped(int first, int second) {
    Unit unit = unit();
    try {
      for (int database : new int[] {first, second}) {
        watches.swapped(
            database, key -> unit.work().space(database).keys().exists(key.name().array()));
        blocking.swapped(database);
      }
    } finally {
      unit.drop();
    }
  }

  // --- keyspace events ---

  /** Whether anybody could hear of such an event. */
  boolean notifies(int kind) {
    return (eventKinds & kind) != 0 && !pubsub.isEmpty();
  }

  void publish(Unit.Told told) {
    if (told instanceof Unit.Event event) {
      publish(event);
    } else if (told instanceof Unit.Message message) {
      message.deliveries().forEach(Runnable::run);
    }
  }

  private void publish(Unit.Event event) {
    byte[] name = ByteKey.of(event.name());
    if ((eventKinds & Events.KEYSPACE) != 0) {
      byte[] prefix = ByteKey.of("__keyspace@" + event.database() + "__:");
      byte[] channel = java.util.Arrays.copyOf(prefix, prefix.length + event.key().length);
      System.arraycopy(event.key(), 0, channel, prefix.length, event.key().length);
      pubsub.publish(channel, name);
    }
    if ((eventKinds & Events.KEYEVENT) != 0) {
      String channel = "__keyevent@" + event.database() + "__:" + event.name();
      pubsub.publish(ByteKey.of(channel), event.key());
    }
  }

  /** Hears of changes by whatever thread, on the loop. */
  private ChangeListener listener() {
    return new ChangeListener() {
      @Override
      public void changed(int database, byte[] name) {
        here(
            () -> {
              unsynced = true;
              stats.changes++;
              accesses.used(database, name, clock.millis());
              watches.changed(database, name);
              tracking.changed(name, running);
              blocking.changed(database, name);
            });
      }

      @Override
      public void expired(int database, byte[] name) {
        here(
            () -> {
              unsynced = true;
              stats.expired++;
              watches.expired(database, name);
              tracking.changed(name, null);
              if (notifies(Events.EXPIRED)) {
                publish(new Unit.Event(Events.EXPIRED, "expired", database, name));
              }
            });
      }

      @Override
      public void flushed(int database) {
        here(
            () -> {
              unsynced = true;
              stats.changes++;
              copyJobs.flushed(database);
              watches.flushed(database);
              tracking.flushed();
            });
      }

      @Override
      public void swapped(int database, int other) {
        here(
            () -> {
              unsynced = true;
              copyJobs.swapped(database, other);
              swaps.add(new int[] {database, other});
            });
      }

      private void here(Runnable task) {
        if (loop.isHere()) {
          task.run();
        } else {
          loop.execute(
              () -> {
                task.run();
                afterCommand();
              });
        }
      }
    };
  }

  /** Closes a client that takes its messages too slowly. */
  boolean checkOutput(Client client) {
    return clients.checkOutput(client);
  }
}
