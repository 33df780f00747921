package dev.keyfold.redis;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.local.LocalLoop;
import dev.keyfold.redis.local.LocalTransport;
import dev.keyfold.redis.resp.InlineWords;
import dev.keyfold.redis.resp.Reply;
import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.redis.state.Config;
import dev.keyfold.store.Store;
import dev.keyfold.structures.Structures;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs Redis commands against the structures of a store in this process, without a server and
 * without a network: the same commands, checks, transactions and replies.
 *
 * <pre>{@code
 * try (RedisSession redis = RedisSession.over(store)) {
 *   redis.run("hset bob email bob@example.com"); // (integer) 1
 * }
 * }</pre>
 *
 * <p>It is the only client, so a blocking command that finds nothing returns at once, as after its
 * timeout, and commands that only make sense with other clients are rejected. When a command
 * returns, its changes have the durability of the store.
 *
 * <p>A store has one owner of its structures: do not open them elsewhere before this is closed. The
 * store stays the caller's. Not thread-safe.
 */
public final class RedisSession implements AutoCloseable {
  /** Commands that wait for other clients, or are about the process of a server. */
  private static final Set<String> NEED_A_SERVER =
      Set.of("subscribe", "psubscribe", "ssubscribe", "monitor", "shutdown", "client|pause");

  private final LocalLoop loop = new LocalLoop();
  private final ServerParts parts;
  private LocalTransport transport = new LocalTransport();
  private Client client;
  private volatile @Nullable Throwable lost;
  private boolean closed;

  private RedisSession(Store store) {
    loop.enter();
    ServerStore data = ServerStore.unbuffered(store, this::lose);
    ServerState state =
        new ServerState(
            new Config(),
            InstantSource.system(),
            new ServerOptions.Places(null, null),
            data.store(),
            Runnable::run);
    parts = new ServerParts(state, loop, data, () -> {}, this::lose);
    client = connect();
  }

  /**
   * Opens the structures of the store.
   *
   * @throws dev.keyfold.store.errors.UnsupportedStoreException if the store has no atomic batches
   *     or no snapshots
   */
  public static RedisSession over(Store store) {
    return new RedisSession(store);
  }

  private void lose(Throwable failure) {
    lost = failure;
  }

  private Client connect() {
    transport = new LocalTransport();
    Client made = parts.lifecycle.connect(transport);
    if (made == null) {
      throw new IllegalStateException("maxclients is 0, so that no command can run");
    }
    return made;
  }

  /** Whether there is a Redis command of that name, in upper or lower case. */
  public boolean knows(String name) {
    return parts.state.commands.find(name.getBytes(StandardCharsets.UTF_8)) != null;
  }

  /** The names of all commands, in lower case. */
  public List<String> commandNames() {
    return parts.state.commands.commands().stream().map(Command::name).toList();
  }

  /** The number of the selected database. */
  public int database() {
    return client.database();
  }

  /** Whether commands are queued, after MULTI. */
  public boolean isQueueing() {
    return client.transaction() != null;
  }

  /** Whether a transaction is open, or keys are watched for one. */
  public boolean isInTransaction() {
    return client.transaction() != null || !client.watched().isEmpty();
  }

  /**
   * Runs a line as redis-cli takes it: words separated by blanks, {@code "..."} with escapes,
   * {@code '...'} without.
   *
   * @return the reply, and after it messages that were pushed; empty if the client wants no replies
   */
  public List<Reply> run(String line) {
    List<byte[]> words = new ArrayList<>();
    if (!InlineWords.split(line.getBytes(StandardCharsets.UTF_8), words) || words.isEmpty()) {
      return List.of(
          Reply.error(
              "ERR Invalid argument(s): a quote is not closed, or is followed"
                  + " by something other than a blank"));
    }
    return run(words.toArray(new byte[0][]));
  }

  /** Runs a command of these words. */
  public List<Reply> run(byte[][] words) {
    if (closed) {
      throw new IllegalStateException("this session is closed");
    }
    if (lost != null) {
      throw new IllegalStateException(
          "an earlier command failed in the middle of a write; open the store again", lost);
    }
    loop.enter();
    if (client.isClosing()) {
      client = connect();
    }
    String needs = needsServer(words);
    if (needs != null) {
      return List.of(
          Reply.error("ERR " + needs + " needs a server with other clients; run keyfold serve"));
    }
    parts.dispatch.activeExpiry.expireDue();
    parts.dispatch.entry.execute(client, words);
    loop.drain();
    if (client.isBlocked()) {
      parts.dispatch.blocking.giveUp(client, null);
    }
    loop.await(() -> client.isReady() || client.isClosing());
    String unstored = parts.dispatch.sync.beforeReplies();
    boolean acknowledging = transport.isAcknowledging();
    byte[] replies = transport.take();
    if (unstored != null && acknowledging) {
      return List.of(Reply.error(unstored));
    }
    return Reply.all(replies);
  }

  private @Nullable String needsServer(byte[][] words) {
    String name = ByteKey.text(words[0]).toLowerCase(Locale.ROOT);
    String full =
        words.length > 1 ? name + "|" + ByteKey.text(words[1]).toLowerCase(Locale.ROOT) : name;
    return NEED_A_SERVER.contains(name) || NEED_A_SERVER.contains(full)
        ? full.startsWith("client|") ? "CLIENT PAUSE" : name.toUpperCase(Locale.ROOT)
        : null;
  }

  /** The structures that the commands work on. */
  public Structures structures() {
    return parts.structures;
  }

  /** Rolls back an open transaction and closes the structures; the store stays open. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      parts.lifecycle.disconnected(client);
      parts.dispatch.copyJobs.close();
      parts.structures.close();
    }
  }
}
