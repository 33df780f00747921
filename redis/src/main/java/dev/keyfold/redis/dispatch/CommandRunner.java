package dev.keyfold.redis.dispatch;

import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.Flag;
import dev.keyfold.redis.command.Handler;
import dev.keyfold.redis.command.KeyspaceEvents;
import dev.keyfold.redis.command.Unit;
import dev.keyfold.redis.state.HeldClock;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreFullException;
import dev.keyfold.structures.errors.WrongTypeException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs handlers and commits their changes: single commands, commands of a transaction, retries of
 * blocked ones, and the completion of copy jobs. The {@link Dispatcher} decides whether a command
 * may run. Confined to the loop thread.
 */
public final class CommandRunner {
  private final Supplier<Unit> units;
  private final HeldClock clock;
  private final CommandObservers observers;
  private final KeyspaceEvents events;
  private final WriteHealth writeHealth;
  private final CommandMeasures measures;

  /**
   * Runs nothing yet.
   *
   * @param units makes a new unit of work
   */
  public CommandRunner(
      Supplier<Unit> units,
      HeldClock clock,
      CommandObservers observers,
      KeyspaceEvents events,
      WriteHealth writeHealth,
      CommandMeasures measures) {
    this.units = units;
    this.clock = clock;
    this.observers = observers;
    this.events = events;
    this.writeHealth = writeHealth;
    this.measures = measures;
  }

  /** A new unit of work. */
  Unit unit() {
    return units.get();
  }

  /** Begins a command of the client: it becomes the author of changes, and the clock is frozen. */
  void enter(Client client) {
    client.running(true);
    observers.running(client);
    clock.hold();
  }

  /** Ends what {@link #enter} began. */
  void leave() {
    clock.letGo();
    observers.running(null);
  }

  /** Runs a single command and commits it. */
  void run(Call call) {
    Unit unit = call.unit();
    int mark = call.client().reply().mark();
    try {
      if (call(call)) {
        commit(call.client(), unit, mark);
      } else {
        // The command failed, but keyspace misses are published all the same.
        unit.told().stream()
            .filter(each -> each instanceof Unit.Event event && event.isMiss())
            .forEach(events::publish);
      }
    } finally {
      // Whatever was thrown, the next command must find the write lock free.
      unit.drop();
    }
  }

  /** Runs a command in the unit of its transaction; rolls it back if it fails. */
  void runInside(Call call) {
    Unit.Mark before = call.unit().mark();
    call.unit().limitCollected(call.client().replyBytes());
    if (!call(call)) {
      call.unit().rollbackTo(before);
    }
  }

  /** Retries a blocked command; false if it stays blocked. */
  boolean retry(Call call, Call.Retry retry) {
    Unit unit = units.get();
    unit.markWriting();
    Client client = call.client();
    int mark = client.reply().mark();
    Call again = call.again(unit);
    long start = System.nanoTime();
    client.replies().begin();
    client.running(true);
    observers.running(client);
    client.limitReply();
    unit.limitCollected(client.replyBytes());
    try {
      if (!retry.attempt(again)) {
        unit.drop();
        client.reply().truncate(mark);
        return false;
      }
      commit(client, unit, mark);
    } catch (WrongTypeException notYet) {
      unit.drop();
      client.reply().truncate(mark);
      return false;
    } catch (RuntimeException | Error e) {
      unit.drop();
      client.reply().truncate(mark);
      failed(client, e);
    } finally {
      unit.drop();
      client.unlimitReply();
      client.replies().settle();
      client.running(false);
      observers.running(null);
    }
    measures.waited(again, System.nanoTime() - start, clock.millis());
    return true;
  }

  /** Completes a command whose result a copy job has computed, and commits it. */
  void complete(Call call, Consumer<Call> rest) {
    Unit unit = units.get();
    unit.markWriting();
    int mark = call.client().reply().mark();
    try {
      rest.accept(call.again(unit));
      commit(call.client(), unit, mark);
    } catch (RuntimeException | Error e) {
      call.client().reply().truncate(mark);
      failed(call.client(), e);
    } finally {
      unit.drop();
    }
  }

  /** Records the time that a command has taken in a copy job. */
  void waited(Call call, long nanos) {
    measures.waited(call, nanos, clock.millis());
  }

  /** Commits, then publishes the events. A failed commit replaces the reply by an error. */
  private void commit(Client client, Unit unit, int mark) {
    try {
      if (!unit.isWriting()) {
        commitReads(unit);
      } else if (unit.commit()) {
        client.transport().acknowledges(mark);
      }
    } catch (RuntimeException | Error e) {
      if (unit.isLost()) {
        throw e;
      }
      unit.drop();
      takeBack(client, mark);
      failed(client, e);
      return;
    }
    if (!unit.told().isEmpty()) {
      unit.told().forEach(events::publish);
    }
  }

  /**
   * Commits removals of expired keys by a read. The reply does not depend on them, so reads are
   * answered even if the disk is full.
   */
  private void commitReads(Unit unit) {
    if (writeHealth.isFull()) {
      unit.forgo();
      return;
    }
    try {
      unit.commit();
    } catch (StoreFullException full) {
      writeHealth.failed(full);
    }
  }

  private static void takeBack(Client client, int mark) {
    client.reply().truncate(mark);
    client.replies().takenBack(mark);
  }

  /** Runs the handler; false if it failed, with the error as its reply. */
  private boolean call(Call call) {
    Client client = call.client();
    Command command = call.command();
    long now = clock.millis();
    client.active(now, command.fullName());
    if (command.is(Flag.WRITE) || command.is(Flag.ADMIN)) {
      call.unit().markWriting();
    }
    long start = System.nanoTime();
    int mark = client.reply().mark();
    boolean done = false;
    if (!call.inTransaction()) {
      client.limitReply();
      call.unit().limitCollected(client.replyBytes());
    }
    try {
      Handler handler = command.handler();
      if (handler == null) {
        throw new IllegalStateException("command " + command + " has only subcommands");
      }
      handler.run(call);
      done = true;
    } catch (RuntimeException | Error e) {
      if (call.inTransaction() && Containment.isLackOfMemory(e)) {
        // It may have written partially, and its unit is shared: the whole transaction is rolled
        // back.
        throw Containment.abort(e);
      }
      takeBack(client, mark);
      String text = text(e);
      client.unlimitReply();
      error(client, text);
    } finally {
      if (!call.inTransaction()) {
        client.unlimitReply();
      }
    }
    observers.track(call, done);
    long nanos = System.nanoTime() - start;
    measures.ran(command, nanos, !done);
    observers.show(call, now);
    // A blocked command is logged when it is served.
    if (!client.isBlocked()) {
      measures.log(call, nanos, now);
    }
    return done;
  }

  /** Replies with the error of a failed command. */
  void failed(Client client, Throwable why) {
    error(client, text(why));
  }

  private String text(Throwable e) {
    return e instanceof StoreException failure ? writeHealth.failed(failure) : Containment.text(e);
  }

  /** Writes an error reply and counts it. */
  void error(Client client, String text) {
    measures.error(text);
    client.reply().error(text);
  }
}
