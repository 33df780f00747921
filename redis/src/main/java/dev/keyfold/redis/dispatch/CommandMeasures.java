package dev.keyfold.redis.dispatch;

import dev.keyfold.port.Durations;
import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.Flag;
import dev.keyfold.redis.state.Config;
import dev.keyfold.redis.state.Latency;
import dev.keyfold.redis.state.Slowlog;
import dev.keyfold.redis.state.Stats;

/**
 * Records command statistics: counters, durations, slow log, latency monitor. Confined to the loop
 * thread.
 */
public final class CommandMeasures {
  private final Config config;
  private final Stats stats;
  private final Durations durations;
  private final Slowlog slowlog;
  private final Latency latency;

  /** Records into these. */
  public CommandMeasures(
      Config config, Stats stats, Durations durations, Slowlog slowlog, Latency latency) {
    this.config = config;
    this.stats = stats;
    this.durations = durations;
    this.slowlog = slowlog;
    this.latency = latency;
  }

  /** A handler has run. */
  void ran(Command command, long nanos, boolean failed) {
    stats.commands++;
    durations.add(nanos);
    command.stats().ran(nanos, failed);
  }

  /** A blocked command, or one with a copy job, is done. */
  void waited(Call call, long nanos, long now) {
    call.command().stats().waited(nanos);
    log(call, nanos, now);
  }

  /** Counts an error reply. */
  void error(String text) {
    stats.error(text);
  }

  /** Adds a slow call to the slow log and the latency monitor. */
  void log(Call call, long nanos, long now) {
    long micros = nanos / 1000;
    long threshold = config.slowlogMicros();
    if (threshold >= 0
        && micros >= threshold
        && call.isLogged()
        && !call.command().is(Flag.SKIP_SLOWLOG)) {
      Client client = call.client();
      slowlog.add(
          now / 1000,
          micros,
          call.logged(),
          client.transport().remoteAddress(),
          client.name(),
          config.integer("slowlog-max-len"));
    }
    long latencyMillis = config.latencyMillis();
    if (latencyMillis > 0 && micros / 1000 >= latencyMillis) {
      boolean fast = call.command().is(Flag.FAST);
      latency.add(fast ? "fast-command" : "command", now / 1000, micros / 1000);
    }
  }
}
