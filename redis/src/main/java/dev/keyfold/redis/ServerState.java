package dev.keyfold.redis;

import dev.keyfold.port.Durations;
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
import java.time.InstantSource;

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

  ServerState(Config config, InstantSource realClock) {
    this.config = config;
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
}
