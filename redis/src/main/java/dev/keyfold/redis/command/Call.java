package dev.keyfold.redis.command;

import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Work;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One command under way: all that its handler sees. The arguments are the call's own: a handler may
 * keep them, and must not change them.
 */
public final class Call {
  /** Tries a blocked command again. */
  @FunctionalInterface
  public interface Retry {
    /**
     * Tries. Either does all and writes the reply, or changes nothing and writes nothing.
     *
     * @return whether it is done
     */
    boolean attempt(Call call);
  }

  /** Where calls wait for keys. */
  @FunctionalInterface
  public interface Waits {
    /** Lets the call wait; see {@link Call#block}. */
    void block(
        Call call, List<byte[]> keys, long millis, Retry retry, Consumer<ReplyWriter> whenTooLate);
  }

  private static final long SHORTEST = 6;

  private final CommandEffects effects;
  private final Client client;
  private final Command command;
  private final byte[][] arguments;
  private final Unit unit;
  private final boolean inTransaction;
  private byte[][] logged;
  private boolean unlogged;
  private byte @Nullable [] readyKey;

  /** A call; the arguments are its own from now on. */
  public Call(
      CommandEffects effects,
      Client client,
      Command command,
      byte[][] arguments,
      Unit unit,
      boolean inTransaction) {
    this.effects = effects;
    this.client = client;
    this.command = command;
    this.arguments = arguments;
    this.unit = unit;
    this.inTransaction = inTransaction;
    this.logged = arguments;
  }

  /** The same call with a unit of its own; for a blocked command. */
  public Call again(Unit fresh) {
    Call again = new Call(effects, client, command, arguments, fresh, false);
    again.readyKey = readyKey;
    return again;
  }

  /** A queued command of the transaction that this call runs, in the same unit. */
  public Call inside(Command queued, byte[][] itsArguments) {
    return new Call(effects, client, queued, itsArguments, unit, true);
  }

  /** The key whose change a blocked command is tried again for. */
  public void readyKey(byte[] key) {
    readyKey = key;
  }

  /** For a blocked command that is tried again: the key whose change it is tried for. */
  public byte[] readyKey() {
    if (readyKey == null) {
      throw new IllegalStateException("this call was not tried again for a key");
    }
    return readyKey;
  }

  // --- arguments ---

  /** How many arguments, the command's name included. */
  public int count() {
    return arguments.length;
  }

  /** All arguments; the first is the command's name, for a subcommand the second its own. */
  public byte[][] args() {
    return arguments;
  }

  /** An argument. */
  public byte[] arg(int i) {
    return arguments[i];
  }

  /** An argument as text, one byte to a character. */
  public String text(int i) {
    return ByteKey.text(arguments[i]);
  }

  /** Whether an argument is that word, in letters of any case. */
  public boolean is(int i, String word) {
    return Arguments.is(arguments[i], word);
  }

  /** An argument as a 64-bit integer; else the error of Redis. */
  public long integer(int i) {
    return Arguments.integer(arguments[i]);
  }

  /** An argument as an integer of 32 bits; see {@link Arguments#int32}. */
  public int int32(int i) {
    return Arguments.int32(arguments[i]);
  }

  /** An argument as an integer of a range; else an error of the given text. */
  public long integer(int i, long least, long most, String otherwise) {
    return Arguments.integer(arguments[i], least, most, otherwise);
  }

  /** An argument as a finite or infinite number; else {@code ERR value is not a valid float}. */
  public double real(int i) {
    return Arguments.real(arguments[i]);
  }

  /** A blocking command's timeout, seconds with a fraction, in milliseconds; 0 for none. */
  public long timeout(int i) {
    return Arguments.timeoutMillis(arguments[i]);
  }

  // --- surroundings ---

  /** Who asks. */
  public Client client() {
    return client;
  }

  /** What is run. */
  public Command command() {
    return command;
  }

  /** Where the reply goes. */
  public ReplyWriter reply() {
    return client.reply();
  }

  /**
   * Throws if a reply of that many strings cannot be held: to be called before members are picked
   * or removed, when only their number is known. A string takes six bytes at least, {@code $0} and
   * two line ends.
   */
  public void expectElements(long count) {
    client.reply().expect(SHORTEST * Math.max(0, Math.min(count, Long.MAX_VALUE / SHORTEST)));
  }

  /** The work of this command, or of the transaction it is in; committed by the dispatcher. */
  public Work work() {
    return unit.work();
  }

  /** The client's database, within {@link #work}. */
  public Space space() {
    return unit.work().space(client.database());
  }

  /** Another database. */
  public Space space(int database) {
    return unit.work().space(database);
  }

  /** Whether the client may read keys whose names are not among the arguments. */
  public boolean mayReadAllKeys() {
    return Permissions.mayReadAllKeys(client.user(), command, arguments);
  }

  /** Whether it is part of a transaction under way. */
  public boolean inTransaction() {
    return inTransaction;
  }

  /** What it is part of; for the dispatcher. */
  public Unit unit() {
    return unit;
  }

  ScanCursors cursors() {
    return effects.cursors;
  }

  StoredResult.Background background() {
    return effects.background;
  }

  /** How many bytes a string may have ({@code proto-max-bulk-len}). */
  public long longestString() {
    return effects.config.bulkBytes();
  }

  // --- effects ---

  /** Tells a keyspace event of a key in the client's database, once the command is committed. */
  public void notify(int kind, String event, byte[] key) {
    notify(kind, event, client.database(), key);
  }

  /** Tells a keyspace event of a key in a database. */
  public void notify(int kind, String event, int database, byte[] key) {
    if (effects.events.notifies(kind)) {
      unit.tell(new Unit.Event(kind, event, database, key));
    }
  }

  /**
   * Sends a message to a channel; how many listen to it. In a transaction it is sent with the
   * events of keys, in the order of the commands.
   */
  public int publish(byte[] channel, byte[] message, boolean sharded) {
    List<Runnable> deliveries = effects.pubsub.deliveries(channel, message, sharded);
    if (inTransaction) {
      unit.tell(new Unit.Message(deliveries));
    } else {
      deliveries.forEach(Runnable::run);
    }
    return deliveries.size();
  }

  /** Whether anybody could hear of such an event: before it costs something to find out. */
  public boolean notifies(int kind) {
    return effects.events.notifies(kind);
  }

  /** To be called before a write that makes the key if it is not there: tells that it is new. */
  public void tellIfNew(byte[] key) {
    if (effects.events.notifies(Events.NEW) && !space().keys().exists(key)) {
      notify(Events.NEW, "new", key);
    }
  }

  /** Counts a read that found its key, or did not, and tells of a miss. Gives back what it got. */
  public boolean found(byte[] key, boolean found) {
    found(found);
    if (found) {
      effects.accesses.used(client.database(), key, unit.work().now());
    } else {
      notify(Events.KEYMISS, "keymiss", key);
    }
    return found;
  }

  /** The same for a read that is not a use of the key, such as TTL. */
  public boolean seen(byte[] key, boolean found) {
    found(found);
    if (!found) {
      notify(Events.KEYMISS, "keymiss", key);
    }
    return found;
  }

  /** Tells that a key was due at once, so that the engine has not kept it. */
  public void expired(byte[] key) {
    effects.stats.expired++;
    notify(Events.EXPIRED, "expired", key);
  }

  /** Counts a read that found its key, or did not. */
  public void found(boolean found) {
    if (found) {
      effects.stats.hits++;
    } else {
      effects.stats.misses++;
    }
  }

  /**
   * Waits for one of the keys, which are of the client's database. To be called when a first try
   * found nothing to do; nothing may have been written. Whenever one of the keys has changed the
   * command is tried again, in the order in which clients began to wait; a key of the wrong type is
   * like none. Inside a transaction nobody waits: the timeout's reply is written at once.
   *
   * @param millis how long; 0 for ever
   * @param whenTooLate writes the reply when time is up
   */
  public void block(
      List<byte[]> keys, long millis, Retry retry, Consumer<ReplyWriter> whenTooLate) {
    if (inTransaction) {
      whenTooLate.accept(reply());
      return;
    }
    effects.waits.block(this, keys, millis, retry, whenTooLate);
  }

  /** Keeps an argument out of the slow log and away from MONITOR. */
  public void redact(int i) {
    if (logged == arguments) {
      logged = arguments.clone();
    }
    if (i < logged.length) {
      logged[i] = ByteKey.of("(redacted)");
    }
  }

  /** Keeps the whole call out of the slow log. */
  public void doNotLog() {
    unlogged = true;
  }

  /** The arguments as logs may show them. */
  public byte[][] logged() {
    return logged;
  }

  /** Whether logs may show it. */
  public boolean isLogged() {
    return !unlogged;
  }
}
