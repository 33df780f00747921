package dev.keyfold.redis.client;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.redis.state.Config;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Invalidation messages of CLIENT TRACKING. A client that has read a key gets one message at its
 * next change; a client in broadcast mode gets, at the end of an event-loop iteration, all changed
 * keys with its prefixes. Keys of all databases share one namespace, as in Redis. Confined to the
 * loop thread.
 */
public final class Tracking {
  private static final byte[] CHANNEL = ByteKey.of("__redis__:invalidate");

  /** Approximate memory of one reader of a key. */
  private static final int ITEM_BYTES = 64;

  private final Clients all;
  private final ClientMemory clientMemory;
  private final Config config;
  private final Loop loop;

  /** Ids of the clients that have read a key, the oldest key first. */
  private final Map<ByteKey, Set<Long>> readers = new LinkedHashMap<>();

  /** Clients in broadcast mode by prefix. */
  private final Map<ByteKey, Set<Client>> prefixes = new LinkedHashMap<>();

  /**
   * Keys changed since the last broadcast, with the client that changed them; null if they exceed
   * the memory budget.
   */
  private @Nullable Map<ByteKey, Client> changed = new LinkedHashMap<>();

  /** Approximate memory of {@link #changed}. */
  private long changedMemory;

  private final Set<Client> clients = new HashSet<>();
  private long items;

  /** Approximate memory of {@link #readers}. */
  private long memory;

  private boolean broadcastPending;
  private @Nullable Client running;

  /** No client has tracking enabled yet. */
  public Tracking(Clients all, ClientMemory clientMemory, Config config, Loop loop) {
    this.all = all;
    this.clientMemory = clientMemory;
    this.config = config;
    this.loop = loop;
  }

  /** Sets the client whose command runs and thus makes the changes; null if none. */
  public void running(@Nullable Client client) {
    running = client;
  }

  /** Enables tracking for a client, or changes its mode. */
  public void enable(Client client, TrackingMode mode, List<ByteKey> more) {
    TrackingMode former = client.tracking();
    if (former != null) {
      mode.prefixes().addAll(former.prefixes());
    }
    mode.prefixes().addAll(more);
    if (mode.isBroadcast() && mode.prefixes().isEmpty()) {
      mode.prefixes().add(new ByteKey(new byte[0]));
    }
    client.tracking(mode);
    clients.add(client);
    for (ByteKey prefix : mode.prefixes()) {
      prefixes.computeIfAbsent(prefix, none -> new LinkedHashSet<>()).add(client);
    }
  }

  /** Disables tracking for a client. */
  public void disable(Client client) {
    TrackingMode mode = client.tracking();
    if (!clients.remove(client) || mode == null) {
      return;
    }
    for (ByteKey prefix : mode.prefixes()) {
      prefixes.computeIfPresent(
          prefix,
          (same, listening) -> {
            listening.remove(client);
            return listening.isEmpty() ? null : listening;
          });
    }
    client.tracking(null);
  }

  /** Records the keys that a client has read. */
  public void read(Client client, List<byte[]> names) {
    for (byte[] each : names) {
      ByteKey name = new ByteKey(each);
      Set<Long> who = readers.get(name);
      if (who == null) {
        who = new HashSet<>(2);
        readers.put(name, who);
        memory += NameSet.NAME_BYTES + name.array().length;
      }
      if (who.add(client.id())) {
        items++;
        memory += ITEM_BYTES;
      }
    }
    limit();
  }

  /** Evicts the oldest keys beyond the limits, invalidating them at their readers. */
  private void limit() {
    long most = config.integer("tracking-table-max-keys");
    long mostBytes = clientMemory.trackingBytes();
    while (!readers.isEmpty() && ((most > 0 && readers.size() > most) || memory > mostBytes)) {
      ByteKey oldest = readers.keySet().iterator().next();
      tellReaders(oldest, null);
    }
  }

  /** A key was changed by the command that runs. */
  public void changed(byte[] name) {
    changed(name, running);
  }

  /** A key expired; no client has changed it. */
  public void expired(byte[] name) {
    changed(name, null);
  }

  private void changed(byte[] name, @Nullable Client by) {
    if (clients.isEmpty()) {
      return;
    }
    ByteKey key = new ByteKey(name);
    tellReaders(key, by);
    if (!prefixes.isEmpty()) {
      remember(key, by);
      broadcastSoon();
    }
  }

  /** Records a changed key for the next broadcast, within the memory budget. */
  private void remember(ByteKey key, @Nullable Client by) {
    if (changed == null) {
      return;
    }
    int before = changed.size();
    changed.put(key, by);
    if (changed.size() > before) {
      changedMemory += NameSet.NAME_BYTES + key.array().length;
    }
    if (changedMemory > clientMemory.trackingBytes()) {
      changed = null;
    }
  }

  private void tellReaders(ByteKey key, @Nullable Client by) {
    Set<Long> who = readers.remove(key);
    if (who == null) {
      return;
    }
    items -= who.size();
    memory -= NameSet.NAME_BYTES + key.array().length + (long) ITEM_BYTES * who.size();
    for (long id : who) {
      Client client = all.find(id);
      TrackingMode mode = client == null ? null : client.tracking();
      if (client != null && mode != null && !mode.isBroadcast() && !isOwn(client, by)) {
        tell(client, List.of(key));
      }
    }
  }

  private static boolean isOwn(Client client, @Nullable Client by) {
    TrackingMode mode = client.tracking();
    return client == by && mode != null && mode.isNoLoop();
  }

  /** All keys were deleted. */
  public void flushed() {
    readers.clear();
    items = 0;
    memory = 0;
    for (Client client : new ArrayList<>(clients)) {
      tell(client, null);
    }
  }

  private void broadcastSoon() {
    if (!broadcastPending) {
      broadcastPending = true;
      loop.execute(this::broadcast);
    }
  }

  private void broadcast() {
    broadcastPending = false;
    Map<ByteKey, Client> told = changed;
    changed = new LinkedHashMap<>();
    changedMemory = 0;
    if (told == null) {
      // As after a flush: a cache that is emptied is never stale.
      Set<Client> listening = new LinkedHashSet<>();
      prefixes.values().forEach(listening::addAll);
      listening.forEach(client -> tell(client, null));
      return;
    }
    new LinkedHashMap<>(prefixes).forEach((prefix, who) -> broadcast(prefix, who, told));
  }

  private void broadcast(ByteKey prefix, Set<Client> who, Map<ByteKey, Client> told) {
    List<ByteKey> all = new ArrayList<>();
    for (ByteKey key : told.keySet()) {
      if (Bytes.startsWith(key.array(), prefix.array())) {
        all.add(key);
      }
    }
    for (Client client : all.isEmpty() ? List.<Client>of() : new ArrayList<>(who)) {
      List<ByteKey> keys = all;
      TrackingMode mode = client.tracking();
      if (mode != null && mode.isNoLoop()) {
        keys = all.stream().filter(key -> !isOwn(client, told.get(key))).toList();
      }
      if (!keys.isEmpty()) {
        tell(client, keys);
      }
    }
  }

  /** Sends the keys, or null for all keys, to the client or to its redirection target. */
  private void tell(Client client, @Nullable List<ByteKey> keys) {
    TrackingMode mode = client.tracking();
    if (mode == null) {
      // Just closed because of its output limit.
      return;
    }
    long redirect = mode.redirect();
    Client to = redirect == 0 ? client : all.find(redirect);
    if (to == null) {
      mode.breakRedirect();
      if (client.reply().protocol() > 2) {
        client.push(
            out -> {
              out.push(2);
              out.bulk("tracking-redir-broken");
              out.integer(redirect);
            });
      }
      return;
    }
    to.markTold();
    Consumer<ReplyWriter> body = out -> write(out, keys);
    long bytes = keys == null ? 0 : keys.stream().mapToLong(key -> key.array().length).sum();
    if (to.reply().protocol() > 2) {
      to.push(
          bytes,
          out -> {
            out.push(2);
            out.bulk("invalidate");
            body.accept(out);
          });
    } else if (redirect != 0 && !to.subscriptions().isEmpty()) {
      to.push(
          bytes,
          out -> {
            out.push(3);
            out.bulk("message");
            out.bulk(CHANNEL);
            body.accept(out);
          });
    }
  }

  private static void write(ReplyWriter out, @Nullable List<ByteKey> keys) {
    if (keys == null) {
      out.nullBulk();
      return;
    }
    out.array(keys.size());
    keys.forEach(key -> out.bulk(key.array()));
  }

  /** The number of clients with tracking enabled. */
  public int clientCount() {
    return clients.size();
  }

  /** The number of tracked keys. */
  public int keyCount() {
    return readers.size();
  }

  /** The number of pairs of a tracked key and a client. */
  public long itemCount() {
    return items;
  }

  /** The number of prefixes in broadcast mode. */
  public int prefixCount() {
    return prefixes.size();
  }
}
