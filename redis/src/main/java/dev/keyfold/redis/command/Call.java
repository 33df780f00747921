package dev.keyfold.redis.command;

import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Work;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call of a command: everything its handler sees. The call owns its arguments: a handler may
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

  /** Blocks calls until keys change. */
  @FunctionalInterface
  public interface Waits {
    /** Blocks the call; see {@link Call#block}. */
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

  /** A call; takes ownership of the arguments. */
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

  /** The same call in a new unit; for a blocked command. */
  public Call again(Unit fresh) {
    Call again = new Call(effects, client, command, arguments, fresh, false);
    again.readyKey = readyKey;
    return again;
  }

  /** A queued command of the transaction that this call runs, in the same unit. */
  public Call inside(Command queued, byte[][] itsArguments) {
    return new Call(effects, client, queued, itsArguments, unit, true);
  }

  /** Sets the key whose change lets a blocked command be retried. */
  public void readyKey(byte[] key) {
    readyKey = key;
  }

  /** For the retry of a blocked command: the key whose change caused it. */
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

  /** All arguments, starting with the command's name; for a subcommand, its name is the second. */
  public byte[][] args() {
    return arguments;
  }

  /** The arguments from an index on. */
  public List<byte[]> argsFrom(int first) {
    return Arrays.asList(arguments).subList(first, arguments.length);
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

  /** The calling client. */
  public Client client() {
    return client;
  }

  /** The command. */
  public Command command() {
    return command;
  }

  /** The writer for the reply. */
  public ReplyWriter reply() {
    return client.reply();
  }

  /**
   * Throws if a reply of that many strings would exceed the memory limit. To be called before
   * members are read or removed, when only their number is known. A string takes at least six
   * bytes, {@code $0} and two line ends.
   */
  public void expectElements(long count) {
    client.reply().expect(SHORTEST * Math.max(0, Math.min(count, Long.MAX_VALUE / SHORTEST)));
  }

  /** Forgets what was collected so far: it is in the reply, which has a limit of its own. */
  public void releaseCollected() {
    unit.limitCollected(client.replyBytes());
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

  /** Whether it is part of a running transaction. */
  public boolean inTransaction() {
    return inTransaction;
  }

  /** The unit of work it belongs to; for the dispatcher. */
  public Unit unit() {
    return unit;
  }

  ScanCursors cursors() {
    return effects.cursors;
  }

  StoredResult.Background background() {
    return effects.background;
  }

  /** The maximum length of a string in bytes ({@code proto-max-bulk-len}). */
  public long longestString() {
    return effects.config.bulkBytes();
  }

  // --- effects ---

  /** Publishes a keyspace event for a key of the client's database after the commit. */
  public void notify(int kind, String event, byte[] key) {
    notify(kind, event, client.database(), key);
  }

  /** Publishes a keyspace event for a key of a database after the commit. */
  public void notify(int kind, String event, int database, byte[] key) {
    if (effects.events.notifies(kind)) {
      unit.tell(new Unit.Event(kind, event, database, key));
    }
  }

  /**
   * Publishes a message to a channel and returns the number of receivers. In a transaction it is
   * sent with the keyspace events, in the order of the commands.
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

  /** Whether such an event would be published; to be checked before computing something for it. */
  public boolean notifies(int kind) {
    return effects.events.notifies(kind);
  }

  /**
   * To be called before a write that may create the key: publishes the event {@code new} if the key
   * does not exist.
   */
  public void tellIfNew(byte[] key) {
    if (effects.events.notifies(Events.NEW) && !space().keys().exists(key)) {
      notify(Events.NEW, "new", key);
    }
  }

  /** Counts a keyspace hit or miss, and publishes an event for a miss. Returns {@code found}. */
  public boolean found(byte[] key, boolean found) {
    found(found);
    if (found) {
      effects.accesses.used(client.database(), key, unit.work().now());
    } else {
      notify(Events.KEYMISS, "keymiss", key);
    }
    return found;
  }

  /** The same for a read that does not update the access time, such as TTL. */
  public boolean seen(byte[] key, boolean found) {
    found(found);
    if (!found) {
      notify(Events.KEYMISS, "keymiss", key);
    }
    return found;
  }

  /** Publishes that a key was written with an expiry in the past, so it was not stored. */
  public void expired(byte[] key) {
    effects.stats.expired++;
    notify(Events.EXPIRED, "expired", key);
  }

  /** Counts a keyspace hit or miss. */
  public void found(boolean found) {
    if (found) {
      effects.stats.hits++;
    } else {
      effects.stats.misses++;
    }
  }

  /**
   * Blocks the client until one of the keys, which are in the client's database, has changed. To be
   * called after a first attempt found nothing to do and wrote nothing. Each change of one of the
   * keys retries the command, in the order in which clients blocked; a key of the wrong type counts
   * as missing. Inside a transaction commands do not block: the timeout's reply is written
   * immediately.
   *
   * @param millis the timeout; 0 for none
   * @param whenTooLate writes the reply after the timeout
   */
  public void block(
      List<byte[]> keys, long millis, Retry retry, Consumer<ReplyWriter> whenTooLate) {
    if (inTransaction) {
      whenTooLate.accept(reply());
      return;
    }
    effects.waits.block(this, keys, millis, retry, whenTooLate);
  }

  /** Hides an argument from the slow log and from MONITOR. */
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
