package dev.keyfold.redis.client;

import dev.keyfold.redis.state.Config;
import dev.keyfold.redis.state.Stats;
import java.time.InstantSource;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The memory budget of all connections together, which limits per connection cannot bound: two
 * budgets of {@code maxmemory-clients} each, by default a quarter of the heap.
 *
 * <ul>
 *   <li>Input: received bytes that have not run, including queued transactions and blocked
 *       commands, and the names that clients watch and subscribe to. Beyond the budget the client
 *       that uses the most is closed. Clients that have not logged in share an eighth of it, so
 *       that they cannot cause others to be closed.
 *   <li>Replies: being written or unsent. A command gets what is left; a reply that needs more
 *       becomes an error. If many slow clients fill the budget with small replies, the one that
 *       uses the most is closed.
 * </ul>
 *
 * <p>Confined to the loop thread.
 */
public final class ClientMemory {
  private static final int HEAP_PART = 4;
  private static final int STRANGERS_PART = 8;
  private static final int TRACKING_PART = 4;

  /** A reply of this size is always possible: errors, counts, small values. */
  private static final long SMALL_REPLY = 64 * 1024;

  /** Less would close clients for ordinary commands. */
  private static final long LEAST = 1 << 20;

  private static final long LOG_MILLIS = 1000;

  /** What one client takes. */
  static final class Share {
    private long input;
    private long strange;
    private long output;
    private boolean gone;
  }

  private final Clients clients;
  private final Config config;
  private final Stats stats;
  private final InstantSource clock;
  private final RareLog log = new RareLog(ClientMemory.class, LOG_MILLIS);
  private long most;
  private long input;
  private long strange;
  private long output;

  /** Budgets for these clients. */
  public ClientMemory(Clients clients, Config config, Stats stats, InstantSource clock) {
    this.clients = clients;
    this.config = config;
    this.stats = stats;
    this.clock = clock;
    config.whenChanged("maxmemory-clients", text -> most = bytes(text));
  }

  private static long bytes(String text) {
    long heap = Runtime.getRuntime().maxMemory();
    if (text.endsWith("%")) {
      return Math.max(LEAST, heap / 100 * Long.parseLong(text.substring(0, text.length() - 1)));
    }
    long given = Long.parseLong(text);
    return given == 0 ? heap / HEAP_PART : Math.max(LEAST, given);
  }

  /** How many bytes the reply to the next command may have. */
  long replyBytes() {
    return Math.max(SMALL_REPLY, most - output);
  }

  /** The limit of the memory for keys that clients have read (CLIENT TRACKING). */
  long trackingBytes() {
    return most / TRACKING_PART;
  }

  /** Bytes received and not run, of all clients. */
  public long inputBytes() {
    return input;
  }

  /** Bytes of replies not taken yet, of all clients. */
  public long outputBytes() {
    return output;
  }

  /** A client's connection holds that much now. May close clients, also this one. */
  public void count(Client client, long inputNow, long outputNow) {
    Share share = client.memory();
    if (share.gone) {
      return;
    }
    long strangeNow = client.isAuthenticated() ? 0 : inputNow;
    input += inputNow - share.input;
    strange += strangeNow - share.strange;
    output += outputNow - share.output;
    boolean more = inputNow > share.input || outputNow > share.output;
    share.input = inputNow;
    share.strange = strangeNow;
    share.output = outputNow;
    if (more) {
      enforce();
    }
  }

  /**
   * Makes room for a message by closing the clients that use the most memory. Only marks them as
   * closing, because callers iterate over lists of clients.
   *
   * @return whether there is room and the receiver itself was not closed
   */
  boolean hasRoom(Client client, long bytes) {
    while (output + bytes > most + SMALL_REPLY) {
      Client largest = largest(client, bytes);
      Share share = largest.memory();
      long held = share.output;
      stats.evictedClients++;
      log.warn(clock.millis(), () -> closing(largest, held, "messages it has not read"));
      output -= held;
      share.output = 0;
      largest.discard();
      if (largest == client) {
        return false;
      }
    }
    return true;
  }

  /** The client that would use the most with the message, except running ones. */
  private Client largest(Client receiver, long bytes) {
    Client largest = receiver;
    long most = receiver.memory().output + bytes;
    for (Client client : clients.all()) {
      long here = client.memory().output;
      if (here > most && !client.isNoEvict() && !client.isRunning() && !client.isClosing()) {
        most = here;
        largest = client;
      }
    }
    return largest;
  }

  /** A message was written to the client. */
  void wrote(Client client, long bytes) {
    if (!client.memory().gone) {
      client.memory().output += bytes;
      output += bytes;
    }
  }

  /**
   * Closes a client with more unread messages than {@code client-output-buffer-limit} allows: of
   * channels, MONITOR or CLIENT TRACKING. Replies do not count: a client that does not read them is
   * not read from either.
   */
  void checkOutput(Client client) {
    boolean listens = !client.subscriptions().isEmpty() || client.isMonitor() || client.isTold();
    long limit = config.outputLimit(listens);
    if (limit > 0 && client.waitingMessages() > limit) {
      stats.outputLimitDisconnections++;
      client.markClosing();
      client.transport().close();
    }
  }

  private void enforce() {
    boolean found = true;
    while (strange > most / STRANGERS_PART && found) {
      found = closeLargest(share -> share.strange, "unfinished commands before login");
    }
    found = true;
    while (input > most && found) {
      found = closeLargest(share -> share.input, "unfinished commands and names it watches");
    }
    found = true;
    while (output > most + SMALL_REPLY && found) {
      found = closeLargest(share -> share.output, "replies it has not read");
    }
  }

  /** Closes CLIENT NO-EVICT clients only if no other client uses memory. */
  private boolean closeLargest(ToLongFunction<Share> size, String what) {
    Client largest = largest(size, false);
    if (largest == null) {
      largest = largest(size, true);
    }
    if (largest == null) {
      return false;
    }
    stats.evictedClients++;
    Client closed = largest;
    long bytes = size.applyAsLong(closed.memory());
    log.warn(clock.millis(), () -> closing(closed, bytes, what));
    closed.evict(
        "ERR connection closed: clients hold more than maxmemory-clients allows, this one the most"
            + " ("
            + bytes
            + " bytes of "
            + what
            + ")");
    return true;
  }

  /** Of equal ones the newest. */
  private @Nullable Client largest(ToLongFunction<Share> size, boolean noEvict) {
    Client largest = null;
    long bytes = 1;
    for (Client client : clients.all()) {
      long here = size.applyAsLong(client.memory());
      if (here >= bytes && client.isNoEvict() == noEvict) {
        bytes = here;
        largest = client;
      }
    }
    return largest;
  }

  private String closing(Client largest, long bytes, String what) {
    return "connection "
        + largest.transport().remoteAddress()
        + " closed: clients hold more than maxmemory-clients allows ("
        + most
        + " bytes), this one the most ("
        + bytes
        + " bytes of "
        + what
        + "); "
        + stats.evictedClients
        + " clients closed for that so far";
  }

  /** Removes a disconnected client's share. */
  void forget(Client client) {
    Share share = client.memory();
    input -= share.input;
    strange -= share.strange;
    output -= share.output;
    share.input = 0;
    share.strange = 0;
    share.output = 0;
    share.gone = true;
  }
}
