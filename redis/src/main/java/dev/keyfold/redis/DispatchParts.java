package dev.keyfold.redis;

import dev.keyfold.redis.client.Loop;
import dev.keyfold.redis.command.CommandEffects;
import dev.keyfold.redis.command.KeyspaceEvents;
import dev.keyfold.redis.command.Unit;
import dev.keyfold.redis.dispatch.AccessCheck;
import dev.keyfold.redis.dispatch.ActiveExpiry;
import dev.keyfold.redis.dispatch.Admission;
import dev.keyfold.redis.dispatch.Blocking;
import dev.keyfold.redis.dispatch.ChangeCounts;
import dev.keyfold.redis.dispatch.CommandMeasures;
import dev.keyfold.redis.dispatch.CommandObservers;
import dev.keyfold.redis.dispatch.CommandRunner;
import dev.keyfold.redis.dispatch.CommandSink;
import dev.keyfold.redis.dispatch.CopyJobs;
import dev.keyfold.redis.dispatch.Dispatcher;
import dev.keyfold.redis.dispatch.FollowUps;
import dev.keyfold.redis.dispatch.IterationSync;
import dev.keyfold.redis.dispatch.KeyspaceChanges;
import dev.keyfold.redis.dispatch.MultiExec;
import dev.keyfold.redis.dispatch.Pause;
import dev.keyfold.redis.dispatch.WebRequests;
import dev.keyfold.redis.dispatch.WriteHealth;
import dev.keyfold.structures.Structures;
import java.util.function.Supplier;

/** The parts that check, run, delay and follow up commands. Confined to the loop thread. */
final class DispatchParts {
  final WriteHealth writeHealth;
  final IterationSync sync;
  final CommandRunner runner;
  final CopyJobs copyJobs;
  final Blocking blocking;
  final Pause pause;
  final FollowUps followUps;
  final ActiveExpiry activeExpiry;
  final MultiExec transactions;
  final KeyspaceChanges changes;

  /** Where connections send their commands. */
  final CommandSink entry;

  DispatchParts(
      ServerState state,
      ClientParts clients,
      ServerStore data,
      Structures structures,
      Loop loop,
      Supplier<Unit> units) {
    writeHealth = new WriteHealth(structures.store(), data::writeDown);
    sync = new IterationSync(data.makeDurable(structures), writeHealth);
    KeyspaceEvents events = new KeyspaceEvents(state.config, state.pubsub);
    runner =
        new CommandRunner(
            units,
            state.clock,
            new CommandObservers(clients.clients, clients.tracking),
            events,
            writeHealth,
            measures(state));
    copyJobs = new CopyJobs(structures, loop, state.commands, runner);
    blocking = new Blocking(loop, copyJobs, runner);
    pause = new Pause(state.clock, loop);
    followUps = new FollowUps(units, clients.watches, blocking);
    transactions = new MultiExec(state.commands, runner, state.users, clients.watches, state.clock);
    entry = new WebRequests(dispatcher(state, events), state.clock);
    activeExpiry = new ActiveExpiry(structures, state.clock, loop, pause, writeHealth, followUps);
    ChangeCounts counts = new ChangeCounts(sync, state.stats, state.accesses, state.clock);
    changes = new KeyspaceChanges(counts, clients.tracking, copyJobs, events, followUps);
  }

  private static CommandMeasures measures(ServerState state) {
    return new CommandMeasures(
        state.config, state.stats, state.durations, state.slowlog, state.latency);
  }

  private Dispatcher dispatcher(ServerState state, KeyspaceEvents events) {
    AccessCheck access = new AccessCheck(state.users, state.stats, state.clock);
    Admission admission = new Admission(access, writeHealth, pause, copyJobs);
    CommandEffects effects =
        new CommandEffects(
            state.config,
            events,
            state.pubsub,
            state.accesses,
            state.stats,
            blocking,
            (call, result, filler) -> copyJobs.begin(call, result, filler, followUps::run));
    return new Dispatcher(state.commands, admission, transactions, runner, effects, followUps);
  }
}
