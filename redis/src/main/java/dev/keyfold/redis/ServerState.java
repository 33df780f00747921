package dev.keyfold.redis;

import dev.keyfold.port.Backups;
import dev.keyfold.port.Durations;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.auth.AclFile;
import dev.keyfold.redis.auth.Users;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.TableCatalog;
import dev.keyfold.redis.state.Accesses;
import dev.keyfold.redis.state.Config;
import dev.keyfold.redis.state.HeldClock;
import dev.keyfold.redis.state.Latency;
import dev.keyfold.redis.state.PubSub;
import dev.keyfold.redis.state.Slowlog;
import dev.keyfold.redis.state.Stats;
import dev.keyfold.store.Store;
import java.io.IOException;
import java.time.InstantSource;
import java.util.function.Consumer;

/** The parts of a server that need no other part: configuration, clock, users and counters. */
final class ServerState {
  final Config config;
  final HeldClock clock;
  final long startMillis;
  final Stats stats = new Stats();
  final Durations durations = new Durations();
  final Slowlog slowlog = new Slowlog();
  final Latency latency = new Latency();
  final PubSub pubsub = new PubSub();
  final Accesses accesses;
  final CommandTable commands = new CommandTable();
  final Users users = new Users(new TableCatalog(commands));
  final AclFile aclFile;
  final Backups backups;

  /**
   * @param places the files of the server
   * @param store what backups are made of
   * @param exclusively runs something between two commands
   */
  ServerState(
      Config config,
      InstantSource realClock,
      ServerOptions.Places places,
      Store store,
      Consumer<Runnable> exclusively) {
    this.config = config;
    this.aclFile = new AclFile(places.acl());
    this.backups = new Backups(store, places.backups(), realClock, exclusively);
    clock = new HeldClock(realClock);
    startMillis = realClock.millis();
    accesses = new Accesses(startMillis);
  }

  /** Applies settings that belong to these parts, now and when CONFIG SET changes them. */
  void applyConfig() {
    users.begin();
    config.whenChanged("requirepass", users::defaultPassword);
    config.whenChanged("acllog-max-len", text -> users.log().limit(Integer.parseInt(text)));
    config.whenChanged("slowlog-max-len", text -> slowlog.trim(Long.parseLong(text)));
  }

  /**
   * Those of the ACL file; the password of the options is that of the default user all the same.
   */
  void loadUsers() throws IOException {
    if (aclFile.exists()) {
      aclFile.load(users);
    }
    if (!config.get("requirepass").isEmpty()) {
      users.defaultPassword(config.get("requirepass"));
    }
  }
}
